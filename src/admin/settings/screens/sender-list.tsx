import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { PenLine, X } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { TEST_SENDER } from '@/admin/campaigns/data/campaigns.schema';
import { paragraph, upTo } from '@/admin/kit/lib/text-schemas';
import { EmailText } from '@/admin/kit/ui/email-text';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { TextAreaField } from '@/shared/ui/form-fields';
import { settings } from '../data/settings';
import { senderSchema } from '../data/settings.schema';
import { AddField } from './add-field';

type Props = {
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** An address that is not added yet; the form saves it too. */
  typed: string;
  onType: (text: string) => void;
  error?: string | undefined;
  /** Stored signature of each address. */
  signatures: Readonly<Record<string, string>>;
};

/** The addresses that campaigns may be sent from, to add and to remove; saved with the form. */
export function SenderList({ value, onChange, typed, onType, error, signatures }: Props) {
  const [problem, setProblem] = useState<string>();
  const [signing, setSigning] = useState<string>();
  const visibleError = problem ?? error;

  const add = () => {
    const checked = senderSchema.safeParse(typed);
    if (!checked.success) return setProblem('Email invalide');
    if (value.includes(checked.data)) return setProblem('Cette adresse est déjà dans la liste');
    onChange([...value, checked.data]);
    onType('');
    setProblem(undefined);
  };

  return (
    <div className="space-y-3">
      {value.length === 0 ? (
        <p className="text-slate">Aucune adresse pour le moment&nbsp;: aucune campagne ne peut partir.</p>
      ) : (
        <ul aria-label="Expéditeurs vérifiés" className="divide-y divide-line rounded-lg border border-line">
          {value.map((address) => (
            <li key={address} className="flex items-center gap-3 py-1 pr-2 pl-4">
              <span className="min-w-0 grow wrap-anywhere">
                <EmailText address={address} />
                {address === TEST_SENDER && (
                  <span className="block text-sm text-slate">
                    Adresse d’essai du fournisseur&nbsp;: elle n’écrit qu’à l’adresse de votre compte.
                  </span>
                )}
                {signatures[address] && <span className="block text-sm text-slate">Avec une signature</span>}
              </span>
              <IconButton label={`Signature de ${address}`} onClick={() => setSigning(address)}>
                <PenLine aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton
                label={`Retirer ${address}`}
                onClick={() => onChange(value.filter((other) => other !== address))}
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {signing && (
        <SignatureDialog
          address={signing}
          signature={signatures[signing] ?? ''}
          onClose={() => setSigning(undefined)}
        />
      )}
      <AddField
        label="Nouvelle adresse"
        type="email"
        placeholder="info@votre-domaine.ca"
        value={typed}
        error={visibleError}
        onChange={({ target }) => {
          onType(target.value);
          setProblem(undefined);
        }}
        onAdd={add}
      />
    </div>
  );
}

const schema = z.object({ text: paragraph.pipe(upTo('La signature', 500)) });

/** Edits the signature of one address, which ends its campaign messages. */
function SignatureDialog({
  address,
  signature,
  onClose,
}: {
  address: string;
  signature: string;
  onClose: () => void;
}) {
  const save = useMutation(settings.saveSignature());
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: signature } });
  return (
    // Submitting the dialog must not submit the surrounding form.
    <div onSubmit={(event) => event.stopPropagation()} className="contents">
      <FormDialog
        form={form}
        title="Signature"
        description={`Ajoutée à la fin des campagnes qui partent de ${address}, avant l’identification de l’expéditeur.`}
        submitLabel="Enregistrer la signature"
        pending={save.isPending}
        onSubmit={({ text }) => save.mutate({ address, text }, { onSuccess: onClose })}
        onClose={onClose}
      >
        <TextAreaField<{ text: string }>
          name="text"
          label="Signature"
          rows={5}
          hint="Comme dans un message&nbsp;: **gras**, *italique*, [texte](adresse). Vide, il n’y en a pas."
        />
      </FormDialog>
    </div>
  );
}
