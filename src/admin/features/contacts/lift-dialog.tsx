import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { consentLedger } from '@/admin/data/contacts/consent-ledger';
import { emptyLift, liftSchema } from '@/admin/data/contacts/consent-proof.schema';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { errorMessage } from '@/shared/lib/errors';
import { controlClass, Field } from '@/shared/ui/field';
import { LedgerForm } from './ledger-form';
import { ProofFields } from './proof-fields';

/** The only way back for an address that left: a new express consent, later than the withdrawal, and a reason. */
export function LiftDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const lift = useMutation(consentLedger.lift(contact.id));
  const formId = useId();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(liftSchema),
    defaultValues: emptyLift,
  });
  const { errors } = formState;
  return (
    <LedgerForm
      id={formId}
      title="Lever le retrait"
      description={`${contact.email} a été retirée des envois. Seul un nouveau consentement exprès, donné depuis, permet de lui écrire de nouveau.`}
      submitLabel="Lever le retrait"
      pending={lift.isPending}
      failure={lift.isError ? `Le retrait n’a pas été levé\u00a0: ${errorMessage(lift.error)}.` : ''}
      onSubmit={handleSubmit((values) => lift.mutate(values, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <Field label="Raison" required error={errors.reason?.message}>
        {(control) => <input {...control} {...register('reason')} maxLength={500} className={controlClass} />}
      </Field>
      <ProofFields register={register} errors={errors} hasWording />
    </LedgerForm>
  );
}
