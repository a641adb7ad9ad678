import { type DraftContent, type DraftKind, draftContents } from '@contract/assistant-drafts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { supabase } from '@/admin/kit/lib/supabase';

/** The record that a draft is about. */
export type DraftTarget = { kind: 'contact' | 'quote_request' | 'trip_plan'; id: string; name: string };

type Of<Kind extends DraftKind> = {
  id: string;
  kind: Kind;
  content: DraftContent<Kind>;
  created_at: string;
  key_name: string;
  /** Undefined for what is about no record. */
  target: DraftTarget | undefined;
  /** The contacts who have the telephone number of a proposed one. */
  samePhone: { id: string; name: string; company: string }[];
};

/** A draft that an assistant prepared. */
export type Draft = { [Kind in DraftKind]: Of<Kind> }[DraftKind];

/** A draft of one kind. */
export type DraftOf<Kind extends DraftKind> = Extract<Draft, { kind: Kind }>;

/** French name of each kind of draft. */
export const draftKinds = {
  reply: 'Réponse',
  note: 'Note d’un échange',
  action: 'Prochaine action',
  campaign: 'Campagne',
  quote: 'Devis',
  contact: 'Contact proposé',
} as const satisfies Record<DraftKind, string>;

type Row = {
  id: string;
  kind: string;
  content: unknown;
  created_at: string;
  key_name: string;
  target: DraftTarget['kind'] | null;
  target_id: string | null;
  target_name: string | null;
  same_phone: Draft['samePhone'];
};

/** Returns the draft of a row; nothing for one that an earlier version wrote otherwise. */
function toDraft({ target, target_id, target_name, same_phone, content, ...row }: Row): Draft[] {
  const read = draftContents[row.kind as DraftKind]?.safeParse(content);
  if (!read?.success) return [];
  const about = target && target_id ? { kind: target, id: target_id, name: target_name ?? '' } : undefined;
  return [{ ...row, content: read.data, target: about, samePhone: same_phone } as Draft];
}

const all = ['assistant', 'drafts'] as const;

async function setClosed(draft: string, closed: boolean) {
  await supabase.rpc('close_assistant_draft', { draft, closed }).throwOnError();
}

export const drafts = {
  all,

  /** Options to read the drafts that wait for the person, the newest first. Silent: most people have no assistant. */
  waiting: () =>
    queryOptions({
      queryKey: all,
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('assistant_drafts', {}, { get: true })
          .abortSignal(signal)
          .throwOnError();
        return ((data ?? []) as Row[]).flatMap(toDraft);
      },
    }),

  /** Closes a draft that was applied. */
  close: () =>
    mutationOptions({
      mutationFn: (id: string) => setClosed(id, true),
      meta: { invalidates: [all], errorMessage: 'Impossible de fermer le brouillon' },
    }),

  /** Throws a draft away; « Annuler » brings it back. */
  discard: () =>
    mutationOptions({
      mutationFn: (id: string) => setClosed(id, true),
      onSuccess: (_done, id, _result, { client }) =>
        offerUndo(client, 'Brouillon jeté', () => setClosed(id, false), [all]),
      meta: { invalidates: [all], errorMessage: 'Impossible de jeter le brouillon' },
    }),
};
