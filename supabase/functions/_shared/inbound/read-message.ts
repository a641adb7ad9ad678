import PostalMime, { type Address, type Email } from 'postal-mime';
import { isOneLineText, multiLine, singleLine } from '../contract/typed-text.ts';
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

/** Limits of the parser against nested bombs: levels of parts, size of headers, messages inside messages. */
const limits = { maxNestingDepth: 40, maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: 2 };
const LONGEST_BODY = 50_000;
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
): Promise<{ message: IncomingMessage; files: IncomingFile[] }> {
  const email = await PostalMime.parse(raw, limits);
  return { message: toMessage(email, server, recipients), files: filesOf(email) };
}

/** Builds the message from known facts when it cannot be parsed. */
export function toMessage(
  email: Email,
  server: string | undefined,
  recipients: readonly string[],
): IncomingMessage {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? '';
  const from = mailbox(email.from);
  const from_email = line(from.address, 320).toLowerCase();
  const text = email.text?.trim() ? email.text : htmlText(email.html ?? '');
  const { body, quoted } = splitQuoted(multiLine(text.replace(/\r\n?/g, '\n')));
  const subject = line(email.subject ?? '', 998);
  const parts = email.attachments.slice(0, MOST_FILES).map(({ mimeType, content }) => ({
    type: mimeType,
    text: /^(?:message|text)\//.test(mimeType) ? decode(content) : '',
  }));
  const report = readDeliveryReport({ header, from: from_email, text, parts });
  const results = email.headers
    .filter(({ key }) => key === 'authentication-results')
    .map(({ value }) => value);
  // In a catch-all mailbox this header gives the real recipient. A sender who knows a token may write it anywhere.
  const delivered = email.headers
    .filter(({ key }) => key === 'delivered-to' || key === 'x-original-to')
    .map(({ value }) => value);
  const { authentication, check } = checkSender(results, server, from_email);
  return {
    message_id: line(email.messageId ?? '', 300),
    from_email,
    from_name: line(from.name, 200),
    subject,
    body: body.slice(0, LONGEST_BODY),
    quoted: quoted.slice(0, LONGEST_BODY),
    kind: classify({ header, from: from_email, subject, body, isReport: report !== undefined }),
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
function line(text: string, most: number): string {
  const clean = singleLine(text);
  return (isOneLineText(clean) ? clean : [...clean].filter(isOneLineText).join('')).slice(0, most);
}

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
      name: line(filename ?? '', 120) || 'Sans nom',
      content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    }));
}
