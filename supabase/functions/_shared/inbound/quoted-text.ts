/** A person's own text, and the quotations that their mail program put around it. */
export interface SplitText {
  body: string;
  quoted: string;
}

/** Longest line that may begin a quotation. */
const LONGEST_LINE = 400;
/** Shortest quoted line that a mail client wraps: the rest is on its own line, without a quotation mark. */
const BROKEN_LINE = 60;

/** Matches the end of « Studio a écrit : », which is an attribution where quoted lines follow. */
const attributionEnd = /(?:a écrit|wrote|schrieb|escribió)\s*:\s*$/iu;
/**
 * Matches « Le 23 nov. 2026 à 09 h 12, Studio a écrit : » and « On Mon, Nov 23, 2026, Studio <a@b.ca> wrote: »: an
 * address, or a day and a time, which a person's own sentence does not have.
 */
const attribution =
  /^(?:le|on|am|el)\s(?=.{0,300}(?:\S@\S|\d{2}.{0,20}\d\s?(?:[:h]|\sh)\s?\d{2})).{4,300}$/iu;
const attributionStart = /^(?:le|on|am|el)\s(?=.{0,40}\d)/iu;
const separators = [
  // Format of Outlook and similar programs.
  /^-{2,}\s*(?:message d['’]origine|original message|message original|mail original|message transféré|forwarded message)\s*-{2,}$/iu,
  // Format of GroupWise.
  /^>>>\s.{3,}>>>\s*$/,
  // Format of Notes: « "Studio" ---23/11/2026 09:12:13---Bonjour ».
  /^.{0,200}---\s?\d{2,4}[/-]\d{2}[/-]\d{2,4}\s\d{1,2}:\d{2}.{0,30}---/,
];
const underscoreRule = /^_{10,}$/;
/** Matches header lines of a quoted message, of which at least three follow one another. */
const headerLine =
  /^\*?(?:de|from|envoyé|sent|date|à|a|to|pour|cc|objet|object|subject|sujet)\s*:\s*\*?\s*\S/iu;
const firstHead = /^\*?(?:de|from)\s*:/iu;
/** Header lines by which a quoted message differs from three lines of a person: « De », « À » and « Date » of a journey. */
const provenHead = /^\*?(?:objet|object|subject|sujet)\s*:|\S@\S/iu;

/**
 * Separates a person's text from the quotations, as mail programs mark them. Lines without « > » after a quoted line are
 * the person's; after the head of a quoted message nothing is. One pass over the lines.
 */
export function splitQuoted(text: string): SplitText {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const own: string[] = [];
  const quoted: string[] = [];
  let previous: string | undefined;
  for (let at = 0; at < lines.length; ) {
    const attributed = attributionLength(lines, at);
    if (isHead(lines, at) || (attributed > 0 && !isMarkedBelow(lines, at + attributed))) {
      quoted.push(...lines.slice(at));
      break;
    }
    const here = lines.slice(at, at + Math.max(1, attributed));
    const [line = ''] = here;
    const isQuoted =
      attributed > 0 ||
      isMarked(lines, at) ||
      // The end of a quoted line, or the empty line below it.
      (previous !== undefined && (line.trim() === '' || previous.length >= BROKEN_LINE));
    (isQuoted ? quoted : own).push(...here);
    previous = isQuoted ? here.at(-1) : undefined;
    at += here.length;
  }
  const body = own.join('\n').trim();
  return body === ''
    ? { body: lines.join('\n').trim(), quoted: '' }
    : { body, quoted: quoted.join('\n').trim() };
}

/** Tells whether a line begins with « > » as quoted ones do, and not as « >100 photos » does. */
function isMarked(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (!line.startsWith('>')) return false;
  return /^>(?:[\s>]|$)/.test(line) || [lines[at - 1], lines[at + 1]].some((next) => next?.startsWith('>'));
}

/** Tells whether the next line that is not empty is a marked one. */
function isMarkedBelow(lines: readonly string[], from: number): boolean {
  const at = [from, from + 1, from + 2].find((index) => (lines[index] ?? '').trim() !== '');
  return at !== undefined && isMarked(lines, at);
}

/** Counts the lines of the attribution that begins here, which a program may break over two or three; 0: none does. */
function attributionLength(lines: readonly string[], at: number): number {
  const first = (lines[at] ?? '').replace(/^>\s*/, '').trim();
  if (first.length > LONGEST_LINE) return 0;
  if (attributionEnd.test(first) && (attribution.test(first) || isMarkedBelow(lines, at + 1))) return 1;
  if (!attributionStart.test(first)) return 0;
  for (const length of [2, 3]) {
    const rest = lines.slice(at + 1, at + length).map((line) => line.trim());
    if (rest.some((line) => line === '' || attributionStart.test(line))) return 0;
    const whole = [first, ...rest].join(' ');
    if (whole.length <= LONGEST_LINE && attributionEnd.test(whole) && attribution.test(whole)) return length;
  }
  return 0;
}

/** Tells whether a whole quoted message begins at this line; nothing below it was written by the person. */
function isHead(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').trim();
  if (line.length > LONGEST_LINE) return false;
  if (separators.some((one) => one.test(line))) return true;
  const from = underscoreRule.test(line) ? at + 1 : at;
  const following = lines.slice(from, from + 10).map((next) => next.trim().slice(0, LONGEST_LINE));
  const filled = following.filter((next) => next !== '').slice(0, 8);
  return (
    firstHead.test(filled[0] ?? '') &&
    (from > at || firstHead.test(line)) &&
    filled.slice(0, 3).filter((next) => headerLine.test(next)).length === 3 &&
    filled.some((next, index) => (index < 3 || headerLine.test(next)) && provenHead.test(next))
  );
}
