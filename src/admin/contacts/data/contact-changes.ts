import { mutationOptions } from '@tanstack/react-query';
import { deleteOfflineCopies } from '@/admin/kit/data/offline-copies';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { byFormerValue, offerUndo } from '@/admin/kit/data/undo-change';
import { offerStatusUndo } from '@/admin/kit/data/undo-status';
import { inBatches } from '@/admin/kit/lib/in-batches';
import { supabase } from '@/admin/kit/lib/supabase';
import { moveToTrash } from '@/admin/trash/data/move-to-trash';
import { counted } from '@/shared/lib/numbers';
import { consents } from './consents';
import type { Sector } from './contact-labels';
import { type Contact, changeContactList } from './contact-list';
import { contacts, invalidateDerived } from './contacts';
import { timeline } from './timeline';

/** Two contacts of the same person; `fields` are the columns that the kept contact takes from the other. */
type ContactMerge = { kept: string; merged: string; fields: string[] };

/**
 * The person whose data to erase: a contact, or the person behind a request of « Ma fiche », who may have no contact.
 */
export type Erasure = { contact: string | null; request?: string };

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

/** Mutations of existing contacts, one or many at once. */
export const contactChanges = {
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

  /** Merges two contacts of the same person in one transaction; a copy of the other goes to the trash. */
  merge: () =>
    mutationOptions({
      mutationFn: async ({ kept, merged, fields }: ContactMerge) => {
        await supabase.rpc('merge_contacts', { kept, merged, fields }).throwOnError();
      },
      onSuccess: (_data, { merged }, _result, { client }) =>
        client.removeQueries({ queryKey: contacts.byId(merged).queryKey }),
      meta: {
        invalidates: [
          contacts.all,
          timeline.all,
          consents.all,
          queryKeys.contactRecency,
          queryKeys.nextActions,
          queryKeys.trash,
        ],
        successMessage: 'Fiches réunies',
        errorMessage: 'Impossible de réunir ces deux fiches',
      },
    }),

  /** Destroys the data about a person in every table (Loi 25); remaining records name nobody. */
  erase: () =>
    mutationOptions({
      mutationFn: async ({ contact, request }: Erasure) => {
        await (request
          ? supabase.rpc('erase_as_asked', { request })
          : supabase.rpc('erase_person', { contact: contact ?? '' })
        ).throwOnError();
      },
      onSuccess: (_data, { contact }, _result, { client }) => {
        changeContactList(client, (rows) => rows.filter(({ id }) => id !== contact));
        if (contact) client.removeQueries({ queryKey: contacts.byId(contact).queryKey });
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
          queryKeys.personalRequests,
          queryKeys.today,
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
};
