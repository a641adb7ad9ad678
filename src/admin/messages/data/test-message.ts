import { mutationOptions } from '@tanstack/react-query';
import { invokeFunction } from '@/admin/kit/lib/functions';
import { notify } from '@/shared/lib/notify';

/** A message as the screen shows it, its variables replaced. */
export type TestMessage = { subject: string; body: string; from?: string | undefined };

/** Sends a message that is being written, saved or not, to the administrator who asks, and to no other address. */
export const sendTestMessage = () =>
  mutationOptions({
    mutationFn: async ({ subject, body, from }: TestMessage) => {
      const fallback = 'Impossible d’envoyer l’essai';
      const request = { text: { subject, body }, ...(from ? { from } : {}) };
      const answer = await invokeFunction('send-test-email', request, { fallback });
      return (answer as { sentTo?: string } | null)?.sentTo ?? 'votre adresse';
    },
    onSuccess: (address) => notify.success(`Essai envoyé à ${address}`),
  });
