import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { formatDay } from '@/admin/lib/dates';
import { supabase } from '@/admin/lib/supabase';
import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;

/** What is searched, and where a result leads. A kind is one line here and one select in search_everything. */
export const searchKinds: Readonly<
  Record<string, { label: string; href: (id: string, title: string) => string }>
> = {
  contact: { label: 'Contacts', href: admin.contact.href },
  organisation: { label: 'Organisations', href: admin.organisation.href },
  request: { label: 'Soumissions', href: admin.quote.href },
  quote: { label: 'Devis', href: admin.issuedQuote.href },
  tour: { label: 'Visites virtuelles', href: admin.tourEdit.href },
  trip: { label: 'Déplacements', href: admin.tripPlan.href },
  campaign: { label: 'Campagnes', href: admin.campaign.href },
  template: { label: 'Templates emails', href: admin.emailTemplate.href },
  municipality: { label: 'Municipalités', href: admin.municipality.href },
};

/** The shortest text that is searched: one letter finds nearly everything. */
export const SHORTEST_SEARCH = 2;

/** What the database says of a result, its days as they are read: « 05 déc. 2026 ». */
const withFrenchDays = (detail: string) => detail.replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay);

export const search = {
  all: queryKeys.search,

  /** What answers to a text, of every kind, the best first. The former results stay until the new ones come. */
  everything: (text: string) =>
    queryOptions({
      queryKey: [...search.all, text],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('search_everything', { query: text, per_kind: 5 })
          .abortSignal(signal)
          .throwOnError();
        return data.map((found) => ({ ...found, detail: withFrenchDays(found.detail) }));
      },
      enabled: text.length >= SHORTEST_SEARCH,
      placeholderData: keepPreviousData,
      // Each text that is typed is a query of its own.
      gcTime: 60_000,
      retry: false,
    }),
};
