import { z } from 'zod';
import { readSendingSettings } from '../_shared/campaign/sending-settings.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import {
  folderOf,
  type MailboxMessage,
  readImapMailbox,
  readNewMessages,
  unreadReason,
  type Watermark,
} from '../_shared/inbound/imap-mailbox.ts';
import { readMessage, toMessage } from '../_shared/inbound/read-message.ts';
import {
  type Delivered,
  INTERRUPTED,
  MAX_BYTES,
  type Reading,
  readMarked,
  storeMessage,
  TOO_LARGE,
} from '../_shared/inbound/store-message.ts';
import { type ServiceApi, serviceApi } from '../_shared/service-api.ts';
import { readSetting } from '../_shared/settings.ts';

/**
 * Time during which a message that could not be stored is tried again; afterwards it is stored without its text, or
 * skipped and left unseen.
 */
const RETRY_MS = 3_600_000;
/** Completes the French notice of a message that was not kept whole with the place to read it. */
const elsewhere = (trouble: string) => `${trouble}\u00a0: lisez-le dans la boîte de réception.`;

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
  return async (message, validity) => {
    const providerId = `imap:${mailbox}:${validity}:${message.uid}`;
    const keep = async (delivered: Delivered, arrivedAt: Date) => {
      const receivedAt = new Date(Math.min(arrivedAt.getTime(), Date.now())).toISOString();
      const delivery = { providerId, receivedAt, server, recipients: [] };
      const { loop, from } = await storeMessage(dependencies, delivery, delivered);
      if (loop) log('loop', `${from} answers by itself: not kept`);
      return !loop;
    };
    const leave = (error: Error) => {
      log('inbox_message_left', `${validity}:${message.uid} ${error.message}`);
      return false;
    };
    const take = (reading: Reading) =>
      reading === 'whole'
        ? takeWhole(message, { server, own, keep, leave })
        : takeSummary(message, reading, { own, keep, leave });
    // Kept by an earlier run that did not come to mark it as seen.
    return (await readMarked(service, providerId, take)) ?? true;
  };
}

interface Keeping {
  own: ReadonlySet<string>;
  keep: (delivered: Delivered, arrivedAt: Date) => Promise<boolean>;
  /** Logs that a message is passed over; returns false. */
  leave: (error: Error) => boolean;
}

async function takeWhole(
  { open }: MailboxMessage,
  { server, own, keep, leave }: Keeping & { server: string | undefined },
): Promise<boolean> {
  const opened = await open();
  if (!opened) return false;
  const { size, arrivedAt, headers, source } = opened;
  const head = await readMessage(headers, server, []).catch(() => undefined);
  // The mailbox also holds notices to the team and copies of sent messages.
  if (head && own.has(head.message.from_email)) return false;
  const without = (trouble: string) => {
    if (!head) throw new Error('the headers cannot be read');
    return { message: head.message, trouble };
  };
  try {
    if (size > MAX_BYTES) return await keep({ partial: without(elsewhere(TOO_LARGE)) }, arrivedAt);
    const raw = await source();
    return raw ? await keep({ raw, without }, arrivedAt) : false;
  } catch (error) {
    if (Date.now() - arrivedAt.getTime() < RETRY_MS) throw error;
  }
  return Promise.resolve()
    .then(() =>
      keep({ partial: without(elsewhere('Ce message n’a pas pu être gardé en entier')) }, arrivedAt),
    )
    .catch(leave);
}

/** Keeps what the server says of a message that ended a run, or after two of them that there is one. */
async function takeSummary(
  { summary }: MailboxMessage,
  reading: Exclude<Reading, 'whole'>,
  { own, keep, leave }: Keeping,
): Promise<boolean> {
  const unknown = { name: 'Expéditeur inconnu', address: '' };
  const nothing = {
    headers: [],
    headerLines: [],
    attachments: [],
    from: unknown,
    subject: 'Message illisible',
  };
  const said = reading === 'headers' ? await summary() : { email: nothing, arrivedAt: new Date() };
  if (!said) return false;
  const message = toMessage(said.email, undefined, []);
  if (own.has(message.from_email)) return false;
  return keep({ partial: { message, trouble: elsewhere(INTERRUPTED) } }, said.arrivedAt).catch(leave);
}

async function shortHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
