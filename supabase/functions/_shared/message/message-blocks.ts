import { escapeHtml } from './escape-html.ts';
import { EXPLORE_LABEL } from './message-marks.ts';

/**
 * Tables and inline styles, the HTML that every mail program reads (docs/decisions/0090). Colours stand in `bgcolor` too, for
 * those that read no style.
 */
const SPRUCE_COLOR = '#2f6d5b';
const LINE_COLOR = '#cfdadd';
const MIST_COLOR = '#e7edef';
const INK_COLOR = '#1d3a40';
const TABLE_ATTRIBUTES = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Renders a link that looks like a button; with pictures and colours blocked it is still a link. */
export const buttonHtml = (label: string, href: string) =>
  `<table ${TABLE_ATTRIBUTES} style="margin:16px 0"><tr><td bgcolor="${SPRUCE_COLOR}" style="border-radius:22px;background:${SPRUCE_COLOR}">` +
  `<a class="bouton" href="${escapeHtml(href)}" style="display:inline-block;padding:11px 22px;border-radius:22px;color:#fff;font-weight:bold;text-decoration:none">${label}</a></td></tr></table>`;

const pictureHtml = (alt: string, src: string, radius: string) =>
  `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="600" style="display:block;width:100%;max-width:100%;height:auto;border:0;border-radius:${radius};background:${MIST_COLOR};color:${INK_COLOR};font:14px/1.5 Arial,sans-serif">`;

/** Renders a picture as wide as the message; where pictures are blocked its text is shown instead. */
export const imageHtml = (alt: string, src: string) =>
  `<p style="margin:16px 0">${pictureHtml(alt, src, '8px')}</p>`;

/** Renders a tour: its picture, its title and a button to its page. */
export const tourCardHtml = (title: string, src: string, href: string) =>
  `<table class="carte" ${TABLE_ATTRIBUTES} width="100%" style="max-width:600px;margin:16px 0;border:1px solid ${LINE_COLOR};border-radius:12px;border-collapse:separate"><tr><td>` +
  `<a href="${escapeHtml(href)}">${pictureHtml(`Vue de la visite\u00a0: ${title}`, src, '11px 11px 0 0')}</a></td></tr>` +
  `<tr><td style="padding:16px 20px 4px"><strong style="font-size:18px;line-height:1.3">${escapeHtml(title)}</strong>${buttonHtml(EXPLORE_LABEL, href)}</td></tr></table>`;

/**
 * Dark-mode colours of a message with blocks. Without them each mail program makes its own, and a button may end up
 * dark on dark.
 */
export const DARK_STYLE =
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark}' +
  '@media (prefers-color-scheme:dark){body{background:#10201f!important;color:#e8f0ee!important}a{color:#9fd3c4!important}' +
  'img{background:#24403d!important;color:#e8f0ee!important}a.bouton{color:#fff!important}.carte{border-color:#3a5552!important}.pied,.pied a{color:#b3c4c6!important;border-color:#3a5552!important}}</style>';

/** Renders the preheader, followed by blanks, so that mailboxes do not show the message's own beginning after it. */
export const preheaderHtml = (preheader: string) =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`;
