import { mutationOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { invokeFunction } from '@/admin/kit/lib/functions';

const answerSchema = z.object({ collection: z.string(), sent: z.number(), hasMore: z.boolean() });

/** « Envoyer à Panoramax »: sends the published pictures of a survey a few at a time; returns how many went. */
export const sendToPanoramax = (surveyId: string, onProgress: (sent: number) => void) =>
  mutationOptions({
    mutationFn: async (): Promise<{ sent: number }> => {
      const fallback = 'Impossible de joindre le serveur. L’envoi est interrompu.';
      let collection: string | undefined;
      for (let done = 0; ; ) {
        const body = { surveyId, from: done, ...(collection ? { collection } : {}) };
        const answer = answerSchema.parse(await invokeFunction('send-to-panoramax', body, { fallback }));
        collection = answer.collection;
        done += answer.sent;
        onProgress(done);
        if (!answer.hasMore) return { sent: done };
      }
    },
    // The section says what failed.
    meta: { silent: true },
  });
