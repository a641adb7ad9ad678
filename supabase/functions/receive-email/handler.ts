import { z } from 'zod';
import { createHandler } from '../_shared/create-handler.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { readMessage, toMessage } from '../_shared/inbound/read-message.ts';
import { parseJson, readBodyBytes } from '../_shared/json.ts';
import { serviceApi, serviceFiles } from '../_shared/service-api.ts';
import { readSetting } from '../_shared/settings.ts';
import { requireSignature } from '../_shared/webhook-signature.ts';
import { chooseFiles } from './files.ts';
import { fetchRaw, fetchReceived, type ReceivedEmail, toEmail } from './provider.ts';

const MAX_BYTES = 256 * 1024;
const BUCKET = 'inbound-files';
/** The name by which the provider's receiving server signs its findings. */
const SERVER = 'amazonses.com';

const eventSchema = z.object({
  type: z.literal('email.received'),
  created_at: z.string().optional(),
  data: z.object({ email_id: z.string().min(1).max(200), to: z.array(z.string()).optional() }),
});

/**
 * Keeps a message that Resend received, signed with RESEND_INBOUND_SECRET: the event names it, the provider's API gives it.
 * Answers 200 `{ stored }`; on any other status Resend tells it again for hours. The same message again is one row.
 * It answers nobody: a reply is written by a person.
 */
export const handler = createHandler('receive-email', async (request, dependencies, requestId) => {
  const body = new Uint8Array(await readBodyBytes(request, MAX_BYTES));
  await requireSignature(request, dependencies, 'RESEND_INBOUND_SECRET', body);
  const { data: event } = eventSchema.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!event) return { stored: false };
  const { email_id: providerId, to = [] } = event.data;
  const received = await fetchReceived(dependencies, providerId);
  if (!received) return { stored: false };
  const id = await idOf(providerId);
  const { message, attachments, trouble } = await read(dependencies, received, id, to);
  const given = {
    ...{ id, provider_id: providerId, ...message, attachments, trouble },
    received_at: timeOf(event.created_at),
  };
  const answer = await serviceApi(dependencies).call('receive_message', { message: given });
  const { stored, loop } = z.object({ stored: z.boolean(), loop: z.boolean().optional() }).parse(answer);
  if (loop) {
    const detail = `${message.from_email} answers by itself: not kept`;
    dependencies.log({ function: 'receive-email', requestId, status: 200, code: 'loop', ms: 0, detail });
  }
  return { stored };
});

async function read(dependencies: Dependencies, received: ReceivedEmail, id: string, to: readonly string[]) {
  const server = readSetting(dependencies.env, 'INBOUND_AUTHSERV_ID') ?? SERVER;
  const raw = await fetchRaw(dependencies, received);
  const without = (trouble: string) => {
    const message = toMessage(toEmail(received), server, to);
    // In which order the headers stood is not told: a sender may have written those that praise them.
    const sender_check = message.sender_check === 'pass' ? ('unknown' as const) : message.sender_check;
    return { message: { ...message, sender_check }, attachments: [], trouble };
  };
  if (raw === 'too_large')
    return without('Message de plus de 25\u00a0Mo\u00a0: ses pièces jointes n’ont pas été gardées.');
  if (!raw)
    return without(
      'Le message d’origine n’a pas été donné par le fournisseur\u00a0: sans ses pièces jointes.',
    );
  const whole = await readMessage(raw, server, to).catch(() => undefined);
  if (!whole) return without('Le message d’origine est illisible\u00a0: sans ses pièces jointes.');
  const { kept, uploads } = chooseFiles(id, whole.files);
  const files = serviceFiles(dependencies, BUCKET);
  await files.upload(`${id}/message.eml`, raw, 'message/rfc822');
  for (const { path, type, content } of uploads) await files.upload(path, content, type);
  return { message: whole.message, attachments: kept, trouble: null };
}

/** The id of a message, made from the provider's: a second delivery finds the first. */
async function idOf(providerId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`inbound:${providerId}`));
  const hex = [...new Uint8Array(digest).slice(0, 16)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  // Version 8: of one's own making (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function timeOf(told: string | undefined): string {
  const time = Date.parse(told ?? '');
  return new Date(Math.min(Number.isNaN(time) ? Date.now() : time, Date.now())).toISOString();
}
