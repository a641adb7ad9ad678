import { searchedAs } from '@contract/email-address';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { formatDay } from '@/admin/kit/lib/dates';
import { supabase } from '@/admin/kit/lib/supabase';
import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;

/** Searched kinds, and the address of a result. A kind is one line here and one select in search_everything. */
export const searchKinds: Readonly<
  Record<string, { label: string; href: (id: string, title: string) => string }>
> = {
  contact: { label: 'Contacts', href: admin.contact.href },
  organisation: { label: 'Organisations', href: admin.organisation.href },
  request: { label: 'Soumissions', href: admin.quote.href },
  quote: { label: 'Devis', href: admin.issuedQuote.href },
  invoice: { label: 'Factures', href: admin.invoice.href },
  tour: { label: 'Visites virtuelles', href: admin.tourEdit.href },
  trip: { label: 'Déplacements', href: admin.tripPlan.href },
  campaign: { label: 'Campagnes', href: admin.campaign.href },
  template: { label: 'Templates emails', href: admin.emailTemplate.href },
  municipality: { label: 'Municipalités', href: admin.municipality.href },
};

/** Shortest text that is searched: one letter finds nearly everything. */
export const SHORTEST_SEARCH = 2;

/** Formats the days in a result's detail: « 05 déc. 2026 ». */
const withFrenchDays = (detail: string) => detail.replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay);

export const search = {
  all: queryKeys.search,

  /**
   * Options to search everything for a text, the best results first. The former results stay until the new ones
   * arrive.
   */
  everything: (text: string) =>
    queryOptions({
      queryKey: [...search.all, text],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('search_everything', { query: searchedAs(text), per_kind: 5 })
          .abortSignal(signal)
          .throwOnError();
        return data.map((found) => ({ ...found, detail: withFrenchDays(found.detail) }));
      },
      enabled: text.length >= SHORTEST_SEARCH,
      placeholderData: keepPreviousData,
      // Each typed text is a query of its own.
      gcTime: 60_000,
      retry: false,
    }),
};
