import { cutText } from '../contract/cut-text.ts';
import { readAddresses } from '../contract/email-address.ts';

/** A mail server's report on a message that it could not deliver (RFC 3464). */
export interface DeliveryReport {
  recipient: string;
  /** `failed` for good; `delayed`; or `transient`, returned for a temporary reason. */
  action: 'failed' | 'delayed' | 'transient';
  detail: string;
}

/** The parts of a message that a report is read from. */
export interface ReportSource {
  header: (name: string) => string;
  from: string;
  text: string;
  /** Texts of the parts, by type. */
  parts: readonly { type: string; text: string }[];
}

const MAX_LENGTH = 64 * 1024;

/**
 * Reads a delivery report; undefined when the message is none. Reports in prose are recognised by the wording of
 * their servers.
 */
export function readDeliveryReport(message: ReportSource): DeliveryReport | undefined {
  const status = message.parts.find(({ type }) => type === 'message/delivery-status');
  if (status) return readFields(unfold(status.text));
  const failed = message.header('x-failed-recipients');
  if (failed) return prose(failed, message.text);
  const isServer = /^(?:mailer-daemon|postmaster|mail-daemon)@/i.test(message.from);
  const isRefusal =
    /undeliver|delivery (?:has )?fail|failure notice|returned (?:to|mail)|non[- ]remis|échec de la remise|retour à l['’]expéditeur/i;
  if (!isServer || !isRefusal.test(`${message.header('subject')}\n${message.text.slice(0, 2_000)}`))
    return undefined;
  // The format of qmail and similar servers: « <someone@example.ca>: » on a line of its own.
  const line = /^[ \t]{0,20}<?[^\s<>:@]{1,64}@[^\s<>:@]{1,190}>?:?[ \t]{0,20}$/m.exec(
    message.text.slice(0, MAX_LENGTH),
  )?.[0];
  return line ? prose(line, message.text) : undefined;
}

/** Lists the Message-IDs that a report or its returned message names, the nearest first. */
export function namedMessages({ parts, text }: Pick<ReportSource, 'parts' | 'text'>): string[] {
  const returned = parts.filter(({ type }) => type === 'message/rfc822' || type === 'text/rfc822-headers');
  return [...returned.map((part) => part.text), text]
    .flatMap((source) => [...unfold(source).matchAll(/^message-id:[ \t]*(<[^<>\s]{3,250}>)/gim)])
    .map(([, id = '']) => id);
}

const unfold = (text: string) =>
  text
    .slice(0, MAX_LENGTH)
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ');

/** Reads the address of a field: « rfc822;eve@ville.ca (Ève) ». In one encoded for its envelope « + » is « +2B » (RFC 3461). */
const addressOf = (value: string): string | undefined =>
  readAddresses(value.replaceAll('+2B', '+').replaceAll('+3D', '=')).addresses[0];

function readFields(text: string): DeliveryReport | undefined {
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';
  // The address we wrote to, where the server gives it; forwarding makes the final one different.
  const recipient = addressOf(field('original-recipient')) ?? addressOf(field('final-recipient'));
  if (!recipient) return undefined;
  const action = field('action').toLowerCase();
  const status = field('status');
  const detail = cutText(field('diagnostic-code').replace(/^[^;]*;\s*/, '') || status, 500);
  return { recipient, action: actionOf(action, status), detail };
}

function actionOf(action: string, status: string): DeliveryReport['action'] {
  if (action === 'delayed') return 'delayed';
  if (action !== 'failed' && action !== '') return 'transient';
  // A full mailbox is temporary (5.2.2), and an oversized message says nothing of the address (5.3.4).
  return /^5\.(?!2\.2|3\.4|7\.)/.test(status) ? 'failed' : 'transient';
}

/** Reads a refusal in prose: permanent only when it contains a permanent SMTP code. */
function prose(recipients: string, text: string): DeliveryReport | undefined {
  const [recipient] = readAddresses(recipients).addresses;
  if (!recipient) return undefined;
  const line = /^.*\b5(?:\d\d|\.\d\.\d).*$/m.exec(text.slice(0, MAX_LENGTH))?.[0]?.trim() ?? '';
  const isUnknown =
    /\b5\.1\.\d|user unknown|unknown user|no such user|does not exist|introuvable|inconnu/i.test(line);
  return { recipient, action: isUnknown ? 'failed' : 'transient', detail: cutText(line, 500) };
}
