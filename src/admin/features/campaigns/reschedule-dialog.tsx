import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type Campaign, campaigns } from '@/admin/data/campaigns/campaigns';
import { type ScheduleValues, scheduleSchema } from '@/admin/data/campaigns/campaigns.schema';
import { quebecDayAndTime } from '@/admin/lib/quebec-clock';
import { Modal } from '@/admin/ui/modal';
import { Button } from '@/shared/ui/button';
import { ScheduleFields } from './schedule-fields';

/** Another moment for a campaign that has not left. */
export function RescheduleDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const reschedule = useMutation(campaigns.reschedule(campaign.id));
  const { day, time } = campaign.send_date
    ? quebecDayAndTime(new Date(campaign.send_date))
    : { day: '', time: '' };
  const form = useForm<ScheduleValues>({
    resolver: zodResolver(scheduleSchema),
    defaultValues: { send_day: day, send_time: time },
  });
  const save = form.handleSubmit((schedule) => {
    if (!reschedule.isPending) reschedule.mutate(schedule, { onSuccess: onClose });
  });
  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      title="Changer la date d’envoi"
      description={campaign.name}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Annuler
          </Button>
          <Button variant="accent" pending={reschedule.isPending} onClick={save}>
            Changer la date
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={save}>
        <ScheduleFields form={form} />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Modal>
  );
}
