import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { settings } from '@/admin/data/settings/settings';
import { paragraph, upTo } from '@/admin/lib/text-schemas';
import { FormDialog } from '@/admin/ui/form-dialog';
import { TextAreaField } from '@/shared/ui/form-fields';

const schema = z.object({ text: paragraph.pipe(upTo('La signature', 500)) });

/** What ends every campaign message that leaves from one address. */
export function SignatureDialog({
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
    // What is submitted in the dialog is not the form around it.
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
