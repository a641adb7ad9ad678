import { mutationOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Database } from '@/shared/database.types';
import { tourSaveError } from './tour-save-errors';
import { tours } from './tours';
import { type TourFormValues, tourRow } from './tours.schema';

/** The generated types know no null argument, which is the default of each. */
type Arguments = Database['public']['Functions']['save_tour']['Args'];

type SaveRequest = {
  values: TourFormValues;
  /** The stored tour, as it was read; absent for a new one. */
  edited?: { id: string; readAt: string } | undefined;
  /** Id of a new tour whose panoramas are in its folder already. */
  newId?: string | undefined;
};

/**
 * Creates a tour, or saves one with its tags in one transaction.
 *
 * @throws EditConflict, SlugTaken, EditGone, or an error whose French message tells what to do
 */
export const saveTour = () =>
  mutationOptions({
    mutationFn: async ({ values, edited, newId }: SaveRequest): Promise<string> => {
      const {
        data,
        error,
        status: http,
      } = await supabase.rpc('save_tour', {
        ...(z.encode(tourRow, values) as Arguments),
        tour_id: edited?.id,
        read_at: edited?.readAt,
        new_id: edited ? undefined : newId,
      });
      if (error) throw tourSaveError(error, http);
      return data;
    },
    meta: { invalidates: [tours.listKey], silent: true },
  });
