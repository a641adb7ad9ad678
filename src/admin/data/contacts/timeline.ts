import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { supabase } from '@/admin/lib/supabase';

/** An event of a contact; made by the function contact_timeline. */
export type TimelineEvent = {
  /** A timestamp. */
  happened_at: string;
  kind: string;
  /** By kind: statuses, source of the list, trip, campaign, subject, basis … */
  detail: Readonly<Record<string, string>>;
};

export const timeline = {
  all: queryKeys.contactTimeline,

  /** Options to read the events of a contact, newest first. */
  of: (contactId: string) =>
    queryOptions({
      queryKey: [...timeline.all, contactId],
      queryFn: async ({ signal }): Promise<TimelineEvent[]> => {
        const { data } = await supabase
          .rpc('contact_timeline', { contact: contactId })
          .abortSignal(signal)
          .throwOnError();
        return data.map((event) => ({ ...event, detail: event.detail as TimelineEvent['detail'] }));
      },
      meta: { errorMessage: 'Impossible de charger l’historique du contact' },
    }),

  /** Reads all data about a person, for a request for a copy (Loi 25). */
  exportPerson: () =>
    mutationOptions({
      mutationFn: async (contactId: string) => {
        const { data } = await supabase.rpc('export_person', { contact: contactId }).throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible d’exporter les données de cette personne' },
    }),
};
