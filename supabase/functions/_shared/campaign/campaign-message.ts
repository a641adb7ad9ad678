import { messageId, type OutgoingMessage, oneLine } from '../mail/outgoing.ts';
import { escapeHtml } from '../message/escape-html.ts';
import { DARK_STYLE, preheaderHtml } from '../message/message-blocks.ts';
import { type RenderedBody, reasonToWrite, renderMessageBody } from '../message/message-body.ts';
import type { ClaimedSend } from './claimed-send.ts';
import type { MessageLinks } from './links.ts';

/** Columns used by a message. */
type MessageSource = Pick<
  ClaimedSend,
  'id' | 'subject' | 'body' | 'recipient_email' | 'from_email' | 'identity' | 'unsubscribe_token'
> &
  Partial<Pick<ClaimedSend, 'follows' | 'campaign_id'>>;

/**
 * Builds the e-mail of a claimed row: the administrator's text, then the sender, the mailing address, the reason for
 * writing and the unsubscribe link (Canada's anti-spam law). No template can remove or precede that block. The same
 * row gives the same bytes, because a provider compares them under an idempotency key.
 */
export function campaignMessage(send: MessageSource, links: MessageLinks): OutgoingMessage {
  const { identity, unsubscribe_token: token } = send;
  const unsubscribeUrl = `${links.siteUrl}/desabonnement?jeton=${token}`;
  const body = renderMessageBody(send.body, send.campaign_id);
  const subject = oneLine(send.subject);
  return {
    key: keyOf(send.id),
    from: { name: oneLine(identity.sender_name), address: send.from_email },
    to: [send.recipient_email],
    replyTo: identity.reply_to ?? identity.contact_email,
    subject,
    html: page(subject, body, identificationHtml(send, unsubscribeUrl)),
    text: `${body.text}\n\n--\u0020\n${identificationText(send, unsubscribeUrl)}\n`,
    headers: {
      // RFC 8058: the mail program's own « unsubscribe » button posts there, without a page.
      'List-Unsubscribe': `<${links.functionsUrl}/unsubscribe?jeton=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      ...threadHeaders(send),
    },
    tags: { [SEND_TAG]: send.id },
  };
}

const keyOf = (id: string) => `es/${id}`;

/** Puts a follow-up under the first message, in mail programs that show conversations (RFC 5322, 3.6.4). */
function threadHeaders({ follows, from_email }: MessageSource): Record<string, string> {
  if (!follows) return {};
  const first = follows.message_id ?? messageId(keyOf(follows.id), follows.from_email ?? from_email);
  return { 'In-Reply-To': first, References: first };
}

/** Tag that carries a message's own id to the provider, and back with each event. */
export const SEND_TAG = 'envoi';

const INK_COLOR = '#1d3a40';
const QUIET_COLOR = '#50646a';

function page(title: string, body: RenderedBody, identification: string): string {
  // A message without blocks keeps the bytes that it had before blocks existed.
  const style = body.hasBlocks ? DARK_STYLE : '';
  const foot = body.hasBlocks ? ' class="pied"' : '';
  return [
    '<!doctype html>',
    `<html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>${style}</head>`,
    `<body style="margin:0;padding:24px;background:#fff;color:${INK_COLOR};font:16px/1.5 Arial,sans-serif">`,
    ...(body.preheader ? [preheaderHtml(body.preheader)] : []),
    '<div style="max-width:600px;overflow-wrap:anywhere">',
    body.html,
    `<div${foot} style="margin-top:32px;padding-top:12px;border-top:1px solid #cfdadd;font-size:13px;line-height:1.5;color:${QUIET_COLOR}">`,
    identification,
    '</div></div></body></html>',
  ].join('\n');
}

const reasonText = ({ recipient_email, identity }: MessageSource) =>
  reasonToWrite(identity.legal_name, recipient_email, identity.consent);

function identificationHtml(send: MessageSource, unsubscribeUrl: string): string {
  const { legal_name, postal_address, contact_email, contact_phone } = send.identity;
  const address = lines(postal_address).map(escapeHtml).join('<br>');
  const mailto = `mailto:${encodeURIComponent(contact_email).replace('%40', '@')}`;
  const contact = `<a href="${escapeHtml(mailto)}" style="color:${QUIET_COLOR}">${escapeHtml(contact_email)}</a>`;
  return [
    `<p><strong>${escapeHtml(legal_name)}</strong><br>${address}<br>${contact}${contact_phone ? `<br>${escapeHtml(contact_phone)}` : ''}</p>`,
    `<p>${escapeHtml(reasonText(send))}<br><a href="${escapeHtml(unsubscribeUrl)}" style="color:${INK_COLOR}">Se désabonner</a></p>`,
  ].join('\n');
}

function identificationText(send: MessageSource, unsubscribeUrl: string): string {
  const { legal_name, postal_address, contact_email, contact_phone } = send.identity;
  const who = [
    legal_name,
    ...lines(postal_address),
    contact_email,
    ...(contact_phone ? [contact_phone] : []),
  ];
  return [...who, '', reasonText(send), `Se désabonner\u00a0: ${unsubscribeUrl}`].join('\n');
}

const lines = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
