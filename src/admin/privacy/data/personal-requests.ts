import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';

/** The columns that a person may correct on their page, as stored. */
type Correction = Partial<Record<'name' | 'function_title' | 'company' | 'phone', string | null>>;

/** A request made on « Ma fiche », with the name that the list shows. */
export type PersonalRequest = Omit<Tables<'personal_requests'>, 'before' | 'after'> & {
  before: Correction;
  after: Correction;
  contacts: { name: string; company: string } | null;
};

const all = queryKeys.personalRequests;

const staleKeys = [all, queryKeys.today, queryKeys.contactTimeline];

const readRequests = async (signal: AbortSignal, contactId?: string) =>
  (await readAllRows(() => {
    const open = supabase
      .from('personal_requests')
      .select('*, contacts(name, company)')
      .is('closed_at', null)
      .order('due_on', { nullsFirst: false })
      .order('created_at')
      .order('id');
    return contactId ? open.eq('contact_id', contactId) : open;
  }, signal)) as PersonalRequest[];

const errorMessage = 'Impossible de charger les demandes des personnes';

export const personalRequests = {
  all,

  /** Options to read every request that nobody has answered, the first due first. */
  open: () =>
    queryOptions({
      queryKey: [...all, 'open'],
      queryFn: ({ signal }) => readRequests(signal),
      meta: { errorMessage },
    }),

  /** Reads the requests of one contact. */
  ofContact: (contactId: string) =>
    queryOptions({
      queryKey: [...all, 'of', contactId],
      queryFn: ({ signal }) => readRequests(signal, contactId),
      meta: { errorMessage },
    }),

  /** « Vu » of a correction, or the refusal of an erasure with its reason, which the person reads on their page. */
  close: () =>
    mutationOptions({
      mutationFn: async ({ id, reason }: { id: string; reason?: string }) => {
        const { error } = await supabase.rpc('close_personal_request', {
          request: id,
          ...(reason && { reason }),
        });
        if (error) throw rpcError(error, 'Impossible d’enregistrer la réponse à cette demande');
      },
      meta: { invalidates: staleKeys, successMessage: 'Demande traitée' },
    }),

  /** Sends a contact the link to their own page. */
  sendLink: () =>
    mutationOptions({
      mutationFn: async (contactId: string) => {
        const { error } = await supabase.rpc('send_personal_link', { contact: contactId });
        if (error) throw rpcError(error, 'Impossible d’envoyer le lien');
      },
      meta: { successMessage: 'Le lien part dans la minute. Il est valide sept jours.' },
    }),
};
