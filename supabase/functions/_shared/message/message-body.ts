/** A message in its two forms, as one e-mail carries them. */
export type MessageBody = { html: string; text: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML shows it, whatever it holds. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string);

/** What is known of why a person may be written to: a basis of Canada's anti-spam law, its day and where it was read. */
export type ConsentFacts = {
  basis?: string | null | undefined;
  occurred_at?: string | null | undefined;
  source_url?: string | null | undefined;
};

/** Why a person gets a message of a campaign, as the message itself says it (Canada's anti-spam law): by its true basis. */
export const reasonToWrite = (legalName: string, recipient: string, consent?: ConsentFacts | null) =>
  `${legalName} vous écrit à ${recipient} parce que ${becauseOf(consent ?? {})}.`;

function becauseOf({ basis, occurred_at, source_url }: ConsentFacts): string {
  const time = Date.parse(occurred_at ?? '');
  const day = Number.isNaN(time) ? undefined : frenchDay(time);
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

const dayFormat = new Intl.DateTimeFormat('fr-CA', { dateStyle: 'long', timeZone: 'America/Toronto' });
const frenchDay = (time: number) => dayFormat.format(time).replace(/^1 /, '1er ');

/** An address to link to, without the punctuation of the sentence it ends. */
const ADDRESS = /https?:\/\/[^\s<>"'«»]*[^\s<>"'«».,;:!?)\]*]/giu;
const BOLD = /\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*/gu;
const ITALIC = /(?<![*\p{L}\p{N}])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![*\p{L}\p{N}])/gu;
const BULLET = /^\s*[-•]\s+/u;

/** Bold and italic, in a text already escaped: neither mark can make a tag of what a person typed. */
const marks = (escaped: string) =>
  escaped.replace(BOLD, '<strong>$1</strong>').replace(ITALIC, '<em>$1</em>');

/** Characters of the private use area stand for those that are text while marks, lists and links are looked for. */
const HIDDEN = 0xe000;
const hideLiterals = (text: string) =>
  text.replace(/\u2060([*:•-])/gu, (_, character: string) =>
    String.fromCodePoint(HIDDEN + (character.codePointAt(0) ?? 0)),
  );
const showLiterals = (text: string) =>
  text.replace(/[\ue02a\ue02d\ue03a\u{10022}]/gu, (character) =>
    String.fromCodePoint((character.codePointAt(0) ?? HIDDEN) - HIDDEN),
  );

function inline(line: string): string {
  let html = '';
  let end = 0;
  for (const match of line.matchAll(ADDRESS)) {
    const [address] = match;
    html += marks(escapeHtml(line.slice(end, match.index)));
    // Only what the standard parser takes for http(s) becomes a link.
    html += URL.canParse(address)
      ? `<a href="${escapeHtml(new URL(address).href)}">${escapeHtml(address)}</a>`
      : escapeHtml(address);
    end = match.index + address.length;
  }
  return html + marks(escapeHtml(line.slice(end)));
}

/** Consecutive lines of the same kind: the lines of a paragraph, or the items of a list. */
function runs(lines: string[]): { list: boolean; lines: string[] }[] {
  const found: { list: boolean; lines: string[] }[] = [];
  for (const line of lines) {
    const list = BULLET.test(line);
    const last = found.at(-1);
    if (last?.list === list) last.lines.push(line);
    else found.push({ list, lines: [line] });
  }
  return found;
}

/**
 * What an administrator wrote, as an e-mail shows it: blank lines part paragraphs, lines that begin with « - » are a
 * list, `**bold**`, `*italic*`, and http(s) addresses are links. Everything else is text, HTML included. The plain
 * form loses the marks and keeps the rest.
 *
 * @param body the text with its variables already replaced
 */
export function renderMessageBody(body: string): MessageBody {
  const paragraphs = hideLiterals(body)
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.split('\n').map((line) => line.trimEnd()))
    .map((lines) => lines.filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0);
  const html = paragraphs.flatMap((lines) =>
    runs(lines).map((run) =>
      run.list
        ? `<ul>${run.lines.map((line) => `<li>${inline(line.replace(BULLET, ''))}</li>`).join('')}</ul>`
        : `<p>${run.lines.map((line) => inline(line.trim())).join('<br>')}</p>`,
    ),
  );
  const text = paragraphs.map((lines) =>
    lines
      .map((line) => (BULLET.test(line) ? `- ${line.replace(BULLET, '')}` : line.trim()))
      .map((line) => line.replace(BOLD, '$1').replace(ITALIC, '$1'))
      .join('\n'),
  );
  return { html: showLiterals(html.join('\n')), text: showLiterals(text.join('\n\n')) };
}
