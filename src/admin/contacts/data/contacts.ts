import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import { notify } from '@/shared/lib/notify';
import { consents } from './consents';
import {
  type Contact,
  changeContactList,
  contactListKey,
  readContactList,
  readFullContacts,
  toListed,
} from './contact-list';
import { type ContactFormValues, type ContactInput, contactRow } from './contacts.schema';
import { timeline } from './timeline';

/** The contact that an address already belongs to. */
export type ContactReference = Pick<Contact, 'id' | 'name' | 'company'>;

/** A stored contact as the form holds it. */
export const toContactVersion = (contact: Contact): Version<ContactFormValues> =>
  toVersion(contactRow, contact);

async function readContact(id: string, signal?: AbortSignal): Promise<Contact | null> {
  const query = supabase.from('contacts').select('*').eq('id', id);
  const { data } = await (signal ? query.abortSignal(signal) : query).maybeSingle().throwOnError();
  return data;
}

/** Puts a saved contact into every cached query that shows it. */
function cacheSaved(client: QueryClient, saved: Contact): void {
  const listed = toListed(saved);
  changeContactList(client, (rows) =>
    rows.some(({ id }) => id === saved.id)
      ? rows.map((row) => (row.id === saved.id ? listed : row))
      : [listed, ...rows],
  );
  client.setQueryData(contacts.byId(saved.id).queryKey, saved);
  invalidateDerived(client);
}

/** Marks what the database derives from contacts as stale; it is read again when it next shows. */
export function invalidateDerived(client: QueryClient): void {
  for (const queryKey of [timeline.all, consents.all, queryKeys.organisations])
    void client.invalidateQueries({ queryKey });
}

export const contacts = {
  all: queryKeys.contacts,

  /** Options to read the list, newest first: its first rows at once, then all of it. */
  list: () =>
    queryOptions({
      queryKey: contactListKey,
      queryFn: readContactList,
      // No structural sharing: comparing ten thousand rows would block a phone longer than rendering the few visible
      // ones.
      structuralSharing: false,
      meta: { errorMessage: 'Impossible de charger les contacts' },
    }),

  /** Options to read one contact; null when there is none of that id. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...contacts.all, 'one', id],
      queryFn: ({ signal }) => readContact(id, signal),
      meta: { errorMessage: 'Impossible de charger le contact' },
    }),

  /**
   * Creates a contact. Without an address of their own, `sharedEmail` becomes the general address of an organisation
   * that has none.
   */
  create: () =>
    mutationOptions({
      mutationFn: async ({ sharedEmail, ...input }: ContactInput & { sharedEmail?: string }) => {
        const row = { ...z.encode(contactRow, input), user_id: await currentUserId() };
        const { data } = await supabase.from('contacts').insert(row).select().single().throwOnError();
        if (sharedEmail && data.organisation_id) {
          const organisation = supabase.from('organisations').update({ email: sharedEmail });
          const { error } = await organisation.eq('id', data.organisation_id).is('email', null);
          // The person is saved: a second press would create a duplicate.
          if (error)
            notify.warning('Inscrivez-la sur la page de l’organisation.', 'Adresse générale à inscrire');
        }
        return data;
      },
      onSuccess: (saved, _input, _result, { client }) => cacheSaved(client, saved),
      meta: { silent: true, successMessage: 'Contact créé' },
    }),

  /**
   * Saves an organisation over the version that was read.
   *
   * @throws EditConflict, EditGone
   */
  update: (id: string) =>
    mutationOptions({
      mutationFn: async ({ input, readAt }: { input: ContactInput; readAt: string }) => {
        const { data } = await supabase
          .from('contacts')
          .update(z.encode(contactRow, input))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select()
          .maybeSingle()
          .throwOnError();
        if (data) return data;
        throw await refusedSave(
          readContact(id).then((now) => now && toContactVersion(now)),
          'Ce contact a été supprimé entre-temps\u00a0: votre saisie est gardée.',
        );
      },
      onSuccess: (saved, _input, _result, { client }) => cacheSaved(client, saved),
      meta: { silent: true, successMessage: 'Contact mis à jour' },
    }),

  /** Reads every contact with all its columns, for a file. */
  readFull: () =>
    mutationOptions({
      mutationFn: () => readFullContacts(),
      // It only reads, so that a reader may do it too.
      meta: { ownAccount: true, errorMessage: 'Impossible d’exporter les contacts' },
    }),
};

/** Finds the contact with this address, whatever its case; null when there is none. */
export async function findByEmail(email: string): Promise<ContactReference | null> {
  // « % », « _ » and « \ » are operators of ilike, « * » of the data API: the exact comparison follows.
  const pattern = email.replace(/[\\%_]/g, '\\$&');
  const { data } = await supabase
    .from('contacts')
    .select('id, name, company, email')
    .ilike('email', pattern)
    .throwOnError();
  return data.find((contact) => contact.email?.toLowerCase() === email.toLowerCase()) ?? null;
}
