import { personExportSchema } from '@contract/person-export.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { invokePdf } from '@/admin/kit/lib/functions';
import { supabase } from '@/admin/kit/lib/supabase';

/** An event of a contact; made by the function contact_timeline. */
export type TimelineEvent = {
  /** A timestamp. */
  happened_at: string;
  kind: string;
  /** Facts by kind: statuses, source of the list, trip, campaign, subject, basis … */
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
        return personExportSchema.parse(data);
      },
      meta: { errorMessage: 'Impossible d’exporter les données de cette personne' },
    }),

  /** Makes the proof of a person in PDF: each consent, and each message with its ground. */
  printPerson: () =>
    mutationOptions({
      mutationFn: async (contactId: string) => {
        const fallback = 'La preuve n’a pas pu être préparée.';
        return (await invokePdf('person-report', { contactId }, { fallback })).bytes;
      },
      meta: { errorMessage: 'Impossible de préparer la preuve de cette personne' },
    }),
};
