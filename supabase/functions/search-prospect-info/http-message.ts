const HEAD_LIMIT = 64 * 1024;
const latin1 = new TextDecoder('latin1');

export interface ResponseHead {
  status: number;
  headers: Map<string, string>;
  /** Where the body begins. */
  bodyStart: number;
}

/** The head of an HTTP/1 response once it is whole; undefined before. Throws when it is none. */
export function parseHead(bytes: Uint8Array): ResponseHead | undefined {
  const text = latin1.decode(bytes.subarray(0, HEAD_LIMIT));
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) {
    if (bytes.length >= HEAD_LIMIT || !'HTTP/1.'.startsWith(text.slice(0, 7))) throw new Error('not HTTP');
    return undefined;
  }
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]);
  if (!status) throw new Error('not HTTP');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { status, headers, bodyStart: end + 4 };
}

/** What has come of a body, freed of its chunks, and whether that is all of it. */
export function bodySoFar(
  { status, headers }: ResponseHead,
  raw: Uint8Array,
): { body: Uint8Array; isComplete: boolean } {
  if (status === 204 || status === 304) return { body: new Uint8Array(), isComplete: true };
  if (/\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')) return unchunk(raw);
  const length = headers.get('content-length');
  if (length && /^\d+$/.test(length)) {
    return { body: raw.subarray(0, Number(length)), isComplete: raw.length >= Number(length) };
  }
  // Ends when the server hangs up.
  return { body: raw, isComplete: false };
}

function unchunk(raw: Uint8Array): { body: Uint8Array; isComplete: boolean } {
  const parts: Uint8Array[] = [];
  let at = 0;
  let isComplete = false;
  for (;;) {
    const lineEnd = raw.indexOf(13, at);
    if (lineEnd < 0 || raw[lineEnd + 1] !== 10) break;
    const size = Number.parseInt(latin1.decode(raw.subarray(at, lineEnd)), 16);
    if (!Number.isFinite(size) || size < 0) break;
    if (size === 0) {
      isComplete = true;
      break;
    }
    const start = lineEnd + 2;
    parts.push(raw.subarray(start, start + size));
    if (start + size > raw.length) break;
    at = start + size + 2;
  }
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    body.set(part, offset);
    offset += part.length;
  }
  return { body, isComplete };
}
