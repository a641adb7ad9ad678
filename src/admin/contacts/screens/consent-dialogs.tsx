import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { shownAddress } from '@/admin/kit/lib/shown-address';
import { DateField } from '@/admin/kit/ui/date-field';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { failureText, readableMessage } from '@/shared/lib/failure';
import { SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { consentLedger } from '../data/consent-ledger';
import {
  emptyLift,
  emptyProof,
  type LiftValues,
  liftSchema,
  type ProofValues,
  proofSchema,
} from '../data/consent-proof.schema';
import { consentBases } from '../data/contact-labels';
import type { Contact } from '../data/contact-list';

type Props = { contact: Contact; onClose: () => void };

/** Records the legal basis on which a person may be e-mailed. */
export function ProofDialog({ contact, onClose }: Props) {
  const record = useMutation(consentLedger.record(contact));
  const form = useForm({ resolver: zodResolver(proofSchema), defaultValues: emptyProof });
  const basis = useWatch({ control: form.control, name: 'basis' });
  return (
    <FormDialog
      form={form}
      title="Ajouter une preuve"
      description={`Une ligne s’ajoute au registre de ${shownAddress(contact.email ?? '')}. Elle ne se modifie plus; une erreur se corrige par une nouvelle ligne.`}
      submitLabel="Ajouter au registre"
      pending={record.isPending}
      onSubmit={(proof) => record.mutate(proof, { onSuccess: onClose })}
      onClose={onClose}
    >
      <SelectField<ProofValues>
        name="basis"
        label="Fondement"
        required
        emptyOption="Choisir…"
        options={consentBases}
        rules={{ deps: 'source_url' }}
      />
      <ProofFields needsSource={basis === 'published'} hasWording={basis === 'express'} />
      {record.isError && <Failure text={failureText('La preuve n’a pas été enregistrée', record.error)} />}
    </FormDialog>
  );
}

/** Lifts a suppression, which takes a new express consent, later than the withdrawal, and a reason. */
export function LiftDialog({ contact, onClose }: Props) {
  const lift = useMutation(consentLedger.lift(contact.id));
  const form = useForm({ resolver: zodResolver(liftSchema), defaultValues: emptyLift });
  return (
    <FormDialog
      form={form}
      title="Lever le retrait"
      description={`${shownAddress(contact.email ?? '')} a été retirée des envois. Seul un nouveau consentement exprès, donné depuis, permet de lui écrire de nouveau.`}
      submitLabel="Lever le retrait"
      pending={lift.isPending}
      onSubmit={(values) => lift.mutate(values, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField<LiftValues> name="reason" label="Raison" required maxLength={500} />
      <ProofFields hasWording />
      {lift.isError && (
        <Failure text={`Le retrait n’a pas été levé\u00a0: ${readableMessage(lift.error)}.`} />
      )}
    </FormDialog>
  );
}

/** Fields of a consent's proof: when, where, how, and the text that the person agreed to, if any. */
function ProofFields({ needsSource = false, hasWording }: { needsSource?: boolean; hasWording: boolean }) {
  return (
    <>
      <DateField<ProofValues> name="occurred_on" label="Date du consentement" />
      <TextField<ProofValues>
        name="source_url"
        label="Adresse de la source"
        required={needsSource}
        hint="La page, le formulaire ou le document en ligne où on peut le vérifier."
        type="url"
        placeholder="https://"
      />
      <TextAreaField<ProofValues>
        name="evidence"
        label="Preuve"
        required
        hint="Ce que vous montreriez si on vous le demandait&nbsp;: qui, comment, où est le document."
        rows={3}
        maxLength={5000}
      />
      {hasWording && (
        <TextAreaField<ProofValues>
          name="wording"
          label="Texte accepté, mot pour mot"
          rows={2}
          maxLength={5000}
        />
      )}
    </>
  );
}

function Failure({ text }: { text: string }) {
  return (
    <p role="alert" className="rounded-lg border border-sumac-deep bg-sumac-pale px-4 py-3">
      {text}
    </p>
  );
}
