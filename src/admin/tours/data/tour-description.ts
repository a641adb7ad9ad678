import { mutationOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { invokeFunction } from '@/admin/kit/lib/functions';
import { describedScenes } from './scene-descriptions';

const FALLBACK_MESSAGE = 'Erreur lors de la génération de la description';

const answerSchema = z.object({ description: z.string().min(1).max(2000) });

/**
 * Writes a description from the title and the place, on the server, and from the scenes of a tour made here. Aborting it
 * also stops the server's work, silently.
 */
export const generateDescription = () =>
  mutationOptions({
    mutationFn: async ({
      signal,
      tourId,
      ...given
    }: {
      title: string;
      location: string;
      /** The stored tour; absent for a new one. */
      tourId?: string | undefined;
      signal: AbortSignal;
    }) => {
      const body = { ...given, ...(tourId ? await describedScenes(tourId, signal) : {}) };
      const answer = await invokeFunction('generate-description', body, {
        fallback: FALLBACK_MESSAGE,
        signal,
      });
      const checked = answerSchema.safeParse(answer);
      if (!checked.success) throw new Error(FALLBACK_MESSAGE);
      return checked.data.description;
    },
    meta: { successMessage: 'Description générée avec succès' },
  });
