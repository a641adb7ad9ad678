import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { quebecDay } from '@/admin/kit/lib/dates';
import { DateField } from '@/admin/kit/ui/date-field';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { SelectField, TextAreaField } from '@/shared/ui/form-fields';
import { type ActivityValues, activities, activitySchema } from '../data/activities';
import { activityKinds } from '../data/contact-labels';

/** Records a call, a meeting or a note about a contact, of today unless another day is given. */
export function ActivityDialog({
  contactId,
  begun,
  onClose,
  onRecorded = onClose,
}: {
  contactId: string;
  /** Initial values; by default an empty call of today. */
  begun?: ActivityValues;
  onClose: () => void;
  onRecorded?: () => void;
}) {
  const [today] = useState(quebecDay);
  const record = useMutation(activities.record(contactId, today));
  const form = useForm({
    resolver: zodResolver(activitySchema),
    defaultValues: begun ?? { kind: 'appel', happened_on: today, body: '' },
  });
  return (
    <FormDialog
      form={form}
      title="Consigner un échange"
      description="Il s’ajoute à l’historique; un appel ou une rencontre devient le dernier contact."
      submitLabel="Consigner"
      pending={record.isPending}
      onSubmit={(input) => record.mutate(input, { onSuccess: onRecorded })}
      onClose={onClose}
    >
      <TextAreaField<ActivityValues> name="body" label="Ce qui a été dit" required rows={4} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField<ActivityValues> name="kind" label="Nature" required options={activityKinds} />
        <DateField<ActivityValues> name="happened_on" label="Jour" />
      </div>
    </FormDialog>
  );
}
