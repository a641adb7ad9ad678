import type { PostgrestError } from '@supabase/supabase-js';
import { z } from 'zod';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { EditConflict, EditGone } from '@/admin/kit/lib/edit-conflict';
import { failureText } from '@/shared/lib/failure';
import { type TourFormValues, tourRow } from './tours.schema';

/** Schema of the present tour, which save_tour gives in the detail of PT409. */
const theirsSchema = tourRow.extend({ updated_at: z.string(), edited_by: z.string().nullable() });

/** Thrown when another tour has this slug. */
export class SlugTaken extends Error {
  override readonly name = 'SlugTaken';
  /** A free slug. */
  readonly free: string;

  constructor(free: string) {
    super('Ce slug est déjà celui d’une autre visite');
    this.free = free;
  }
}

/**
 * Explains a refused save, from the answer of save_tour (supabase/schemas/05_tours.sql).
 *
 * @param status of the HTTP answer, 0 when none came
 */
export function tourSaveError(error: PostgrestError, status: number): Error {
  const { code, message, details } = error;
  if (code === 'PT404') return new EditGone(message);
  if (code === '23505' && details) return new SlugTaken(details);
  if (code === 'PT409') {
    const theirs = theirsSchema.safeParse(parseJson(details));
    if (theirs.success) {
      const { updated_at: readAt, edited_by, ...values } = theirs.data;
      return new EditConflict<TourFormValues>({ values, readAt }, edited_by);
    }
  }
  return rpcError(
    error,
    `${failureText('La visite n’a pas pu être enregistrée', { ...error, status })} Votre saisie est conservée.`,
  );
}

function parseJson(details: string): unknown {
  try {
    return JSON.parse(details);
  } catch {
    return undefined;
  }
}
