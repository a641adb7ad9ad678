import { isIP } from 'node:net';
import type { FetchQueryObject, ImapFlow, ImapFlowError } from 'imapflow';
import type { Email } from 'postal-mime';
import { type Dependencies, type EnvLookup, pause } from '../dependencies.ts';
import { FunctionError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { forgetAddress, reachableAddress } from '../network.ts';
import { missingSettings, readSetting } from '../settings.ts';
import { MAX_BYTES } from './store-message.ts';

/** Largest number of messages in one run; the rest waits for the next minute. */
const MAX_MESSAGES = 20;
/** Bytes after which a run reads no other message: a hosted run has two seconds of processor time for all of them. */
const RUN_BYTES = 4 * 1024 * 1024;
/** Beginning of a message that is fetched first: its headers, and most messages whole. */
const FIRST_BYTES = 256 * 1024;
/** Largest part of the headers that is looked at before the whole message. */
const MOST_HEADERS = 64 * 1024;
const DAY = 86_400_000;

/** The mailbox to read, from IMAP_HOST and the related variables. */
export interface ImapMailbox {
  host: string;
  port: number;
  /** True when encrypted from the first byte. */
  secure: boolean;
  auth: { user: string; pass: string };
  folder: string;
}

/** Position in a mailbox after the last run: its numbering (UIDVALIDITY) and the number of the last stored message. */
export interface Watermark {
  validity: number | null;
  uid: number;
  /** Moment of the last reading; null: never. */
  readAt: string | null;
}

/** A message of the mailbox. Each call asks the server; undefined when somebody deleted the message meanwhile. */
export interface MailboxMessage {
  uid: number;
  /** Asks for its size, its time of arrival and its headers. */
  open: () => Promise<OpenedMessage | undefined>;
  /** Asks what the server itself read of the headers, in the parser's form, and the time of arrival. */
  summary: () => Promise<{ email: Email; arrivedAt: Date } | undefined>;
}

interface OpenedMessage {
  size: number;
  arrivedAt: Date;
  headers: Uint8Array;
  source: () => Promise<Uint8Array | undefined>;
}

/**
 * Reads IMAP_PORT (993, encrypted from the first byte, by default), IMAP_USER, IMAP_PASSWORD and IMAP_FOLDER. On
 * another port the password waits for STARTTLS, except on this machine. Throws 503 naming a missing variable.
 */
export function readImapMailbox(env: EnvLookup, host: string): ImapMailbox {
  const [user, pass] = [readSetting(env, 'IMAP_USER'), readSetting(env, 'IMAP_PASSWORD')];
  const port = Number(readSetting(env, 'IMAP_PORT') ?? 993);
  const missing = [
    ...(Number.isInteger(port) && port > 0 && port < 65536 ? [] : ['IMAP_PORT']),
    ...(user ? [] : ['IMAP_USER']),
    ...(pass ? [] : ['IMAP_PASSWORD']),
  ];
  if (!user || !pass || missing.length > 0) throw missingSettings(missing);
  return { host, port, secure: port === 993, auth: { user, pass }, folder: folderOf(env) };
}

/** Returns the folder to read, the inbox by default. */
export const folderOf = (env: EnvLookup) => readSetting(env, 'IMAP_FOLDER') ?? 'INBOX';

/**
 * Hands over the new messages of a mailbox, oldest first, and marks as seen those that `take` stored. Nothing is
 * deleted or moved. A mailbox that is read for the first time, or renumbered, begins the day before its last reading.
 *
 * @param take returns true when the message was stored; a rejection ends the reading before that message
 * @param reached receives the last completed position
 */
export async function readNewMessages(
  dependencies: Dependencies,
  mailbox: ImapMailbox,
  { from, seconds }: { from: Watermark; seconds: number },
  take: (message: MailboxMessage, validity: number) => Promise<boolean>,
  reached: (validity: number, uid: number) => void,
): Promise<void> {
  const { clock } = dependencies;
  const deadline = clock.now() + seconds * 1_000;
  const client = await connectionTo(dependencies, mailbox);
  // A server that sends a little now and then would pass every other time limit.
  void pause(clock, seconds * 1_000 + 5_000).then(() => client.close());
  try {
    await client.connect().catch((error) => {
      forgetAddress(mailbox.host, mailbox.port);
      throw error;
    });
    const { uidValidity, uidNext } = await client.mailboxOpen(mailbox.folder);
    const validity = Number(uidValidity);
    const isKnown = validity === from.validity;
    const since = new Date(Date.parse(from.readAt ?? new Date().toISOString()) - DAY);
    const found = await client.search(isKnown ? { uid: `${from.uid + 1}:*` } : { since }, { uid: true });
    // « n:* » returns the last message even when its number is lower.
    const uids = (found || []).filter((uid) => !isKnown || uid > from.uid).sort((a, b) => a - b);
    let bytes = 0;
    const count = (read: number) => {
      bytes += read;
    };
    for (const [index, uid] of uids.entries()) {
      if (index === MAX_MESSAGES || bytes >= RUN_BYTES || clock.now() >= deadline) return;
      if (await take(messageOf(client, uid, count), validity))
        await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      reached(validity, uid);
    }
    reached(validity, Math.max(uids.at(-1) ?? 0, (uidNext ?? 1) - 1));
    await client.logout();
  } finally {
    client.close();
  }
}

async function connectionTo(
  { net }: Pick<Dependencies, 'net'>,
  { host, port, secure, auth }: ImapMailbox,
): Promise<ImapFlow> {
  // Loaded only where a mailbox is set up: sending messages does not need it.
  const { ImapFlow } = await import('imapflow');
  const address = await reachableAddress(net, host, port);
  const client = new ImapFlow({
    host: address,
    ...(isIP(host) ? {} : { servername: host }),
    port,
    secure,
    auth,
    logger: false,
    disableAutoIdle: true,
    // A password never leaves this machine in clear.
    ...(secure || isLoopback(host) ? {} : { doSTARTTLS: true }),
    connectionTimeout: 8_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    // Limits the memory that a server can make us use at once.
    maxLineLength: 1024 * 1024,
    maxLiteralSize: MAX_BYTES,
    maxResponseSize: MAX_BYTES + 1024 * 1024,
  });
  // The pending promise reports it too; without a listener the error would end the process.
  client.on('error', () => undefined);
  return client;
}

/**
 * Makes the calls that fetch a message.
 *
 * @param count receives the bytes that were read
 */
function messageOf(client: ImapFlow, uid: number, count: (bytes: number) => void): MailboxMessage {
  const fetch = async (wanted: FetchQueryObject) => {
    const fetched = await client.fetchOne(String(uid), { uid: true, ...wanted }, { uid: true });
    count(fetched ? (fetched.source?.length ?? 0) : 0);
    return fetched || undefined;
  };
  return {
    uid,
    open: async () => {
      // Never the headers as such: those of a bomb are as long as the message.
      const first = { start: 0, maxLength: FIRST_BYTES };
      const fetched = await fetch({ size: true, internalDate: true, source: first });
      if (!fetched) return undefined;
      const start = plainBytes(fetched.source);
      return {
        size: fetched.size ?? 0,
        headers: start.subarray(0, Math.min(headersEnd(start), MOST_HEADERS)),
        arrivedAt: new Date(fetched.internalDate ?? Date.now()),
        source: async () => {
          if (start.length < FIRST_BYTES) return start;
          const whole = await fetch({ source: true });
          return whole && plainBytes(whole.source);
        },
      };
    },
    summary: async () => {
      const fetched = await fetch({ envelope: true, internalDate: true });
      if (!fetched) return undefined;
      const {
        from: [from] = [],
        to = [],
        subject = '',
        messageId = '',
        inReplyTo = '',
      } = fetched.envelope ?? {};
      const mailbox = (known: { name?: string; address?: string } | undefined) => ({
        name: known?.name ?? '',
        address: known?.address ?? '',
      });
      const headers = [{ key: 'in-reply-to', originalKey: 'In-Reply-To', value: inReplyTo }];
      const email = { headers, headerLines: [], attachments: [], from: mailbox(from), to: to.map(mailbox) };
      return {
        email: { ...email, subject, messageId },
        arrivedAt: new Date(fetched.internalDate ?? Date.now()),
      };
    },
  };
}

/** Views a buffer as plain bytes: searching in a Buffer of Deno 2.1 takes seconds. */
const plainBytes = (buffer: Uint8Array = new Uint8Array()) =>
  new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);

/** Finds where the headers end: after the first empty line, else nowhere. */
function headersEnd(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return bytes.length;
}

/**
 * Explains in French why a mailbox could not be read; the library's own texts are English, so the error code decides.
 */
export function unreadReason(error: unknown, folder: string): string {
  if (error instanceof FunctionError) return error.message;
  const { code = '', authenticationFailed, mailboxMissing, tlsFailed } = error as Partial<ImapFlowError>;
  if (authenticationFailed)
    return 'Le serveur de la boîte de réception refuse le nom d’utilisateur ou le mot de passe.';
  if (mailboxMissing) return `La boîte de réception n’a pas de dossier «\u00a0${folder}\u00a0».`;
  if (tlsFailed || code.startsWith('ERR_TLS') || code === 'MissingServerExtension')
    return 'Le chiffrement de la connexion à la boîte de réception a échoué.';
  if (/TIMEOUT|ETIMEDOUT|ETIMEOUT/.test(code))
    return 'Le serveur de la boîte de réception n’a pas répondu à temps.';
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(code))
    return 'Le nom du serveur de la boîte de réception est introuvable.';
  if (/^E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH)$/.test(code))
    return 'Le serveur de la boîte de réception est injoignable.';
  return 'La connexion à la boîte de réception s’est coupée.';
}
