import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { supabase } from '@/admin/kit/lib/supabase';
import { api } from '@/shared/lib/site-config';
import type { KeyInput } from './assistant.schema';

/** A key of one's own; its text is known to nobody. */
export type AssistantKey = {
  id: string;
  name: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
};

/** A call of a tool: its texts are kept as numbers of characters; `row_count` is null while it runs. */
export type AssistantCall = {
  id: number;
  key_name: string;
  tool: string;
  arguments: Record<string, unknown>;
  row_count: number | null;
  refusal: string | null;
  called_at: string;
};

/** The address that an assistant is given. */
export const assistantAddress = () => `${api.url}/functions/v1/assistant`;

const all = ['assistant', 'keys'] as const;

export const assistant = {
  /** Options to read one's own keys and the last fifty calls of them all. */
  mine: () =>
    queryOptions({
      queryKey: all,
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('assistant_keys').abortSignal(signal).throwOnError();
        return data as { keys: AssistantKey[]; calls: AssistantCall[] };
      },
      meta: { errorMessage: 'Impossible de charger les clés de l’assistant' },
    }),

  /** Makes a key and returns it, once only. */
  create: () =>
    mutationOptions({
      mutationFn: async ({ name, days }: KeyInput) => {
        const { data, error } = await supabase.rpc('create_assistant_key', { name, days: Number(days) });
        if (error) throw rpcError(error, 'La clé n’a pas pu être créée.');
        return data;
      },
      meta: { invalidates: [all], errorMessage: 'Impossible de créer la clé' },
    }),

  revoke: () =>
    mutationOptions({
      mutationFn: async (key_id: string) => {
        await supabase.rpc('revoke_assistant_key', { key_id }).throwOnError();
      },
      meta: {
        invalidates: [all],
        successMessage: 'La clé ne fonctionne plus',
        errorMessage: 'Impossible de révoquer la clé',
      },
    }),
};
