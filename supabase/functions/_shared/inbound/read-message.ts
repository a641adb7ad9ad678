import { Buffer } from 'node:buffer';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { cutText } from '../contract/cut-text.ts';
import { multiLine, visibleLine } from '../contract/typed-text.ts';
import { checkSender } from './authentication.ts';
import { classify, type MessageKind } from './classify.ts';
import { namedMessages, readDeliveryReport } from './delivery-report.ts';
import { htmlText } from './html-text.ts';
import { splitQuoted } from './quoted-text.ts';

/** A file attached to an incoming message. */
export interface IncomingFile {
  name: string;
  content: Uint8Array;
}

/** An incoming message as `receive_message` takes it, without its id and its files. */
export interface IncomingMessage {
  message_id: string;
  from_email: string;
  from_name: string;
  subject: string;
  body: string;
  quoted: string;
  kind: MessageKind;
  authentication: object;
  sender_check: 'pass' | 'fail' | 'unknown';
  /** Local parts of the recipient addresses that look like one of our tokens. */
  tokens: string[];
  /** Message-IDs that the message refers to, the nearest first. */
  named: string[];
  bounce: object | null;
}

/**
 * Limits of the parser against bombs: levels of parts, size of headers (its time grows with the square of their number),
 * messages inside messages.
 */
const limits = { maxNestingDepth: 40, maxHeadersSize: 128 * 1024, maxRfc822NestingDepth: 2 };
const LONGEST_BODY = 50_000;
/** Length of a text that is looked at: the body and what it quotes are found in its beginning. */
const MOST_TEXT = 10 * LONGEST_BODY;
/** Largest number of lines that may begin a part: the parser keeps an object for each part. */
const MOST_BOUNDARIES = 2_000;
/** Bytes of all texts that are given to the parser, which takes twenty-five times as much memory for a text. */
const MOST_TEXT_BYTES = 2 * 1024 * 1024;
/** Bytes that are left of each part in any case: its headers. */
const LEAST_OF_PART = 2 * 1024;
const MOST_NAMED = 50;
const MOST_FILES = 50;

/**
 * Reads a raw message. Rejects when it is invalid or a bomb.
 *
 * @param server the name that the provider's server gives itself in `Authentication-Results`, where it is known
 * @param recipients the addresses that the provider received it for
 */
export async function readMessage(
  raw: Uint8Array,
  server: string | undefined,
  recipients: readonly string[],
): Promise<{ message: IncomingMessage; files: IncomingFile[]; trouble: string | null }> {
  const read = withoutLongTexts(raw);
  const email = await PostalMime.parse(read, limits);
  const message = toMessage(email, server, recipients);
  const isCut =
    read !== raw ||
    [message.body, message.quoted].some(({ length }) => length >= LONGEST_BODY - 1) ||
    email.attachments.length > MOST_FILES;
  return { message, files: filesOf(email), trouble: isCut ? CUT_NOTICE : null };
}

/** French notice of a message of which something is left out for its length. */
export const CUT_NOTICE =
  'Message très long\u00a0: la fin de son texte ou de ses pièces jointes n’est pas gardée.';

const newLine = new Uint8Array([10]);

/** Cuts texts that are longer than anybody reads, and leaves files as they are. Throws for parts without end. */
function withoutLongTexts(raw: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let [begun, room, parts] = [0, MOST_TEXT_BYTES, 0];
  const add = (end: number) => {
    const part = raw.subarray(begun, end);
    begun = end;
    parts += 1;
    if (parts > MOST_BOUNDARIES) throw new Error('too many parts');
    if (part.length <= LEAST_OF_PART || isFile(part)) return pieces.push(part);
    const most = Math.max(LEAST_OF_PART, room);
    room = Math.max(0, room - part.length);
    // The line after it begins the next part.
    return part.length > most ? pieces.push(part.subarray(0, most), newLine) : pieces.push(part);
  };
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) {
    if (raw[at + 1] !== 45 || raw[at + 2] !== 45) continue;
    add(at + 1);
  }
  add(raw.length);
  return pieces.reduce((sum, { length }) => sum + length, 0) === raw.length ? raw : Buffer.concat(pieces);
}

/** Tells by its headers whether a part is a file, or encoded as files are. */
function isFile(part: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(part.subarray(0, LEAST_OF_PART)).split(/\r?\n\r?\n/)[0] ?? '';
  return /^content-transfer-encoding:\s*base64|^content-disposition:\s*attachment|^content-type:\s*(?!text\/|multipart\/)\S/im.test(
    head,
  );
}

/** Builds the message from known facts when it cannot be parsed. */
export function toMessage(
  email: Email,
  server: string | undefined,
  recipients: readonly string[],
): IncomingMessage {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? '';
  const from = mailbox(email.from);
  const from_email = cutLine(from.address, 320).toLowerCase();
  const plain = email.text?.slice(0, MOST_TEXT) ?? '';
  const text = plain.trim() ? plain : htmlText(email.html ?? '').slice(0, MOST_TEXT);
  const { body, quoted } = splitQuoted(multiLine(text));
  const subject = cutLine(email.subject ?? '', 998);
  const parts = email.attachments.slice(0, MOST_FILES).map(({ mimeType, content }) => ({
    type: mimeType,
    text: /^(?:message|text)\//.test(mimeType) ? decode(content) : '',
  }));
  const report = readDeliveryReport({ header, from: from_email, text, parts });
  const results = email.headers
    .filter(({ key }) => key === 'authentication-results')
    .map(({ value }) => value);
  // In a catch-all mailbox this header has the real recipient. A sender who knows a token may write it in any
  // header.
  const delivered = email.headers
    .filter(({ key }) => key === 'delivered-to' || key === 'x-original-to')
    .map(({ value }) => value);
  const { authentication, check } = checkSender(results, server, from_email);
  return {
    message_id: cutLine(email.messageId ?? '', 300),
    from_email,
    from_name: cutLine(from.name, 200),
    subject,
    body: cutText(body, LONGEST_BODY),
    quoted: cutText(quoted, LONGEST_BODY),
    kind: classify({
      ...{ header, from: from_email, subject, body },
      files: email.attachments.slice(0, MOST_FILES).map(({ filename }) => cutLine(filename ?? '', 300)),
      ...{ isQuoting: quoted !== '', isReport: report !== undefined },
    }),
    authentication,
    sender_check: check,
    tokens: tokensOf([
      ...recipients,
      ...[email.to, email.cc].flatMap((list) => list ?? []).map(addressOf),
      ...delivered,
    ]),
    named: [
      ...idsOf(header('in-reply-to')),
      ...idsOf(header('references')).reverse(),
      ...(report ? namedMessages({ parts, text }) : []),
    ].slice(0, MOST_NAMED),
    bounce: report ?? null,
  };
}

const addressOf = (one: Address) => one.address ?? '';

function mailbox(from: Address | undefined): { name: string; address: string } {
  if (!from) return { name: '', address: '' };
  return from.group ? (from.group[0] ?? { name: '', address: '' }) : from;
}

/** Makes a text fit for one line of a list, without invisible characters or changes of reading direction. */
const cutLine = (text: string, most: number): string => cutText(visibleLine(text), most);

const tokensOf = (addresses: readonly string[]) => [
  ...new Set(
    addresses
      .map((address) => /(?:^|[<\s])(r[0-9a-f]{48})@/i.exec(address.slice(0, 400))?.[1]?.toLowerCase())
      .filter((token) => token !== undefined),
  ),
];

const idsOf = (value: string) => value.slice(0, 20_000).match(/<[^<>\s]{3,250}>/g) ?? [];

const decode = (content: Email['attachments'][number]['content']) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** Lists the files that a person attached, without the parts of a report. */
function filesOf({ attachments }: Email): IncomingFile[] {
  return attachments
    .filter(({ mimeType, related }) => !related && !/^(?:message|text)\//.test(mimeType))
    .slice(0, MOST_FILES)
    .map(({ filename, content }) => ({
      name: cutLine(filename ?? '', 120) || 'Sans nom',
      content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    }));
}
