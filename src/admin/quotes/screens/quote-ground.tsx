import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { lobbyingGrounds } from '@/admin/contacts/data/lobbying-grounds';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { GroundFields } from '@/admin/kit/ui/ground-fields';
import {
  noGround,
  type QuoteGround,
  type QuoteGroundValues,
  quoteGroundSchema,
} from '../data/quote-acceptance.schema';
import { quoteSending } from '../data/quote-sending';

/** Fields for the legal ground to send an unsolicited quote to a public office. */
export function QuoteGroundFields() {
  return (
    <GroundFields legend="Ce qui permet l’envoi" grounds={lobbyingGrounds}>
      Ce devis ne vient pas d’une demande, et son client est une municipalité ou un organisme public. La
      réponse est gardée avec le devis.
    </GroundFields>
  );
}

/** « Préparer l’envoi » of such a quote, which asks for its ground first. */
export function FreezeDialog({
  id,
  readAt,
  onClose,
}: {
  id: string;
  /** The version of the draft that the person sees. */
  readAt: string;
  onClose: () => void;
}) {
  const freeze = useMutation(quoteSending.freeze());
  const form = useForm<QuoteGroundValues, unknown, QuoteGround>({
    resolver: zodResolver(quoteGroundSchema),
    defaultValues: noGround,
  });
  return (
    <FormDialog
      form={form}
      title="Préparer l’envoi"
      description="Le devis reçoit son numéro et ne se modifie plus. Son lien peut ensuite être copié."
      submitLabel="Préparer l’envoi"
      pending={freeze.isPending}
      onSubmit={(ground) => freeze.mutate({ id, readAt, ...ground }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <QuoteGroundFields />
    </FormDialog>
  );
}
