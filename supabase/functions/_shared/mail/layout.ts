import { escapeHtml } from '../message/escape-html.ts';
import { type MessageBody, renderMessageBody } from '../message/message-body.ts';
import { oneLine } from './outgoing.ts';
import type { SenderIdentity } from './sender-identity.ts';

/** A block of a transactional message; every text is escaped. */
export type Paragraph =
  | { text: string }
  /** Name and value, one a line. */
  | { facts: [string, string][] }
  /** A quotation of somebody else, with its line breaks. */
  | { quote: string }
  /** An administrator's text, with paragraphs, lists, bold, italic and links. */
  | { written: string }
  | { link: string; label: string };

const INK_COLOR = '#1d3a40';

/**
 * Renders a transactional message with its subject as HTML and text, signed with the sender identity (Canada's anti-spam law, «
 * content rules »).
 */
export function layout(
  subject: string,
  paragraphs: Paragraph[],
  identity: SenderIdentity,
): MessageBody & { subject: string } {
  const title = oneLine(subject);
  const { legalName, postalAddress, contactEmail, contactPhone, siteUrl } = identity;
  const signature = [legalName, postalAddress, contactEmail, contactPhone, siteUrl].filter(Boolean);
  const html = [
    `<!doctype html><html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>`,
    `<body style="margin:0;padding:24px;background:#fff;color:${INK_COLOR};font:16px/1.5 Arial,sans-serif">`,
    '<div style="max-width:600px;overflow-wrap:anywhere">',
    ...paragraphs.map(toHtml),
    `<p style="margin-top:32px;padding-top:12px;border-top:1px solid #cfdadd;font-size:13px;color:#50646a">${signature.map(escapeHtml).join('<br>')}</p>`,
    '</div></body></html>',
  ].join('\n');
  return {
    subject: title,
    html,
    text: [...paragraphs.map(toText), `--\u0020\n${signature.join('\n')}`].join('\n\n'),
  };
}

function toHtml(paragraph: Paragraph): string {
  if ('written' in paragraph) return renderMessageBody(paragraph.written).html;
  if ('text' in paragraph) return `<p>${escapeHtml(paragraph.text)}</p>`;
  if ('quote' in paragraph) {
    return `<blockquote style="margin:16px 0;padding:8px 16px;border-left:3px solid #2f6d5b;white-space:pre-line">${escapeHtml(paragraph.quote)}</blockquote>`;
  }
  if ('link' in paragraph) {
    const style = 'display:inline-block;padding:10px 18px;border-radius:20px;background:#2f6d5b;color:#fff';
    return `<p><a href="${escapeHtml(paragraph.link)}" style="${style}">${escapeHtml(paragraph.label)}</a></p>`;
  }
  const rows = paragraph.facts.map(
    ([name, value]) =>
      `<tr><th style="text-align:left;padding:4px 16px 4px 0;font-weight:600;vertical-align:top">${escapeHtml(name)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="border-collapse:collapse;font-size:16px">${rows.join('')}</table>`;
}

function toText(paragraph: Paragraph): string {
  if ('written' in paragraph) return renderMessageBody(paragraph.written).text;
  if ('text' in paragraph) return paragraph.text;
  if ('quote' in paragraph) return paragraph.quote.replace(/^/gm, '> ');
  if ('link' in paragraph) return `${paragraph.label}\u00a0: ${paragraph.link}`;
  return paragraph.facts.map(([name, value]) => `${name}\u00a0: ${value}`).join('\n');
}
