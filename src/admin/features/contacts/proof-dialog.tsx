import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { consentLedger } from '@/admin/data/contacts/consent-ledger';
import { emptyProof, proofSchema } from '@/admin/data/contacts/consent-proof.schema';
import { consentBases } from '@/admin/data/contacts/contact-labels';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { controlClass, Field } from '@/shared/ui/field';
import { LedgerForm } from './ledger-form';
import { ProofFields } from './proof-fields';

/** Records on what ground a person may be written to. */
export function ProofDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const record = useMutation(consentLedger.record(contact));
  const formId = useId();
  const { control, register, handleSubmit, formState } = useForm({
    resolver: zodResolver(proofSchema),
    defaultValues: emptyProof,
  });
  const basis = useWatch({ control, name: 'basis' });
  const { errors } = formState;
  return (
    <LedgerForm
      id={formId}
      title="Ajouter une preuve"
      description={`Une ligne s’ajoute au registre de ${contact.email}. Elle ne se modifie plus; une erreur se corrige par une nouvelle ligne.`}
      submitLabel="Ajouter au registre"
      pending={record.isPending}
      failure={
        record.isError ? 'La preuve n’a pas été enregistrée. Vérifiez votre connexion, puis réessayez.' : ''
      }
      onSubmit={handleSubmit((proof) => record.mutate(proof, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <Field label="Fondement" required error={errors.basis?.message}>
        {(attributes) => (
          <select
            {...attributes}
            {...register('basis', { deps: 'source_url' })}
            className={`${controlClass} h-[2.875rem]`}
          >
            <option value="">Choisir…</option>
            {Object.entries(consentBases).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ProofFields
        register={register}
        errors={errors}
        needsSource={basis === 'published'}
        hasWording={basis === 'express'}
      />
    </LedgerForm>
  );
}
