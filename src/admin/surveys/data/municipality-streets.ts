import { mutationOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { formatDay } from '@/admin/kit/lib/dates';
import { invokeFunction } from '@/admin/kit/lib/functions';
import { failureText } from '@/shared/lib/failure';
import type { StoredStreets } from './read-streets';

const answerSchema = z.object({
  streets: z.array(
    z.object({ name: z.string(), lines: z.array(z.array(z.tuple([z.number(), z.number()]))) }),
  ),
  readAt: z.string(),
});

/** Streets of a municipality, and where they come from. */
export type FoundStreets = { streets: StoredStreets; source: string };

/** Options to read the named streets of the municipality at a place, from OpenStreetMap. */
export const municipalityStreets = () =>
  mutationOptions({
    mutationFn: async (place: { latitude: number; longitude: number }): Promise<FoundStreets> => {
      const answer = answerSchema.parse(
        await invokeFunction('municipality-streets', place, {
          fallback: (error) => failureText('Les rues n’ont pas pu être lues', error),
        }),
      );
      return {
        streets: answer.streets,
        source: `© les contributeurs d’OpenStreetMap (ODbL), lu le ${formatDay(answer.readAt.slice(0, 10))}`,
      };
    },
    networkMode: 'always',
    // The screen says why beside the button.
    meta: { silent: true },
  });
