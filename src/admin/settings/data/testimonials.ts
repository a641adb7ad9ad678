import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { supabase } from '@/admin/kit/lib/supabase';
import { line, paragraph, upTo } from '@/admin/kit/lib/text-schemas';
import type { Tables } from '@/shared/database.types';

export type Testimonial = Tables<'testimonials'>;

/** Schema of a testimonial; without words, the client is only named. */
export const testimonialSchema = z.object({
  organization: line.pipe(
    z
      .string()
      .min(1, 'Le nom de l’organisation est requis')
      .max(200, 'Le nom de l’organisation ne peut pas dépasser 200 caractères'),
  ),
  person: line.pipe(upTo('La personne', 150)),
  quotation: paragraph.pipe(upTo('Le témoignage', 600)),
  is_shown: z.boolean(),
});

export type TestimonialInput = z.infer<typeof testimonialSchema>;

export const emptyTestimonial: TestimonialInput = {
  organization: '',
  person: '',
  quotation: '',
  is_shown: false,
};

const all = queryKeys.testimonials;

const updateTestimonial = async (id: string, change: Partial<TestimonialInput> & { position?: number }) => {
  const { data } = await supabase
    .from('testimonials')
    .update(change)
    .eq('id', id)
    .select('id')
    .throwOnError();
  if (data.length === 0) throw new Error('Ce témoignage n’existe plus');
};

export const testimonials = {
  /** Every testimonial, in the order of the site. */
  list: () =>
    queryOptions({
      queryKey: all,
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('testimonials')
          .select('*')
          .order('position')
          .order('created_at')
          .order('id')
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger les témoignages' },
    }),

  create: () =>
    mutationOptions({
      mutationFn: async (row: TestimonialInput & { position: number }) => {
        await supabase.from('testimonials').insert(row).throwOnError();
      },
      meta: {
        invalidates: [all],
        successMessage: 'Témoignage ajouté',
        errorMessage: 'Impossible d’ajouter le témoignage',
      },
    }),

  update: () =>
    mutationOptions({
      mutationFn: ({ id, change }: { id: string; change: Parameters<typeof updateTestimonial>[1] }) =>
        updateTestimonial(id, change),
      meta: {
        invalidates: [all],
        successMessage: 'Témoignage modifié',
        errorMessage: 'Impossible de modifier le témoignage',
      },
    }),

  /** Deletes a testimonial; « Annuler » writes it again, in its place. */
  remove: () =>
    mutationOptions({
      mutationFn: async ({ id }: Testimonial) => {
        await supabase.from('testimonials').delete().eq('id', id).throwOnError();
      },
      onSuccess: (_data, { organization, person, quotation, is_shown, position }, _result, { client }) =>
        offerUndo(
          client,
          'Témoignage supprimé',
          async () => {
            const row = { organization, person, quotation, is_shown, position };
            await supabase.from('testimonials').insert(row).throwOnError();
          },
          [all],
        ),
      meta: { invalidates: [all], errorMessage: 'Impossible de supprimer le témoignage' },
    }),
};

/** Computes the position between a row's new neighbours, once it moved by one place. */
export function movedPosition(
  list: readonly Pick<Testimonial, 'position'>[],
  from: number,
  to: number,
): number {
  const others = list.filter((_row, index) => index !== from);
  const before = others[to - 1]?.position;
  const after = others[to]?.position;
  if (before === undefined) return (after ?? 1) - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}
