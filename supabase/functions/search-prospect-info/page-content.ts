import { type HTMLElement, type Node, NodeType, parse } from 'node-html-parser';

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

const silent = new Set(['script', 'style', 'template', 'svg', 'iframe', 'object', 'title']);
const blocks =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figcaption|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|th|tr|ul)$/;

/** Deeper than any page that people made; the parser's time grows with the square of it. */
const DEEPEST = 400;
const tagPattern = /<(\/?)([a-z][a-z0-9-]*)\b/gi;
/** Tags that are never closed, or need not be. */
const flat =
  /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|td|th|tr|option|thead|tbody)$/i;

/** The page up to where it nests too deep. */
function shallow(html: string): string {
  let depth = 0;
  for (const { 1: slash, 2: name = '', index } of html.matchAll(tagPattern)) {
    if (flat.test(name)) continue;
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEEPEST) return html.slice(0, index);
  }
  return html;
}

/** Reads a page without running it. Comments and hidden elements (honeypots) are left out. */
export function readContent(html: string): PageContent {
  const root = parse(shallow(html), {
    comment: false,
    blockTextElements: { script: true, style: false, noscript: false },
  });
  const content: PageContent = {
    text: '',
    links: [],
    structured: { emails: [], phones: [] },
    coded: [],
    scripts: [],
  };
  const pieces: string[] = [];
  // Not by recursion: a page may nest as deep as it likes.
  const waiting: (Node | string)[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      pieces.push(next);
    } else if (next.nodeType === NodeType.TEXT_NODE) {
      pieces.push(next.text);
    } else if (next.nodeType === NodeType.ELEMENT_NODE) {
      const element = next as HTMLElement;
      const name = element.rawTagName?.toLowerCase() ?? '';
      if (name === 'script') readScript(element, content);
      if (silent.has(name) || isHidden(element)) continue;
      readAttributes(element, name, content);
      if (blocks.test(name)) {
        pieces.push('\n');
        waiting.push('\n');
      }
      if (isReversed(element)) pieces.push([...element.text].reverse().join(''));
      else waiting.push(...[...element.childNodes].reverse());
    }
  }
  content.text = pieces
    .join('')
    .replace(/[\u200b\u00ad\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim();
  return content;
}

function isHidden(element: HTMLElement): boolean {
  const style = element.getAttribute('style') ?? '';
  return (
    element.hasAttribute('hidden') ||
    /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])/i.test(
      style,
    )
  );
}

/** Written backwards and turned round by the style sheet. */
function isReversed(element: HTMLElement): boolean {
  const style = element.getAttribute('style') ?? '';
  return /unicode-bidi\s*:\s*bidi-override/i.test(style) && /direction\s*:\s*rtl/i.test(style);
}

function readAttributes(element: HTMLElement, name: string, content: PageContent): void {
  if (name === 'a') {
    const href = element.getAttribute('href')?.trim();
    if (href) content.links.push({ href, label: element.text.replace(/\s+/g, ' ').trim() });
  }
  const action = name === 'form' ? element.getAttribute('action')?.trim() : undefined;
  if (action && /^mailto:/i.test(action)) content.links.push({ href: action, label: '' });
  const attributes = element.attributes;
  const cloudflare = attributes['data-cfemail'];
  if (cloudflare) content.coded.push(decodeCloudflare(cloudflare));
  if (attributes['data-email']) content.coded.push(attributes['data-email']);
  const user = attributes['data-user'] ?? attributes['data-name'];
  const domain = attributes['data-domain'];
  if (user && domain) content.coded.push(`${user}@${domain}`);
  const property = attributes.itemprop;
  if (property === 'email') content.structured.emails.push(attributes.content ?? element.text);
  if (property === 'telephone') content.structured.phones.push(attributes.content ?? element.text);
}

function readScript(element: HTMLElement, content: PageContent): void {
  const text = element.innerHTML;
  if (/ld\+json/i.test(element.getAttribute('type') ?? '')) readJsonLd(text, content);
  else if (text.length < 20_000 && /mailto:|document\.write/.test(text)) content.scripts.push(text);
}

function readJsonLd(text: string, { structured }: PageContent): void {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\s*(<!\[CDATA\[|\/\/<!\[CDATA\[)|(\/\/)?\]\]>\s*$/g, ''));
  } catch {
    return;
  }
  const waiting: unknown[] = [value];
  for (let budget = 5_000; waiting.length > 0 && budget > 0; budget--) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...next.slice(0, 500));
    else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        if (key === 'email' && typeof inner === 'string')
          structured.emails.push(inner.replace(/^mailto:/i, ''));
        else if (key === 'telephone' && typeof inner === 'string') structured.phones.push(inner);
        else if (typeof inner === 'object') waiting.push(inner);
      }
    }
  }
}

/** Cloudflare's protection: the first byte is the key of the others. */
export function decodeCloudflare(hex: string): string {
  const bytes = hex.match(/^(?:[0-9a-f]{2})+$/i)
    ? (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
    : [];
  const [key = 0, ...coded] = bytes;
  return new TextDecoder().decode(new Uint8Array(coded.map((byte) => byte ^ key)));
}
