import { quebecDay } from '../contract/eastern-time.ts';
import { writtenDay } from '../contract/french-date.ts';
import { lineEnds } from '../contract/typed-text.ts';
import { escapeHtml } from './escape-html.ts';
import { buttonHtml, imageHtml, tourCardHtml } from './message-blocks.ts';
import {
  BOLD,
  BULLET,
  BUTTON,
  EXPLORE_LABEL,
  IMAGE,
  ITALIC,
  LINK,
  NUMBER,
  PREHEADER,
  TOUR_CARD,
} from './message-marks.ts';

/** A message in its two forms, as one e-mail carries them. */
export type MessageBody = { html: string; text: string };

/** A rendered message with its surroundings. */
export type RenderedBody = MessageBody & {
  /** Preview text that mailboxes show after the subject; empty: the beginning of the message. */
  preheader: string;
  /** True when it contains a button, a picture or a tour, which need colours of their own in dark mode. */
  hasBlocks: boolean;
};

/** The known basis of the consent (Canada's anti-spam law), with its day and its source. */
export type ConsentFacts = {
  basis?: string | null | undefined;
  occurred_at?: string | null | undefined;
  source_url?: string | null | undefined;
};

/** Explains in a campaign message why the person receives it (Canada's anti-spam law), by the true basis. */
export const reasonToWrite = (legalName: string, recipient: string, consent?: ConsentFacts | null) =>
  `${legalName} vous écrit à ${recipient} parce que ${becauseOf(consent ?? {})}.`;

function becauseOf({ basis, occurred_at, source_url }: ConsentFacts): string {
  const time = Date.parse(occurred_at ?? '');
  const day = Number.isNaN(time) ? undefined : writtenDay(quebecDay(new Date(time)));
  const since = day ? ` le ${day}` : '';
  switch (basis) {
    case 'published': {
      const source = source_url && URL.canParse(source_url) ? new URL(source_url).hostname : undefined;
      const read = day ? `, où elle a été relevée le ${day}` : '';
      return source
        ? `cette adresse est publiée sur ${source.replace(/^www\./, '')}${read}`
        : `cette adresse est publiée par votre organisation${day ? `; elle a été relevée le ${day}` : ''}`;
    }
    case 'inquiry':
      return `vous lui avez fait une demande${since}`;
    case 'express':
      return `vous avez accepté de recevoir ses messages${since}`;
    case 'purchase':
      return `vous avez fait un achat auprès de cette entreprise${since}`;
    case 'contract':
      return `vous avez conclu un contrat avec cette entreprise${since}`;
    case 'disclosed':
      return `vous lui avez communiqué cette adresse${since}`;
    default:
      return 'cette adresse figure parmi ses contacts professionnels';
  }
}

/** Matches an address to link to, without the punctuation of its sentence. */
const ADDRESS = /https?:\/\/[^\s<>"'«»\ue100-\ue1ff]*[^\s<>"'«».,;:!?)\]*\ue100-\ue1ff]/giu;

/** Renders bold and italic in an escaped text: neither mark can make a tag of a person's text. */
const markEmphasis = (escaped: string) =>
  escaped.replace(BOLD, '<strong>$1</strong>').replace(ITALIC, '<em>$1</em>');

/** First private-use character; these stand for literal characters while marks, lists and links are parsed. */
const FIRST_PRIVATE_CHARACTER = 0xe000;
const hideLiterals = (text: string) =>
  // These characters cannot be typed, and a person who pastes them does not fake a mark.
  text
    .replace(/[\ue000-\ue1ff]/gu, '')
    .replace(/\u2060([*:•\-[\](0-9])/gu, (_, character: string) =>
      String.fromCodePoint(FIRST_PRIVATE_CHARACTER + (character.codePointAt(0) ?? 0)),
    );
const showLiterals = (text: string) =>
  text.replace(/[\ue028\ue02a\ue02d\ue030-\ue03a\ue05b\ue05d\u{10022}]/gu, (character) =>
    String.fromCodePoint((character.codePointAt(0) ?? FIRST_PRIVATE_CHARACTER) - FIRST_PRIVATE_CHARACTER),
  );

/** First private-use character of the placeholders for links, until their marks are rendered. */
const FIRST_LINK_CODE = 0xe100;

/** Parses an address with the standard parser; undefined when invalid. */
const addressOf = (written: string): string | undefined => {
  const address = showLiterals(written);
  return URL.canParse(address) ? new URL(address).href : undefined;
};

function inline(line: string): string {
  const links: string[] = [];
  const parted = line.replace(LINK, (whole, text: string, address: string) => {
    const href = addressOf(address);
    if (!href || links.length > 0xff) return whole;
    links.push(`<a href="${escapeHtml(href)}">${markEmphasis(escapeHtml(text))}</a>`);
    return String.fromCodePoint(FIRST_LINK_CODE + links.length - 1);
  });
  let html = '';
  let end = 0;
  for (const match of parted.matchAll(ADDRESS)) {
    const [address] = match;
    html += markEmphasis(escapeHtml(parted.slice(end, match.index)));
    // Only an address that the standard parser accepts as http(s) becomes a link.
    const href = addressOf(address);
    html += href ? `<a href="${escapeHtml(href)}">${escapeHtml(address)}</a>` : escapeHtml(address);
    end = match.index + address.length;
  }
  html += markEmphasis(escapeHtml(parted.slice(end)));
  return html.replace(
    /[\ue100-\ue1ff]/gu,
    (character) => links[(character.codePointAt(0) ?? 0) - FIRST_LINK_CODE] ?? character,
  );
}

/** Adds the campaign's mark to the address of a tour's page, for visit statistics. */
function withCampaign(address: string, campaign: string | undefined): string {
  if (!campaign) return address;
  const url = new URL(address);
  for (const [name, value] of [
    ['utm_source', 'courriel'],
    ['utm_medium', 'email'],
    ['utm_campaign', campaign],
  ] as const) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

/** Renders a line that is a block of its own; undefined for a line of text. */
function blockOf(line: string, campaign: string | undefined): MessageBody | undefined {
  const written = line.trim();
  const [, label = '', target] = BUTTON.exec(written) ?? [];
  const href = target && addressOf(target);
  if (href)
    return {
      html: buttonHtml(markEmphasis(escapeHtml(label)), href),
      text: `${plainLine(label)}\u00a0: ${href}`,
    };
  const [, alt = '', picture] = IMAGE.exec(written) ?? [];
  const src = picture && addressOf(picture);
  if (src) return { html: imageHtml(alt, src), text: alt && `[Image\u00a0: ${alt}]` };
  const [, title = '', view, page] = TOUR_CARD.exec(written) ?? [];
  const [image, address] = [view && addressOf(view), page && addressOf(page)];
  if (!image || !address) return undefined;
  const visit = withCampaign(address, campaign);
  return { html: tourCardHtml(title, image, visit), text: `${title}\n${EXPLORE_LABEL}\u00a0: ${visit}` };
}

/** Removes a line's marks; a link's address follows its text. */
const plainLine = (line: string) =>
  line
    .replace(LINK, (whole, text: string, address: string) => {
      const href = addressOf(address);
      return href ? `${text} (${href.replace(/^mailto:/, '')})` : whole;
    })
    .replace(BOLD, '$1')
    .replace(ITALIC, '$1');

type LineRun =
  | { kind: 'text' | 'bullets' | 'numbers'; lines: string[] }
  | { kind: 'block'; block: MessageBody };

/** Groups consecutive lines of the same kind: the lines of a paragraph, the items of a list, or one block. */
function lineRuns(lines: string[], campaign: string | undefined): LineRun[] {
  const found: LineRun[] = [];
  for (const line of lines) {
    const block = blockOf(line, campaign);
    const kind = BULLET.test(line) ? 'bullets' : NUMBER.test(line) ? 'numbers' : 'text';
    const last = found.at(-1);
    if (block) found.push({ kind: 'block', block });
    else if (last?.kind === kind) last.lines.push(line);
    else found.push({ kind, lines: [line] });
  }
  return found;
}

const listItems = (lines: string[], mark: RegExp) =>
  lines.map((line) => `<li>${inline(line.replace(mark, ''))}</li>`).join('');

function toHtml(run: LineRun): string {
  if (run.kind === 'block') return run.block.html;
  const { kind, lines } = run;
  if (kind === 'bullets') return `<ul>${listItems(lines, BULLET)}</ul>`;
  if (kind === 'text') return `<p>${lines.map((line) => inline(line.trim())).join('<br>')}</p>`;
  // A numbered list goes on counting after a blank line.
  const start = Number(NUMBER.exec(lines[0] ?? '')?.[1] ?? 1);
  return `<ol${start > 1 ? ` start="${start}"` : ''}>${listItems(lines, NUMBER)}</ol>`;
}

function toText(run: LineRun): string {
  if (run.kind === 'block') return run.block.text;
  return run.lines
    .map((line) => plainLine(run.kind === 'bullets' ? `- ${line.replace(BULLET, '')}` : line.trim()))
    .join('\n');
}

/**
 * Renders an administrator's text as an e-mail: blank lines separate paragraphs, lines that begin with « - » or « 1.
 * » are a list, `**bold**`, `*italic*`, `[text](address)`, and http(s) addresses are links; a button, a picture or a
 * tour stands alone on its line (message-marks.ts). Everything else is text, HTML included. The plain form loses the
 * marks and keeps the rest.
 *
 * @param body the text with its variables already replaced
 * @param campaign the mark that the addresses of tours carry
 */
export function renderMessageBody(body: string, campaign?: string): RenderedBody {
  const lines = lineEnds(hideLiterals(body)).split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const preheader = PREHEADER.exec(lines[first]?.trim() ?? '')?.[1];
  const paragraphs = (preheader === undefined ? lines : lines.slice(first + 1))
    .join('\n')
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.split('\n').map((line) => line.trimEnd()))
    .map((paragraph) => paragraph.filter((line) => line.trim() !== ''))
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => lineRuns(paragraph, campaign));
  return {
    html: showLiterals(paragraphs.flatMap((all) => all.map(toHtml)).join('\n')),
    text: showLiterals(
      paragraphs
        .map((all) => all.map(toText).filter(Boolean).join('\n'))
        .filter(Boolean)
        .join('\n\n'),
    ),
    preheader: showLiterals(preheader ?? '').trim(),
    hasBlocks: paragraphs.some((all) => all.some(({ kind }) => kind === 'block')),
  };
}
