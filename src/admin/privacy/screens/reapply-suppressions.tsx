import { readAddresses } from '@contract/email-address';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { readTextFile } from '@/admin/kit/lib/decode-text';
import { FileButton } from '@/admin/kit/ui/file-button';
import { SendingStop } from '@/admin/kit/ui/sending-stop';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { settings } from '@/admin/settings/data/settings';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { privacy } from '../data/privacy';

/**
 * Suppresses a list of people for all sendings at once, after a restore: the provider's export, or a copy kept
 * elsewhere.
 */
export function ReapplySuppressions() {
  const checkbox = useId();
  const { data: sending } = useQuery(settings.sending());
  const reapply = useMutation(privacy.reapplySuppressions());
  const [text, setText] = useState('');
  const [isComplete, setComplete] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { addresses: read, refused } = readAddresses(text);
  // The database names those that are none, and they stay in the field.
  const addresses = [...read.map((address) => address.toLowerCase()), ...refused];

  const change = (next: string) => {
    setText(next);
    setProblem(undefined);
  };
  const readFile = async ([file]: File[]) => {
    const read = file && (await readTextFile(file)).text;
    if (read) change(text.trim() === '' ? read : `${text.trimEnd()}\n${read}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reapply.isPending) return;
    if (addresses.length === 0) return setProblem('Collez au moins une adresse courriel');
    reapply.mutate(
      { addresses, isComplete },
      {
        onSuccess: ({ invalid }) => {
          change(invalid.join('\n'));
          if (invalid.length > 0) {
            setProblem(`Refusées, à corriger\u00a0: ${counted(invalid.length, 'adresse')}`);
          }
        },
      },
    );
  };

  return (
    <form
      aria-label="Réappliquer des désabonnements"
      noValidate
      onSubmit={submit}
      className="space-y-5 rounded-xl border border-line bg-paper p-5"
    >
      <UnsavedChanges when={text !== ''} />
      <div>
        <h2 className="text-lg font-semibold">Réappliquer des désabonnements</h2>
        <p className="mt-1 max-w-prose text-sm text-slate">
          Après la restauration d’une copie, les désabonnements plus récents manquent. Collez ici l’export de
          votre fournisseur de courriel, ou votre propre liste&nbsp;: chaque adresse est retirée des envois
          aussitôt. Une liste donnée deux fois n’ajoute rien.
        </p>
      </div>
      <SendingStop reason={sending?.stop} />
      <Field
        label="Adresses"
        required
        error={problem}
        hint="Une liste ou un fichier CSV, quelles que soient ses colonnes; jusqu’à 10&nbsp;000 adresses."
      >
        {(control) => (
          <textarea
            {...control}
            rows={6}
            value={text}
            onChange={({ target }) => change(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      {sending?.stop && (
        <label htmlFor={checkbox} className="flex items-start gap-3">
          <input
            id={checkbox}
            type="checkbox"
            checked={isComplete}
            onChange={({ target }) => setComplete(target.checked)}
            className="mt-1 size-5"
          />
          <span>
            Cette liste est complète&nbsp;: elle remplace les désabonnements qui ne peuvent plus être lus, et
            les envois peuvent reprendre.
          </span>
        </label>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="grow text-sm text-slate">
          {addresses.length > 0 && `${counted(addresses.length, 'adresse trouvée', 'adresses trouvées')}.`}
        </p>
        <FileButton
          label="Ajouter un fichier CSV"
          accept=".csv,.txt,text/csv,text/plain"
          onChoose={readFile}
        />
        <Button type="submit" variant="accent" pending={reapply.isPending}>
          Retirer des envois
        </Button>
      </div>
    </form>
  );
}
