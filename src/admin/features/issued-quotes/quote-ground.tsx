import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import {
  noGround,
  type QuoteGround,
  type QuoteGroundValues,
  quoteGroundSchema,
} from '@/admin/data/issued-quotes/quote-acceptance.schema';
import { lobbyingGrounds } from '@/admin/data/issued-quotes/quote-labels';
import { quoteSending } from '@/admin/data/issued-quotes/quote-sending';
import { FormDialog } from '@/admin/ui/form-dialog';
import { SelectField, TextField } from '@/shared/ui/form-fields';

/** What allows a quote that nobody asked for to go to a public office: part of the forms that send one. */
export function GroundFields() {
  return (
    <fieldset className="rounded-lg border border-line px-4 pt-1 pb-4 *:not-first:mt-3">
      <legend className="px-1 font-semibold">Ce qui permet l’envoi</legend>
      <p className="!mt-0 text-sm text-slate">
        Ce devis ne vient pas d’une demande, et son client est une municipalité ou un organisme public.
        Solliciter un titulaire d’une charge publique peut être du lobbyisme (RLRQ, c.&nbsp;T-11.011). La
        réponse est gardée avec le devis. Ceci informe et n’est pas un avis juridique&nbsp;: au besoin,
        renseignez-vous auprès de Lobbyisme Québec.
      </p>
      <SelectField<QuoteGroundValues>
        name="ground"
        label="Fondement"
        required
        emptyOption="Choisir…"
        options={lobbyingGrounds}
      />
      <TextField<QuoteGroundValues>
        name="reference"
        label="Référence"
        hint="La date de la demande, ou le numéro de l’appel, du contrat ou du mandat."
        required
        maxLength={200}
      />
    </fieldset>
  );
}

/** « Numéroter et figer » of such a quote: its ground is said first. */
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
      title="Numéroter et figer"
      description="Le devis reçoit son numéro et ne se modifie plus. Son lien peut ensuite être copié."
      submitLabel="Numéroter et figer"
      pending={freeze.isPending}
      onSubmit={(ground) => freeze.mutate({ id, readAt, ...ground }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <GroundFields />
    </FormDialog>
  );
}
