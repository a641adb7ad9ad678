import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { formatDay, quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { DateField } from '@/admin/kit/ui/date-field';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import {
  type ContractThreshold,
  type ContractThresholdInput,
  type ContractThresholdValues,
  contractThresholdSchema,
  contractThresholds,
  thresholdKinds,
  toThresholdVersion,
} from '../data/contract-thresholds';

const labels = {
  kind: 'Règle',
  amount_cents: 'À partir de ($)',
  applies_from: 'En vigueur le',
  applies_until: 'Jusqu’au',
  checked_on: 'Vérifié à la source le',
  source: 'Source',
} as const;

/** Formats a value for a person. */
function formatValue(field: keyof typeof labels, values: ContractThresholdValues): string {
  if (field === 'kind') return labelOf(thresholdKinds, values.kind);
  const isDay = field === 'applies_from' || field === 'applies_until' || field === 'checked_on';
  return isDay && values[field] ? formatDay(values[field]) : values[field];
}

/** Creates or edits a threshold; a failure keeps the input, and changes of others are merged. */
export function ThresholdDialog({
  threshold,
  onClose,
}: {
  threshold: ContractThreshold | undefined;
  onClose: () => void;
}) {
  const create = useMutation(contractThresholds.create());
  const update = useMutation(contractThresholds.update(threshold?.id ?? ''));
  // The threshold as it was opened: the list behind is refetched, and its changes are merged.
  const [stored] = useState(() => threshold && toThresholdVersion(threshold));
  const form = useForm<ContractThresholdValues, unknown, ContractThresholdInput>({
    resolver: zodResolver(contractThresholdSchema),
    defaultValues: stored?.values ?? {
      kind: 'appel_public',
      applies_from: quebecDay(),
      applies_until: '',
      checked_on: quebecDay(),
      amount_cents: '',
      source: '',
    },
  });
  const { submit, conflict, choose, close } = useMergedSave(form, stored, {
    labels,
    save: async (input, readAt) => {
      await (readAt ? update.mutateAsync({ threshold: input, readAt }) : create.mutateAsync([input]));
      onClose();
      return undefined;
    },
  });
  if (conflict)
    return (
      <MergeDialog conflict={conflict} labels={labels} show={formatValue} onChoose={choose} onClose={close} />
    );
  return (
    <FormDialog
      form={form}
      title={threshold ? 'Modifier le seuil' : 'Nouveau seuil'}
      description="Un nouveau montant s’ajoute avec sa date; l’ancien reste au registre."
      submitLabel="Enregistrer"
      pending={create.isPending || update.isPending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SelectField<ContractThresholdValues>
        name="kind"
        label={labels.kind}
        required
        options={thresholdKinds}
      />
      <TextField<ContractThresholdValues>
        name="amount_cents"
        label={labels.amount_cents}
        required
        inputMode="decimal"
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <DateField<ContractThresholdValues> name="applies_from" label={labels.applies_from} />
        <DateField<ContractThresholdValues> name="applies_until" label={labels.applies_until} optional />
      </div>
      <DateField<ContractThresholdValues>
        name="checked_on"
        label={labels.checked_on}
        hint="Sans date de fin, le site montre un montant pendant deux ans après ce jour."
      />
      <TextField<ContractThresholdValues>
        name="source"
        label={labels.source}
        required
        hint="Loi, règlement ou avis, et où le lire"
      />
    </FormDialog>
  );
}
