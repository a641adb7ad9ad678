import { z } from 'zod';
import { createHandler } from '../_shared/create-handler.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { toMessage } from '../_shared/inbound/read-message.ts';
import { type Delivered, storeMessage } from '../_shared/inbound/store-message.ts';
import { parseJson, readBodyBytes } from '../_shared/json.ts';
import { readSetting } from '../_shared/settings.ts';
import { requireSignature } from '../_shared/webhook-signature.ts';
import { fetchRaw, fetchReceived, type ReceivedEmail, toEmail } from './provider.ts';

const MAX_BYTES = 256 * 1024;
/** Name with which the provider's receiving server signs its findings. */
const SERVER = 'amazonses.com';

const eventSchema = z.object({
  type: z.literal('email.received'),
  created_at: z.string().optional(),
  data: z.object({ email_id: z.string().min(1).max(200), to: z.array(z.string()).optional() }),
});

/**
 * Stores a message that Resend received, signed with RESEND_INBOUND_SECRET: the event names it, and it is fetched
 * from the provider's API. Answers 200 `{ stored }`; on any other status Resend retries for hours. A second delivery
 * gives the same row. Nobody is answered automatically.
 */
export const handler = createHandler('receive-email', async (request, dependencies, requestId) => {
  const body = new Uint8Array(await readBodyBytes(request, MAX_BYTES));
  await requireSignature(request, dependencies, 'RESEND_INBOUND_SECRET', body);
  const { data: event } = eventSchema.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!event) return { stored: false };
  const { email_id: providerId, to = [] } = event.data;
  const received = await fetchReceived(dependencies, providerId);
  if (!received) return { stored: false };
  const server = readSetting(dependencies.env, 'INBOUND_AUTHSERV_ID') ?? SERVER;
  const receivedAt = timeOf(event.created_at);
  const delivery = { providerId, receivedAt, server, recipients: to };
  const delivered = await deliver(dependencies, received, server, to);
  const { stored, loop, from } = await storeMessage(dependencies, delivery, delivered);
  if (loop) {
    const detail = `${from} answers by itself: not kept`;
    dependencies.log({ function: 'receive-email', requestId, status: 200, code: 'loop', ms: 0, detail });
  }
  return { stored };
});

/** Reads the raw message; where that fails for good, the provider's own parsing of it, without its files. */
async function deliver(
  dependencies: Dependencies,
  received: ReceivedEmail,
  server: string,
  to: readonly string[],
): Promise<Delivered> {
  const raw = await fetchRaw(dependencies, received);
  const without = (trouble: string) => {
    const message = toMessage(toEmail(received), server, to);
    // The order of the headers is unknown here: a sender may have forged favourable ones.
    const sender_check = message.sender_check === 'pass' ? ('unknown' as const) : message.sender_check;
    return { message: { ...message, sender_check }, trouble };
  };
  if (raw === 'too_large')
    return {
      partial: without('Message de plus de 25\u00a0Mo\u00a0: ses pièces jointes n’ont pas été gardées.'),
    };
  if (!raw)
    return {
      partial: without(
        'Le message d’origine n’a pas été donné par le fournisseur\u00a0: sans ses pièces jointes.',
      ),
    };
  return { raw, without };
}

function timeOf(timestamp: string | undefined): string {
  const time = Date.parse(timestamp ?? '');
  return new Date(Math.min(Number.isNaN(time) ? Date.now() : time, Date.now())).toISOString();
}
