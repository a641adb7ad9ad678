import { Parser } from 'htmlparser2';

const silentTags = new Set(['script', 'style', 'template', 'head', 'title', 'svg', 'object', 'iframe']);
const blockTags =
  /^(address|article|blockquote|br|dd|div|dl|dt|footer|h[1-6]|header|hr|li|ol|p|pre|section|table|tr|ul)$/;

/** Longest HTML that is read: the rest of a decompression bomb is dropped. */
const MOST_HTML = 4_000_000;
/** Deepest nesting that is read: the parser's time grows with the square of the depth. */
const MAX_DEPTH = 400;
/** Size of the pieces given to the parser, so that it can be stopped half-way. */
const PIECE_LENGTH = 16 * 1024;

/**
 * Extracts the text of an HTML message, one line per block, with quoted lines behind « > » as in plain messages. It
 * works in one pass: nothing is built or run, and no address is requested.
 */
export function htmlText(html: string): string {
  const pieces: string[] = [];
  let hidden = 0;
  let quotes = 0;
  let depth = 0;
  const newLine = () => pieces.push(quotes > 0 ? '\n> ' : '\n');
  const parser = new Parser({
    onopentag: (name) => {
      depth += 1;
      if (silentTags.has(name)) hidden += 1;
      if (name === 'blockquote') quotes += 1;
      if (!hidden && blockTags.test(name)) newLine();
    },
    ontext: (text) => {
      if (!hidden) pieces.push(text.replace(/\s+/g, ' '));
    },
    onclosetag: (name) => {
      depth -= 1;
      if (silentTags.has(name)) hidden = Math.max(0, hidden - 1);
      if (name === 'blockquote') quotes = Math.max(0, quotes - 1);
      if (!hidden && name !== 'br' && blockTags.test(name)) newLine();
    },
  });
  const most = Math.min(html.length, MOST_HTML);
  for (let at = 0; at < most && depth <= MAX_DEPTH; at += PIECE_LENGTH)
    parser.write(html.slice(at, at + PIECE_LENGTH));
  parser.end();
  const lines = pieces
    .join('')
    .split('\n')
    .map((line) => line.trim());
  return lines.filter((line, at) => (line !== '' && line !== '>') || isText(lines[at - 1])).join('\n');
}

const isText = (line: string | undefined) => line !== undefined && line !== '' && line !== '>';
