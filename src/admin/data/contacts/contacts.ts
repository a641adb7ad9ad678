import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { deleteOfflineCopies } from '@/admin/data/offline/offline-copies';
import { queryKeys } from '@/admin/data/query-keys';
import { moveToTrash, restoreFromTrash } from '@/admin/data/trash/move-to-trash';
import { byFormerValue, offerUndo } from '@/admin/data/undo-change';
import { offerStatusUndo } from '@/admin/data/undo-status';
import { currentUserId } from '@/admin/lib/current-user';
import { refusedSave, type Version } from '@/admin/lib/edit-conflict';
import { inBatches } from '@/admin/lib/in-batches';
import { toVersion } from '@/admin/lib/row-codecs';
import { supabase } from '@/admin/lib/supabase';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { consents } from './consents';
import type { Sector } from './contact-labels';
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

/** Two contacts who are one person; `fields`: values that the kept one takes from the other. */
type ContactMerge = { kept: string; merged: string; fields: string[] };

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
function invalidateDerived(client: QueryClient): void {
  for (const queryKey of [timeline.all, consents.all, queryKeys.organisations])
    void client.invalidateQueries({ queryKey });
}

type SectorChange = { ids: string[]; sector: Sector };

/**
 * Sets a sector.
 *
 * @param given limits it to the contacts that still have this sector: a newer change is left alone
 */
const updateSector = (ids: readonly string[], sector: Sector, given?: Sector) =>
  inBatches(ids, (some) => {
    const update = supabase.from('contacts').update({ sector }).in('id', some);
    return (given === undefined ? update : update.eq('sector', given)).throwOnError();
  });

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
   * Saves a contact over the version that was read.
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

  /** Deletes one or many in one transaction; sent messages, proofs and the suppression stay. */
  remove: () =>
    moveToTrash<{ id: string }>({
      kind: 'contacts',
      successText: ({ length }) =>
        length === 1 ? 'Contact supprimé' : counted(length, 'contact supprimé', 'contacts supprimés'),
      errorMessage: 'Impossible de supprimer le contact',
      invalidates: [queryKeys.contacts],
      forget: (gone, client) => {
        changeContactList(client, (rows) => rows.filter(({ id }) => !gone.has(id)));
        for (const id of gone) client.removeQueries({ queryKey: contacts.byId(id).queryKey });
      },
    }),

  /**
   * Merges two contacts who are one person in one transaction; the other goes to the trash, and « Annuler » or the
   * trash separates them again.
   */
  merge: () =>
    mutationOptions({
      mutationFn: async ({ kept, merged, fields }: ContactMerge) => {
        await supabase.rpc('merge_contacts', { kept, merged, fields }).throwOnError();
      },
      onSuccess: async (_data, { merged }, _result, { client }) => {
        client.removeQueries({ queryKey: contacts.byId(merged).queryKey });
        const affectedKeys = [
          contacts.all,
          timeline.all,
          consents.all,
          queryKeys.contactRecency,
          queryKeys.nextActions,
          queryKeys.trash,
        ];
        await Promise.all(affectedKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
        offerUndo(client, 'Fiches réunies', () => restoreFromTrash([merged]), affectedKeys);
      },
      meta: { errorMessage: 'Impossible de réunir ces deux fiches' },
    }),

  /** Destroys the data about a person in every table (Loi 25); remaining records name nobody. */
  erase: () =>
    mutationOptions({
      mutationFn: async (contact: string) => {
        await supabase.rpc('erase_person', { contact }).throwOnError();
      },
      onSuccess: (_data, contact, _result, { client }) => {
        changeContactList(client, (rows) => rows.filter(({ id }) => id !== contact));
        client.removeQueries({ queryKey: contacts.byId(contact).queryKey });
        // Several stored copies name the person; they are stored again with the next reading.
        deleteOfflineCopies();
      },
      meta: {
        // Requests, prospects and messages are shown on other screens.
        invalidates: [
          queryKeys.quoteRequests,
          queryKeys.prospects,
          queryKeys.campaigns,
          queryKeys.privacyRegister,
        ],
        successMessage: 'Les données de cette personne sont effacées',
        errorMessage: 'Impossible d’effacer les données de cette personne',
      },
    }),

  /** Sets the status of all of them, in one transaction. */
  setStatus: () =>
    mutationOptions({
      mutationFn: async ({ ids, status }: { ids: string[]; status: Contact['status'] }) => {
        await supabase.rpc('set_contact_status', { contact_ids: ids, status }).throwOnError();
      },
      onSuccess: async (_data, { ids, status }, _result, { client }) => {
        const chosen = new Set(ids);
        const rows = client.getQueryData(contacts.list().queryKey)?.rows ?? [];
        const before = rows.filter(({ id }) => chosen.has(id));
        changeContactList(client, (rows) =>
          rows.map((row) => (chosen.has(row.id) && row.status !== status ? { ...row, status } : row)),
        );
        invalidateDerived(client);
        await client.invalidateQueries({ queryKey: [...contacts.all, 'one'] });
        const change = { kind: 'contacts', given: status } as const;
        const stale = [contacts.all, timeline.all, consents.all];
        offerStatusUndo(client, 'Statut mis à jour', change, before, stale);
      },
      meta: {
        errorMessage: 'Impossible de changer le statut des contacts',
      },
    }),

  /** Sets the sector of one or many, shown at once. */
  setSector: () =>
    mutationOptions({
      mutationFn: ({ ids, sector }: SectorChange) => updateSector(ids, sector),
      onMutate: ({ ids, sector }, { client }) => {
        const chosen = new Set(ids);
        const before = (client.getQueryData(contacts.list().queryKey)?.rows ?? []).filter(({ id }) =>
          chosen.has(id),
        );
        changeContactList(client, (rows) =>
          rows.map((row) => (chosen.has(row.id) ? { ...row, sector } : row)),
        );
        return before;
      },
      onError: (_error, _change, before, { client }) => {
        const byId = new Map(before?.map((row) => [row.id, row]));
        changeContactList(client, (rows) => rows.map((row) => byId.get(row.id) ?? row));
      },
      onSuccess: async (_data, { sector }, before, { client }) => {
        invalidateDerived(client);
        await client.invalidateQueries({ queryKey: [...contacts.all, 'one'] });
        const groups = byFormerValue(before, (row) => row.sector, sector);
        const undo = () => Promise.all(groups.map(([former, ids]) => updateSector(ids, former, sector)));
        offerUndo(client, 'Secteur mis à jour', undo, [contacts.all, timeline.all]);
      },
      meta: { errorMessage: 'Impossible de changer le secteur des contacts' },
    }),

  /** Every contact with all its columns, for a file. */
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
