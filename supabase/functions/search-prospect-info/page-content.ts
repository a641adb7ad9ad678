import { Parser } from 'htmlparser2';
import { readJsonLd } from './structured-data.ts';

/** The visible content of a page, and its structured data. */
export interface PageContent {
  /** The visible text, one line per block. */
  text: string;
  /** Links, in order. */
  links: { href: string; label: string }[];
  /** Values of `email` and `telephone` in JSON-LD and microdata. */
  structured: { emails: string[]; phones: string[] };
  /** Attributes in which addresses are kept from robots of the simple kind. */
  coded: string[];
  /** Text of scripts that write addresses. */
  scripts: string[];
}

type Attributes = Record<string, string>;

/** An element whose text is also captured, and used when it ends. */
interface TextCapture {
  depth: number;
  text: string;
  finish: (text: string) => void;
}

type CaptureKind = 'link' | 'email' | 'telephone';

const silentTags = new Set(['script', 'style', 'template', 'svg', 'iframe', 'object', 'title', 'noscript']);
const blockTags =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figcaption|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|th|tr|ul)$/;

/** Deepest nesting that is read; no page made by people is deeper. */
const MAX_DEPTH = 400;
/** Largest number of each kind of item; a hostile page holds as many as fit. */
const MAX_ITEMS = 1_000;
/** Longest visible text: ten times a long page. */
const LONGEST_TEXT = 400_000;
const LABEL_LENGTH = 200;
const SCRIPT_LENGTH = 20_000;
/** Size of the pieces given to the parser, so that it can be stopped half-way. */
const PIECE_LENGTH = 16 * 1024;

/** Reads a page without running it, in one pass. Comments and hidden elements (honeypots) are left out. */
export function readContent(html: string): PageContent {
  const reader = new PageReading();
  const parser = new Parser(reader);
  for (let at = 0; at < html.length && !reader.isTooDeep; at += PIECE_LENGTH)
    parser.write(html.slice(at, at + PIECE_LENGTH));
  parser.end();
  return reader.content();
}

class PageReading {
  isTooDeep = false;
  readonly #content: PageContent = {
    text: '',
    links: [],
    structured: { emails: [], phones: [] },
    coded: [],
    scripts: [],
  };
  #pieces: string[] = [];
  #depth = 0;
  /** Depth of the outermost hidden element; 0 outside of one. */
  #hiddenSince = 0;
  #reversed: { depth: number; from: number } | undefined;
  /** Text of the script being read; undefined outside of one. */
  #script: { text: string; isJsonLd: boolean } | undefined;
  readonly #captures: Partial<Record<CaptureKind, TextCapture>> = {};

  onopentag(name: string, attributes: Attributes): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.isTooDeep = true;
    if (this.isTooDeep || this.#hiddenSince) return;
    if (name === 'script') this.#script = { text: '', isJsonLd: /ld\+json/i.test(attributes.type ?? '') };
    if (silentTags.has(name) || isHidden(attributes)) {
      this.#hiddenSince = this.#depth;
      return;
    }
    this.#readAttributes(name, attributes);
    if (this.#reversed) return;
    if (blockTags.test(name)) this.#pieces.push('\n');
    if (isReversed(attributes)) this.#reversed = { depth: this.#depth, from: this.#pieces.length };
  }

  ontext(text: string): void {
    if (this.isTooDeep) return;
    if (this.#script && this.#hiddenSince === this.#depth) {
      this.#script.text += text;
      return;
    }
    for (const capture of Object.values(this.#captures)) {
      if (capture.text.length < LABEL_LENGTH) capture.text += text.slice(0, LABEL_LENGTH);
    }
    if (!this.#hiddenSince) this.#pieces.push(text);
  }

  onclosetag(name: string): void {
    for (const [kind, capture] of Object.entries(this.#captures)) {
      if (capture.depth === this.#depth) this.#finish(kind as CaptureKind);
    }
    if (this.#hiddenSince === this.#depth) {
      this.#hiddenSince = 0;
      if (this.#script) this.#readScript(this.#script);
      this.#script = undefined;
    } else if (!this.#hiddenSince && !this.isTooDeep) {
      if (this.#reversed?.depth === this.#depth) this.#turnRound(this.#reversed.from);
      if (!this.#reversed && blockTags.test(name)) this.#pieces.push('\n');
    }
    this.#depth -= 1;
  }

  content(): PageContent {
    this.#content.text = startAndEnd(this.#pieces.join(''))
      .replace(/[\u200b\u00ad\ufeff]/g, '')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n\s*/g, '\n')
      .trim();
    return this.#content;
  }

  #turnRound(from: number): void {
    const text = this.#pieces.splice(from).join('');
    this.#pieces.push([...text].reverse().join(''));
    this.#reversed = undefined;
  }

  /** Captures one element of a kind at a time: a link inside a link ends the outer one, as in browsers. */
  #capture(kind: CaptureKind, finish: (text: string) => void): void {
    this.#finish(kind);
    this.#captures[kind] = { depth: this.#depth, text: '', finish };
  }

  #finish(kind: CaptureKind): void {
    const { [kind]: capture } = this.#captures;
    delete this.#captures[kind];
    capture?.finish(capture.text.slice(0, LABEL_LENGTH));
  }

  #readAttributes(name: string, attributes: Attributes): void {
    const { links, structured, coded } = this.#content;
    const href = name === 'a' ? attributes.href?.trim() : undefined;
    if (href) {
      this.#capture('link', (text) => addItem(links, { href, label: text.replace(/\s+/g, ' ').trim() }));
    }
    const action = name === 'form' ? attributes.action?.trim() : undefined;
    if (action && /^mailto:/i.test(action)) addItem(links, { href: action, label: '' });
    const { 'data-cfemail': cloudflare, 'data-email': email, 'data-domain': domain } = attributes;
    if (cloudflare) addItem(coded, decodeCloudflare(cloudflare));
    if (email) addItem(coded, email);
    const user = attributes['data-user'] ?? attributes['data-name'];
    if (user && domain) addItem(coded, `${user}@${domain}`);
    const { itemprop, content } = attributes;
    if (itemprop !== 'email' && itemprop !== 'telephone') return;
    const values = itemprop === 'email' ? structured.emails : structured.phones;
    if (content !== undefined) addItem(values, content);
    else this.#capture(itemprop, (text) => addItem(values, text));
  }

  #readScript({ text, isJsonLd }: { text: string; isJsonLd: boolean }): void {
    const { structured, scripts } = this.#content;
    if (isJsonLd) {
      const { emails, phones } = readJsonLd(text);
      for (const email of emails) addItem(structured.emails, email);
      for (const phone of phones) addItem(structured.phones, phone);
    } else if (text.length < SCRIPT_LENGTH && /mailto:|document\.write/.test(text)) addItem(scripts, text);
  }
}

/** Keeps the two ends of a long text: contact details stand at the head or the foot of a page. */
function startAndEnd(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  return `${text.slice(0, LONGEST_TEXT / 2)}\n${text.slice(-LONGEST_TEXT / 2)}`;
}

function addItem<T>(list: T[], value: T): void {
  if (list.length < MAX_ITEMS) list.push(value);
}

function isHidden({ hidden, style = '' }: Attributes): boolean {
  return (
    hidden !== undefined ||
    /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])/i.test(
      style.slice(0, STYLE_LENGTH),
    )
  );
}

/** Longest style attribute that is read; the patterns look ahead. */
const STYLE_LENGTH = 2_000;

/** Tells whether a style sheet turns a text that is written backwards. */
function isReversed({ style = '' }: Attributes): boolean {
  const start = style.slice(0, STYLE_LENGTH);
  return /unicode-bidi\s*:\s*bidi-override/i.test(start) && /direction\s*:\s*rtl/i.test(start);
}

/** Decodes Cloudflare's e-mail protection: the first byte is the key of the others. */
export function decodeCloudflare(hex: string): string {
  // Two digits for each character of the longest address.
  const bytes = /^(?:[0-9a-f]{2}){1,256}$/i.test(hex)
    ? (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
    : [];
  const [key = 0, ...coded] = bytes;
  return new TextDecoder().decode(new Uint8Array(coded.map((byte) => byte ^ key)));
}
