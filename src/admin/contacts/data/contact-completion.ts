import { mutationOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { supabase } from '@/admin/kit/lib/supabase';
import { searchSite } from '@/admin/prospects/data/site-search';
import type { Json } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import type { Contact } from './contact-list';

/** Columns that a search may fill in: column → French. */
export const completableFields = { email: 'courriel', phone: 'téléphone', website: 'site web' } as const;

type Completion = { filled: (keyof typeof completableFields)[]; note: string | null };

const staleKeys = [
  queryKeys.contacts,
  queryKeys.contactTimeline,
  queryKeys.consents,
  queryKeys.organisations,
];

async function completeContact(contactId: string, details?: Json): Promise<Completion['filled']> {
  const { data, error } = await supabase.rpc('complete_contact', { contact_id: contactId, details });
  if (error) throw rpcError(error, 'Impossible de compléter le contact');
  return data as Completion['filled'];
}

function notifyCompleted({ filled, note }: Completion): void {
  if (filled.length === 0) notify.info(note ?? 'Rien de plus n’a été trouvé.', 'Rien de nouveau');
  else notify.success(`Complété\u00a0: ${filled.map((field) => completableFields[field]).join(', ')}`);
}

export const contactCompletion = {
  /** Searches the organisation's own site, else the registers, for the contact's missing details. */
  search: (contact: Contact) =>
    mutationOptions({
      mutationFn: async (): Promise<Completion> => {
        const answer = await searchSite(contact, 'Impossible de rechercher les coordonnées');
        const { email, phone, website, sources, notice, note } = answer;
        const source = sources.email ?? sources.phone ?? sources.website;
        // The ledger decides on the check: only for an address known from OpenStreetMap alone.
        const details = {
          email,
          phone,
          website,
          no_solicitation: notice !== null,
          source_url: notice?.url ?? source?.url ?? null,
          found_at: notice?.foundAt ?? source?.foundAt ?? null,
        };
        return { filled: await completeContact(contact.id, details), note };
      },
      onSuccess: notifyCompleted,
      meta: { invalidates: staleKeys },
    }),

  /** Fills in missing details from the register's entry of the organisation. */
  fromRegister: (contact: Contact) =>
    mutationOptions({
      mutationFn: async (): Promise<Completion> => ({
        filled: await completeContact(contact.id),
        note: 'Le répertoire n’en dit pas plus.',
      }),
      onSuccess: notifyCompleted,
      meta: { invalidates: staleKeys },
    }),
};
