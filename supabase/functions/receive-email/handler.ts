import { z } from 'zod';
import { readSendingSettings } from '../_shared/campaign/sending-settings.ts';
import { createHandler } from '../_shared/create-handler.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { type IncomingMessage, toMessage } from '../_shared/inbound/read-message.ts';
import {
  type DeliveredMessage,
  INTERRUPTED_MESSAGE,
  readMarked,
  storeMessage,
  TOO_LARGE,
} from '../_shared/inbound/store-message.ts';
import { parseJson, readBodyBytes } from '../_shared/json.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { readSetting } from '../_shared/settings.ts';
import { requireSignature } from '../_shared/webhook-signature.ts';
import { fetchRaw, fetchReceived, type ReceivedEmail, toEmail } from './provider.ts';

const MOST_EVENT = 256 * 1024;
/** Name with which the provider's receiving server signs its findings. */
const RECEIVING_SERVER = 'amazonses.com';

const text = z.string().nullish().catch(null);
const eventSchema = z.object({
  type: z.literal('email.received'),
  created_at: z.string().optional(),
  data: z.object({
    email_id: z.string().min(1).max(200),
    to: z.array(z.string()).optional(),
    from: text,
    subject: text,
    message_id: text,
  }),
});
type ReceivedEvent = z.infer<typeof eventSchema>['data'];

/**
 * Stores a message that Resend received, signed with RESEND_INBOUND_SECRET: the event names it, and it is fetched
 * from the provider's API. Answers 200 `{ stored }`; on any other status Resend retries for hours. A second delivery
 * gives the same row. Nobody is answered automatically.
 */
export const handler = createHandler('receive-email', async (request, dependencies, requestId) => {
  const body = new Uint8Array(await readBodyBytes(request, MOST_EVENT));
  await requireSignature(request, dependencies, 'RESEND_INBOUND_SECRET', body);
  const { data: event } = eventSchema.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!event) return { stored: false };
  const { email_id: providerId, to = [] } = event.data;
  const server = readSetting(dependencies.env, 'INBOUND_AUTHSERV_ID') ?? RECEIVING_SERVER;
  if (await isOurs(dependencies, knownFields(event.data, server, '').message)) return { stored: false };
  const delivery = { providerId, receivedAt: timeOf(event.created_at), server, recipients: to };
  const stored = await readMarked(serviceApi(dependencies), providerId, async (reading) => {
    const delivered =
      reading === 'whole'
        ? await storeDelivery(dependencies, event.data, server)
        : {
            partial: knownFields(
              event.data,
              server,
              `${INTERRUPTED_MESSAGE}\u00a0: lisez-le chez le fournisseur.`,
            ),
          };
    return delivered && (await storeMessage(dependencies, delivery, delivered));
  });
  if (stored?.loop) {
    const detail = `${stored.from} answers by itself: not kept`;
    dependencies.log({ function: 'receive-email', requestId, status: 200, code: 'loop', ms: 0, detail });
  }
  return { stored: stored?.stored ?? false };
});

/**
 * Tells whether a message comes from the studio itself: a mailbox that forwards here also brings the notices to the team.
 * A message that answers one of ours is kept, since somebody may try the answers out.
 */
async function isOurs(dependencies: Dependencies, { from_email, tokens }: IncomingMessage): Promise<boolean> {
  if (tokens.length > 0) return false;
  const settings = await readSendingSettings(serviceApi(dependencies));
  const own = [readSetting(dependencies.env, 'MAIL_FROM'), ...(settings?.verified_senders ?? [])];
  return own.some((address) => address?.toLowerCase() === from_email);
}

/**
 * Reads the raw message; where that fails for good, the provider's own parsing of it, without its files, or the event
 * itself. Undefined when the provider has no such message.
 */
async function storeDelivery(
  dependencies: Dependencies,
  event: ReceivedEvent,
  server: string,
): Promise<DeliveredMessage | undefined> {
  const received = await fetchReceived(dependencies, event.email_id);
  if (received === 'too_large')
    return { partial: knownFields(event, server, `${TOO_LARGE}\u00a0: lisez-le chez le fournisseur.`) };
  if (!received) return undefined;
  const raw = await fetchRaw(dependencies, received);
  const without = (trouble: string) => knownFields(received, server, trouble, event.to);
  if (raw === 'too_large')
    return { partial: without(`${TOO_LARGE}\u00a0: ses pièces jointes n’ont pas été gardées.`) };
  if (!raw)
    return {
      partial: without(
        'Le message d’origine n’a pas été donné par le fournisseur\u00a0: sans ses pièces jointes.',
      ),
    };
  return { raw, without };
}

/** Builds a message from what the provider says of it, with the reason why it is not read. */
function knownFields(said: Omit<ReceivedEmail, 'id'>, server: string, trouble: string, recipients = said.to) {
  const message = toMessage(toEmail(said), server, recipients ?? []);
  // The order of the headers is unknown here: a sender may have forged favourable ones.
  const sender_check = message.sender_check === 'pass' ? ('unknown' as const) : message.sender_check;
  return { message: { ...message, sender_check }, trouble };
}

function timeOf(timestamp: string | undefined): string {
  const time = Date.parse(timestamp ?? '');
  return new Date(Math.min(Number.isNaN(time) ? Date.now() : time, Date.now())).toISOString();
}
