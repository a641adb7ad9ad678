import { useFormContext } from 'react-hook-form';
import { quebecInstants } from '@/admin/kit/lib/quebec-clock';
import { DateField } from '@/admin/kit/ui/date-field';
import { TextField } from '@/shared/ui/form-fields';
import type { ScheduleValues } from '../data/campaigns.schema';

/** The day and the time of a sending, in Québec, whatever the time zone of the browser. */
export function ScheduleFields() {
  const isTwice =
    quebecInstants(...useFormContext<ScheduleValues>().watch(['send_day', 'send_time'])).length > 1;
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <DateField<ScheduleValues> name="send_day" label="Date d’envoi" />
      <TextField<ScheduleValues>
        name="send_time"
        label="Heure d’envoi"
        required
        hint={
          isTwice
            ? 'Les horloges reculent cette nuit-là et cette heure revient deux fois\u00a0: l’envoi partira à la première.'
            : 'Heure du Québec.'
        }
        type="time"
      />
    </div>
  );
}
