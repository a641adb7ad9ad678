import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { FunctionError } from '../errors.ts';
import { type ServiceApi, serviceApi, serviceFiles } from '../service-api.ts';
import { returnDay } from './absence-return.ts';
import { chooseFiles } from './kept-files.ts';
import { type IncomingMessage, readMessage } from './read-message.ts';

const FILES_BUCKET = 'inbound-files';

/**
 * Largest message that is read, in bytes; a larger one is only recorded. Reading takes about six times as much memory,
 * and a hosted worker has 256 MB.
 */
export const MAX_BYTES = 15 * 1024 * 1024;
/** French notice of a larger message; the place to read it follows. */
export const TOO_LARGE = 'Message trop volumineux (plus de 15\u00a0Mo)';
/** French notice of a message that ended a worker; the place to read it follows. */
export const INTERRUPTED_MESSAGE = 'La lecture de ce message s’est interrompue';

const readingAnswers = z.enum(['whole', 'event', 'known', 'busy']);
/** Way to read a message: `whole`, or only its `event` after an earlier reading crashed. */
type ReadingMode = Exclude<z.infer<typeof readingAnswers>, 'known' | 'busy'>;

/**
 * Reads a message under a mark in the database: after a worker that was ended by it (memory, processor time) it is not
 * read in the same way again. Returns undefined when the message is kept already. Throws 503 while another worker may
 * be reading it.
 */
export async function readMarked<Result>(
  service: ServiceApi,
  providerId: string,
  read: (reading: ReadingMode) => Promise<Result>,
): Promise<Result | undefined> {
  const reading = readingAnswers.parse(await service.call('begin_message_reading', { provider: providerId }));
  if (reading === 'known') return undefined;
  if (reading === 'busy') {
    throw new FunctionError(503, 'being_read', 'Un message est encore en cours de lecture.', providerId);
  }
  try {
    return await read(reading);
  } finally {
    // A mark that stays costs the message its text at most.
    await service.call('end_message_reading', { provider: providerId }).catch(() => undefined);
  }
}

/**
 * A message as received, or the known facts about one that was unavailable, too large or unreadable, with the reason.
 */
export type DeliveredMessage =
  | { raw: Uint8Array; without: (trouble: string) => Promise<PartialMessage> | PartialMessage }
  | { partial: PartialMessage };
type PartialMessage = { message: IncomingMessage; trouble: string };

/** The transport of a message. */
interface MessageDelivery {
  /** A message delivered twice has the same. */
  providerId: string;
  receivedAt: string;
  /** Name with which the server signs its findings. */
  server: string;
  recipients: readonly string[];
}

/**
 * Reads a message, keeps its files and its row; the same message again is one row. `stored` false: it was known already,
 * or one too many of a `loop`.
 */
export async function storeMessage(
  dependencies: Dependencies,
  { providerId, receivedAt, server, recipients }: MessageDelivery,
  delivered: DeliveredMessage,
): Promise<{ stored: boolean; loop?: boolean | undefined; from: string }> {
  const id = await idOf(providerId);
  const whole =
    'raw' in delivered
      ? await readMessage(delivered.raw, server, recipients).catch(() => undefined)
      : undefined;
  const { message, attachments, trouble } = await read();
  const given = {
    id,
    provider_id: providerId,
    received_at: receivedAt,
    returns_on: returnDay(`${message.subject}\n${message.body}`, receivedAt),
    ...message,
    attachments,
    trouble,
  };
  const answer = await serviceApi(dependencies).call('receive_message', { message: given });
  const { stored, loop } = z.object({ stored: z.boolean(), loop: z.boolean().optional() }).parse(answer);
  return { stored, loop, from: message.from_email };

  async function read() {
    if ('partial' in delivered) return { ...delivered.partial, attachments: [] };
    if (!whole) {
      const partial = await delivered.without(
        'Le message d’origine est illisible\u00a0: sans ses pièces jointes.',
      );
      return { ...partial, attachments: [] };
    }
    const { kept, uploads } = chooseFiles(id, whole.files);
    const files = serviceFiles(dependencies, FILES_BUCKET);
    await files.upload(`${id}/message.eml`, delivered.raw, 'message/rfc822');
    for (const { path, type, content } of uploads) await files.upload(path, content, type);
    return { message: whole.message, attachments: kept, trouble: whole.trouble };
  }
}

/** Derives a message's id from the provider's, so that a second delivery finds the first. */
async function idOf(providerId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`inbound:${providerId}`));
  const hex = [...new Uint8Array(digest).slice(0, 16)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  // Version 8, for custom ids (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
