import { mutationOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { quebecDay } from '@/admin/kit/lib/dates';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { supabase } from '@/admin/kit/lib/supabase';
import { line, paragraph } from '@/admin/kit/lib/text-schemas';
import { notify } from '@/shared/lib/notify';
import { activityKinds } from './contact-labels';
import { exchangeKeys, keptExchanges } from './kept-exchanges';

/** Schema of an exchange with a contact, on its day. */
export const activitySchema = z.object({
  kind: z
    .string()
    .pipe(z.enum(Object.keys(activityKinds) as (keyof typeof activityKinds)[], 'La nature est requise')),
  happened_on: line
    .pipe(z.string().min(1, 'La date est requise'))
    .pipe(
      z.iso
        .date('Date invalide')
        .refine(
          (day) => day <= quebecDay(),
          'Un échange a déjà eu lieu\u00a0: choisissez aujourd’hui ou avant',
        ),
    ),
  body: paragraph.pipe(
    z.string().min(1, 'Le texte est requis').max(5000, 'Le texte ne peut pas dépasser 5000 caractères'),
  ),
});

export type ActivityValues = z.input<typeof activitySchema>;

export const activities = {
  /** Records an exchange, on a bad line too; today's counts as now, another day's as noon. */
  record: (contactId: string, today: string) =>
    mutationOptions({
      mutationFn: ({ kind, happened_on, body }: z.output<typeof activitySchema>) =>
        keptExchanges.record({
          id: crypto.randomUUID(),
          contact_id: contactId,
          kind,
          body,
          // Noon of Québec, summer and winter alike, is that day.
          happened_at: happened_on === today ? serverNow().toISOString() : `${happened_on}T17:00:00Z`,
        }),
      onSuccess: async (recorded, _values, _result, { client }) => {
        if (recorded !== 'sent') {
          notify.info('L’échange est gardé sur cet appareil\u00a0: il partira au retour de la connexion.');
          return;
        }
        await Promise.all(exchangeKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
        notify.success('Échange consigné');
      },
      meta: { errorMessage: 'Impossible de consigner cet échange' },
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
        offerUndo(client, 'Échange supprimé', back, exchangeKeys);
      },
      meta: { invalidates: exchangeKeys, errorMessage: 'Impossible de supprimer cet échange' },
    }),
};
