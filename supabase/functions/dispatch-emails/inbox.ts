import { z } from 'zod';
import { readSendingSettings } from '../_shared/campaign/sending-settings.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import {
  folderOf,
  MAX_BYTES,
  type MailboxMessage,
  readImapMailbox,
  readNewMessages,
  unreadReason,
  type Watermark,
} from '../_shared/inbound/imap-mailbox.ts';
import { readMessage } from '../_shared/inbound/read-message.ts';
import { type Delivered, type Delivery, storeMessage } from '../_shared/inbound/store-message.ts';
import { type ServiceApi, serviceApi } from '../_shared/service-api.ts';
import { readSetting } from '../_shared/settings.ts';

/**
 * Time during which a message that could not be stored is tried again; afterwards it is stored without its text, or
 * skipped and left unseen.
 */
const RETRY_MS = 3_600_000;
const TOO_LARGE = 'Message de plus de 25\u00a0Mo\u00a0: lisez-le dans la boîte de réception.';
const NOT_WHOLE = 'Ce message n’a pas pu être gardé en entier\u00a0: lisez-le dans la boîte de réception.';

const watermarkSchema = z
  .object({ validity: z.number().nullable(), uid: z.number(), read_at: z.string().nullable() })
  .nullable();

/**
 * Reads and stores the answers in the mailbox of IMAP_HOST, where one is set, like `receive-email`. The position and
 * the last error are in the database: one run at a time.
 *
 * @param seconds for starting to read messages
 * @param log receives the omissions
 */
export async function readInbox(
  dependencies: Dependencies,
  seconds: number,
  log: (code: string, detail: string) => void,
): Promise<void> {
  const { env } = dependencies;
  const host = readSetting(env, 'IMAP_HOST');
  if (!host) return;
  const service = serviceApi(dependencies);
  const name = `${readSetting(env, 'IMAP_USER') ?? ''}@${host}/${folderOf(env)}`;
  const left = watermarkSchema.parse(await service.call('begin_inbox_reading', { mailbox: name }));
  if (!left) return;
  const from: Watermark = { validity: left.validity, uid: left.uid, readAt: left.read_at };
  let reached: { validity: number | null; uid: number } = left;
  let error: string | null = null;
  try {
    const mailbox = readImapMailbox(env, host);
    const keep = await keeper(dependencies, service, name, log);
    await readNewMessages(dependencies, mailbox, { from, seconds }, keep, (validity, uid) => {
      reached = { validity, uid };
    });
  } catch (thrown) {
    error = unreadReason(thrown, folderOf(env));
    log('inbox_not_read', `${error} ${(thrown as { code?: string }).code ?? ''}`.trim());
  }
  await service.call('finish_inbox_reading', { validity: reached.validity, uid: reached.uid, error });
}

/** Makes the function that stores one message of a mailbox and tells whether it did. */
async function keeper(
  dependencies: Dependencies,
  service: ServiceApi,
  name: string,
  log: (code: string, detail: string) => void,
): Promise<(message: MailboxMessage, validity: number) => Promise<boolean>> {
  const settings = await readSendingSettings(service);
  const own = new Set(
    [readSetting(dependencies.env, 'MAIL_FROM') ?? '', ...(settings?.verified_senders ?? [])].map((address) =>
      address.toLowerCase(),
    ),
  );
  const server = readSetting(dependencies.env, 'IMAP_AUTHSERV_ID');
  const mailbox = await shortHash(name);
  return async ({ uid, size, arrivedAt, headers, source }, validity) => {
    const head = await readMessage(headers, server, []).catch(() => undefined);
    // The mailbox also holds notices to the team and copies of sent messages.
    if (head && own.has(head.message.from_email)) return false;
    const withoutContent = (trouble: string) => {
      if (!head) throw new Error('the headers cannot be read');
      return { message: head.message, trouble };
    };
    const receivedAt = new Date(Math.min(arrivedAt.getTime(), Date.now())).toISOString();
    const delivery: Delivery = {
      providerId: `imap:${mailbox}:${validity}:${uid}`,
      receivedAt,
      server,
      recipients: [],
    };
    const keep = async (delivered: Delivered) => {
      const { loop, from } = await storeMessage(dependencies, delivery, delivered);
      if (loop) log('loop', `${from} answers by itself: not kept`);
      return !loop;
    };
    const isTooLarge = size > MAX_BYTES;
    const raw = isTooLarge ? undefined : await source();
    if (!raw && !isTooLarge) return false;
    try {
      return await keep(raw ? { raw, without: withoutContent } : { partial: withoutContent(TOO_LARGE) });
    } catch (error) {
      if (Date.now() - arrivedAt.getTime() < RETRY_MS) throw error;
    }
    return keep({ partial: withoutContent(NOT_WHOLE) }).catch((error: Error) => {
      log('inbox_message_left', `${validity}:${uid} ${error.message}`);
      return false;
    });
  };
}

async function shortHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
