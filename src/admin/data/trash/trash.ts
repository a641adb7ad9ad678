import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { removeUnusedPictures } from '@/admin/data/tours/tour-pictures';
import { readAllRows } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { restoreFromTrash, type TrashKind } from './move-to-trash';

/** Where an item of the trash comes from. */
export const trashKinds = {
  virtual_tours: 'Visite',
  contacts: 'Contact',
  quote_requests: 'Demande',
  trip_plans: 'Déplacement',
  email_templates: 'Template',
  quotes: 'Devis',
} as const satisfies Record<TrashKind, string>;

/** Something deleted less than thirty days ago. */
export type TrashItem = Omit<Tables<'trash'>, 'parts'> & {
  /** How many rows of other tables went with it. */
  parts: Readonly<Record<string, number>>;
};

/** What a restore brings back to the lists, and what destroys: everything may show a part of it. */
const everyList = [
  ...[queryKeys.trash, queryKeys.tours, queryKeys.contacts, queryKeys.consents, queryKeys.contactTimeline],
  ...[queryKeys.quoteRequests, queryKeys.quoteRequestEmails, queryKeys.tripPlans, queryKeys.prospects],
  ...[queryKeys.emailTemplates, queryKeys.campaigns, queryKeys.dashboard],
];

export const trash = {
  /** Everything in the trash, the last deleted first. */
  list: () =>
    queryOptions({
      queryKey: [...queryKeys.trash, 'list'],
      queryFn: async ({ signal }): Promise<TrashItem[]> => {
        const rows = await readAllRows(
          () => supabase.from('trash').select('*').order('deleted_at', { ascending: false }).order('id'),
          signal,
        );
        return rows.map((row) => ({ ...row, parts: row.parts as TrashItem['parts'] }));
      },
      meta: { errorMessage: 'Impossible de charger la corbeille' },
    }),

  restore: () =>
    mutationOptions({
      mutationFn: restoreFromTrash,
      onSuccess: (restored) => {
        notify.success(
          restored === 1 ? 'Élément restauré' : counted(restored, 'élément restauré', 'éléments restaurés'),
        );
      },
      meta: { invalidates: everyList },
    }),

  /** Destroys items, then the pictures that nothing shows any more. */
  destroy: () =>
    mutationOptions({
      mutationFn: async (ids: readonly string[]) => {
        const { data } = await supabase.rpc('delete_from_trash', { ids: [...ids] }).throwOnError();
        await removeUnusedPictures(data);
      },
      meta: {
        invalidates: [queryKeys.trash],
        successMessage: 'Suppression définitive effectuée',
        errorMessage: 'Impossible de supprimer définitivement',
      },
    }),
};
