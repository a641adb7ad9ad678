import { mutationOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { supabase } from '@/admin/kit/lib/supabase';
import { line, paragraph } from '@/admin/kit/lib/text-schemas';
import { activityKinds } from './contact-labels';

/** Schema of an exchange with a contact, on its day. */
export const activitySchema = z.object({
  kind: z
    .string()
    .pipe(z.enum(Object.keys(activityKinds) as (keyof typeof activityKinds)[], 'La nature est requise')),
  happened_on: line.pipe(z.string().min(1, 'La date est requise')).pipe(z.iso.date('Date invalide')),
  body: paragraph.pipe(
    z.string().min(1, 'Le texte est requis').max(5000, 'Le texte ne peut pas dépasser 5000 caractères'),
  ),
});

export type ActivityValues = z.input<typeof activitySchema>;

const affectedKeys = [queryKeys.contactTimeline, queryKeys.contactRecency];

export const activities = {
  /** Records an exchange; today's counts as now, another day's as noon. */
  record: (contactId: string, today: string) =>
    mutationOptions({
      mutationFn: async ({ kind, happened_on, body }: z.output<typeof activitySchema>) => {
        const row = { contact_id: contactId, kind, body, recorded_by: await currentUserId() };
        // Noon of Québec, summer and winter alike, is that day.
        const moment = happened_on === today ? {} : { happened_at: `${happened_on}T17:00:00Z` };
        await supabase
          .from('contact_activities')
          .insert({ ...row, ...moment })
          .throwOnError();
      },
      meta: {
        invalidates: affectedKeys,
        successMessage: 'Échange consigné',
        errorMessage: 'Impossible de consigner cet échange',
      },
    }),

  /** Deletes an exchange, with « Annuler ». */
  remove: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        const { data } = await supabase
          .from('contact_activities')
          .delete()
          .eq('id', id)
          .select()
          .throwOnError();
        return data[0];
      },
      onSuccess: (gone, _id, _result, { client }) => {
        if (!gone) return;
        const { created_at: _added, ...row } = gone;
        const back = async () => {
          const recorded_by = await currentUserId();
          await supabase
            .from('contact_activities')
            .insert({ ...row, recorded_by })
            .throwOnError();
        };
        offerUndo(client, 'Échange supprimé', back, affectedKeys);
      },
      meta: { invalidates: affectedKeys, errorMessage: 'Impossible de supprimer cet échange' },
    }),
};
