import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type Campaign, campaigns } from '@/admin/data/campaigns/campaigns';
import { scheduleSchema } from '@/admin/data/campaigns/campaigns.schema';
import { quebecDayAndTime } from '@/admin/lib/quebec-clock';
import { FormDialog } from '@/admin/ui/form-dialog';
import { ScheduleFields } from './schedule-fields';

/** Changes the date of a campaign that has not been sent yet. */
export function RescheduleDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const reschedule = useMutation(campaigns.reschedule(campaign.id));
  const { day, time } = campaign.send_date
    ? quebecDayAndTime(new Date(campaign.send_date))
    : { day: '', time: '' };
  const form = useForm({
    resolver: zodResolver(scheduleSchema),
    defaultValues: { send_day: day, send_time: time },
  });
  return (
    <FormDialog
      form={form}
      title="Changer la date d’envoi"
      description={campaign.name}
      size="md"
      submitLabel="Changer la date"
      pending={reschedule.isPending}
      onSubmit={(schedule) => reschedule.mutate(schedule, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ScheduleFields />
    </FormDialog>
  );
}
