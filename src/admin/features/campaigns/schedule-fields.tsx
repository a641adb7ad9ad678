import { Controller, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import type { ScheduleValues } from '@/admin/data/campaigns/campaigns.schema';
import { quebecInstants } from '@/admin/lib/quebec-clock';
import { DatePicker } from '@/admin/ui/date-picker';
import { controlClass, Field } from '@/shared/ui/field';

/** The day and the hour of a sending, in Québec, whatever the clock of this machine says. */
export function ScheduleFields({ form }: { form: UseFormReturn<ScheduleValues> }) {
  const { control, register, watch, formState } = form;
  const errors: FieldErrors<ScheduleValues> = formState.errors;
  const isTwice = quebecInstants(...watch(['send_day', 'send_time'])).length > 1;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Date d’envoi" required error={errors.send_day?.message}>
        {(attributes) => (
          <Controller
            control={control}
            name="send_day"
            render={({ field }) => <DatePicker {...attributes} {...field} name="Date d’envoi" />}
          />
        )}
      </Field>
      <Field
        label="Heure d’envoi"
        required
        error={errors.send_time?.message}
        hint={
          isTwice
            ? 'Les horloges reculent cette nuit-là et cette heure revient deux fois\u00a0: l’envoi partira à la première.'
            : 'Heure du Québec.'
        }
      >
        {(attributes) => (
          <input {...attributes} {...register('send_time')} type="time" className={controlClass} />
        )}
      </Field>
    </div>
  );
}
