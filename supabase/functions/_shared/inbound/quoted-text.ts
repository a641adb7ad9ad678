/** A person's own text, and the quotation that their mail program put below it. */
export interface SplitText {
  body: string;
  quoted: string;
}

/** Longest line that may begin a quotation. */
const LONGEST_LINE = 400;

/**
 * Matches « Le 23 nov. 2026 à 09 h 12, Studio <a@b.ca> a écrit : », « On Mon, Nov 23, 2026 at 9:12 AM Studio wrote:
 * ».
 */
const attribution = /^>?\s*(?:le|on|am|el)\s.{4,300}(?:a écrit|wrote|schrieb|escribió)\s*:\s*$/iu;
const attributionStart = /^>?\s*(?:le|on)\s(?=.{0,40}\d)/iu;
const separators = [
  // Format of Outlook and similar programs.
  /^-{2,}\s*(?:message d['’]origine|message d['’]origine|original message|message original|mail original|message transféré|forwarded message)\s*-{2,}$/iu,
  /^_{10,}$/,
  // Format of GroupWise.
  /^>>>\s.{3,}>>>\s*$/,
  // Format of Notes: « "Studio" ---23/11/2026 09:12:13---Bonjour ».
  /^.{0,200}---\s?\d{2,4}[/-]\d{2}[/-]\d{2,4}.{0,40}---/,
];
/** Matches header lines of a quoted message, of which at least three follow one another. */
const heads = /^\*?(?:de|from|envoyé|sent|date|à|a|to|pour|cc|objet|object|subject|sujet)\s*:\s*\*?\s*\S/iu;
const firstHead = /^\*?(?:de|from)\s*:/iu;

/**
 * Separates a person's text from the quotation, as mail programs mark it. In a reply below or inside the quotation,
 * the lines without « > » are the person's. One pass over the lines.
 */
export function splitQuoted(text: string): SplitText {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const from = quotationStart(lines);
  const above = join(lines.slice(0, from));
  if (above !== '') return { body: above, quoted: join(lines.slice(from)) };
  const own = lines.filter((line) => !line.startsWith('>') && !isAttribution(line));
  const below = join(own);
  if (from < lines.length && below !== '' && own.length < lines.length) {
    return { body: below, quoted: join(lines.filter((line) => line.startsWith('>'))) };
  }
  return { body: join(lines), quoted: '' };
}

const join = (lines: readonly string[]) => lines.join('\n').trim();

const isAttribution = (line: string) => line.length <= LONGEST_LINE && attribution.test(line.trim());

function quotationStart(lines: readonly string[]): number {
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line.length > LONGEST_LINE) continue;
    if (line.startsWith('>') || isAttribution(line) || separators.some((one) => one.test(line))) return at;
    // A program may break the attribution over two or three lines.
    if (attributionStart.test(line)) {
      const whole = [line, lines[at + 1] ?? '', lines[at + 2] ?? ''];
      if (isAttribution(whole.slice(0, 2).join(' ')) || isAttribution(whole.join(' '))) return at;
    }
    if (firstHead.test(line)) {
      const following = lines.slice(at, at + 8).filter((next) => next.trim() !== '');
      if (
        following.slice(0, 3).filter((next) => heads.test(next.trim().slice(0, LONGEST_LINE))).length === 3
      ) {
        return at;
      }
    }
  }
  return lines.length;
}
