import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Json } from '@/shared/database.types';
import { isUuid } from '@/shared/lib/uuid';
import { type CampaignValues, emptyCampaign } from './campaigns.schema';

/** Follow-ups of a draft: none of their fields need be valid yet. */
const draftSteps = z.array(
  z.object({ days: z.string(), template_id: z.string(), subject: z.string(), body: z.string() }),
);

/** Reads a draft field by field: a field that an earlier version of the form wrote otherwise gets its default. */
function readDraft(stored: Json): CampaignValues {
  const held = (stored ?? {}) as Readonly<Record<string, unknown>>;
  const fits = (value: unknown, empty: unknown) =>
    Array.isArray(empty)
      ? Array.isArray(value) && value.every((item) => typeof item === 'string')
      : typeof value === typeof empty;
  const fields = Object.entries(emptyCampaign).map(([field, empty]) => [
    field,
    fits(held[field], empty) ? held[field] : empty,
  ]);
  return {
    ...(Object.fromEntries(fields) as CampaignValues),
    steps: draftSteps.safeParse(held.steps).data ?? [],
  };
}

/** Saves the form of a campaign. Returns false when it has become a campaign meanwhile. */
export async function saveCampaignDraft(id: string, values: CampaignValues): Promise<boolean> {
  const { data } = await supabase
    .rpc('save_campaign_draft', { draft_id: id, title: values.name, content: values as Json })
    .throwOnError();
  return data !== false;
}

export const campaignDrafts = {
  /** Options to read the form of a draft; null for an unknown id, or once the draft has become a campaign. */
  one: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.campaigns, 'draft', id],
      queryFn: async ({ signal }): Promise<CampaignValues | null> => {
        if (!isUuid(id)) return null;
        const { data } = await supabase
          .from('campaigns')
          .select('draft')
          .eq('id', id)
          .eq('status', 'brouillon')
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data?.draft ? readDraft(data.draft) : null;
      },
      // Read once, because a refetch must not replace what is typed over it.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { errorMessage: 'Impossible de charger le brouillon' },
    }),

  /** Discards a draft; « Annuler » writes it again. */
  discard: () =>
    mutationOptions({
      mutationFn: async (id: string): Promise<CampaignValues | null> => {
        const { data } = await supabase
          .from('campaigns')
          .select('draft')
          .eq('id', id)
          .maybeSingle()
          .throwOnError();
        const { error } = await supabase.rpc('discard_campaign_draft', { draft_id: id });
        if (error) throw rpcError(error, 'Impossible de supprimer le brouillon');
        return data?.draft ? readDraft(data.draft) : null;
      },
      onSuccess: (values, id, _result, { client }) => {
        if (!values) return;
        offerUndo(client, 'Brouillon supprimé', () => saveCampaignDraft(id, values), [queryKeys.campaigns]);
      },
      meta: { invalidates: [queryKeys.campaigns] },
    }),
};
