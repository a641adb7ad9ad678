import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/admin/lib/supabase';
import { toTourArguments } from './tour-form-values';
import { tourSaveError } from './tour-save-errors';
import { tours } from './tours';
import type { TourFormValues } from './tours.schema';

type SaveRequest = {
  values: TourFormValues;
  /** Absent for a new tour. */
  edited?: { id: string; readAt: string } | undefined;
};

/**
 * Creates a tour, or saves one with its tags in one transaction. Apart from the lists, which save nothing and do not
 * load zod; the handling of a refusal is loaded from the start, because the network may be what fails.
 *
 * @throws EditConflict, SlugTaken, EditGone, or an error whose French message tells what to do
 */
export const saveTour = () =>
  mutationOptions({
    mutationFn: async ({ values, edited }: SaveRequest): Promise<string> => {
      const {
        data,
        error,
        status: http,
      } = await supabase.rpc('save_tour', {
        ...toTourArguments(values),
        tour_id: edited?.id,
        read_at: edited?.readAt,
      });
      if (error) throw tourSaveError(error, http);
      return data;
    },
    meta: { invalidates: [tours.listKey], silent: true },
  });
