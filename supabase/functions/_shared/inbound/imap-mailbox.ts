import type { ImapFlow, ImapFlowError } from 'imapflow';
import { type Dependencies, type EnvLookup, pause } from '../dependencies.ts';
import { FunctionError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { missingSettings, readSetting } from '../settings.ts';

/** Largest message that is read; a larger one is only recorded. */
export const MAX_BYTES = 25 * 1024 * 1024;
/** Largest number of messages in one run; the rest waits for the next minute. */
const MAX_MESSAGES = 20;
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

/** A message of the mailbox; `source` fetches all of it, undefined when somebody deleted it meanwhile. */
export interface MailboxMessage {
  uid: number;
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
  const client = await connectionTo(mailbox);
  // A server that sends a little now and then would pass every other time limit.
  void pause(clock, seconds * 1_000 + 5_000).then(() => client.close());
  try {
    await client.connect();
    const { uidValidity, uidNext } = await client.mailboxOpen(mailbox.folder);
    const validity = Number(uidValidity);
    const isKnown = validity === from.validity;
    const since = new Date(Date.parse(from.readAt ?? new Date().toISOString()) - DAY);
    const found = await client.search(isKnown ? { uid: `${from.uid + 1}:*` } : { since }, { uid: true });
    // « n:* » returns the last message even when its number is lower.
    const uids = (found || []).filter((uid) => !isKnown || uid > from.uid).sort((a, b) => a - b);
    for (const [index, uid] of uids.entries()) {
      if (index === MAX_MESSAGES || clock.now() >= deadline) return;
      const message = await messageOf(client, uid);
      if (message && (await take(message, validity)))
        await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      reached(validity, uid);
    }
    reached(validity, Math.max(uids.at(-1) ?? 0, (uidNext ?? 1) - 1));
    await client.logout();
  } finally {
    client.close();
  }
}

async function connectionTo({ host, port, secure, auth }: ImapMailbox): Promise<ImapFlow> {
  // Loaded only where a mailbox is set up: sending messages does not need it.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host,
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

/** Fetches a message; undefined when it was deleted or moved meanwhile. */
async function messageOf(client: ImapFlow, uid: number): Promise<MailboxMessage | undefined> {
  const wanted = { uid: true, size: true, internalDate: true, headers: true };
  const fetched = await client.fetchOne(String(uid), wanted, { uid: true });
  if (!fetched) return undefined;
  return {
    uid,
    size: fetched.size ?? 0,
    headers: fetched.headers ?? new Uint8Array(),
    arrivedAt: new Date(fetched.internalDate ?? Date.now()),
    source: async () => {
      const whole = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
      return whole ? whole.source : undefined;
    },
  };
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
