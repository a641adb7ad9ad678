import { GrowingBytes } from '../growing-bytes.ts';
import { MAX_CHUNKS } from '../read-limited.ts';

const HEAD_LIMIT = 64 * 1024;
const CHUNK_LINE_LIMIT = 1_024;
const latin1 = new TextDecoder('latin1');

interface ResponseHead {
  status: number;
  headers: Map<string, string>;
  /** Offset of the body. */
  bodyStart: number;
}

export interface HttpResponse {
  status: number;
  headers: Map<string, string>;
  body: Uint8Array;
}

/** Parses an HTTP/1 response as its pieces arrive; no byte is examined twice, however small the pieces are. */
export class ResponseReading {
  readonly #received = new GrowingBytes();
  #head: ResponseHead | undefined;
  /** Offset up to which the end of the head was searched. */
  #searched = 0;
  #chunks: ChunkedBody | undefined;
  #pieces = 0;
  readonly #isBodiless: boolean;

  /** @param isBodiless true for the answer to HEAD, which announces the length of a body that does not come */
  constructor(isBodiless = false) {
    this.#isBodiless = isBodiless;
  }

  /** Takes the next piece. Throws when it is not HTTP, or comes in tiny chunks. */
  add(piece: Uint8Array): void {
    this.#pieces += 1;
    if (this.#pieces > MAX_CHUNKS) throw new Error('comes in tiny chunks');
    this.#received.add(piece);
    this.#head ??= this.#readHead();
    if (this.#head) this.#chunks?.read(this.#received.bytes.subarray(this.#head.bodyStart));
  }

  get size(): number {
    return this.#received.length;
  }

  /** Returns the body so far, decoded from its chunks, and whether it is complete; undefined before the head ends. */
  soFar(): (HttpResponse & { isComplete: boolean }) | undefined {
    if (!this.#head) return undefined;
    const { status, headers, bodyStart } = this.#head;
    const answer = (body: Uint8Array, isComplete: boolean) => ({ status, headers, body, isComplete });
    if (this.#isBodiless || status === 204 || status === 304) return answer(new Uint8Array(), true);
    if (this.#chunks) return answer(this.#chunks.body, this.#chunks.isComplete);
    const raw = this.#received.bytes.subarray(bodyStart);
    const length = headers.get('content-length');
    // Without a length, the body ends when the server closes the connection.
    if (!length || !/^\d+$/.test(length)) return answer(raw, false);
    return answer(raw.subarray(0, Number(length)), raw.length >= Number(length));
  }

  #readHead(): ResponseHead | undefined {
    const { bytes } = this.#received;
    const end = endOfHead(bytes.subarray(0, HEAD_LIMIT), this.#searched);
    if (end === undefined) {
      const start = latin1.decode(bytes.subarray(0, 7));
      if (bytes.length >= HEAD_LIMIT || !'HTTP/1.'.startsWith(start)) throw new Error('not HTTP');
      this.#searched = Math.max(0, bytes.length - 3);
      return undefined;
    }
    const head = parseHead(bytes.subarray(0, end), end + 4);
    if (/\bchunked\b/i.test(head.headers.get('transfer-encoding') ?? '')) this.#chunks = new ChunkedBody();
    return head;
  }
}

/** Finds the empty line that ends a head. */
function endOfHead(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(13, from); at >= 0; at = bytes.indexOf(13, at + 1)) {
    if (bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) return at;
  }
  return undefined;
}

function parseHead(bytes: Uint8Array, bodyStart: number): ResponseHead {
  const [first = '', ...lines] = latin1.decode(bytes).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]);
  if (!status) throw new Error('not HTTP');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { status, headers, bodyStart };
}

/** Decodes a body in chunks (RFC 9112): each is a line with its length, then its bytes. An invalid chunk ends it. */
class ChunkedBody {
  isComplete = false;
  readonly #body = new GrowingBytes();
  #at = 0;
  /** Bytes missing from the current chunk. */
  #missing = 0;
  #count = 0;

  get body(): Uint8Array {
    return this.#body.bytes;
  }

  /** Continues from the last position. `raw` is the whole body so far. */
  read(raw: Uint8Array): void {
    while (!this.isComplete && this.#at < raw.length) {
      if (this.#missing > 0) this.#takeBytes(raw);
      else if (!this.#startChunk(raw)) return;
    }
  }

  #takeBytes(raw: Uint8Array): void {
    const part = raw.subarray(this.#at, this.#at + this.#missing);
    this.#body.add(part);
    this.#at += part.length;
    this.#missing -= part.length;
    // The line end after a chunk may still be on its way.
    if (this.#missing === 0) this.#at += 2;
  }

  /** Reads the line of the next chunk; false while it is incomplete. */
  #startChunk(raw: Uint8Array): boolean {
    const line = raw.subarray(this.#at, this.#at + CHUNK_LINE_LIMIT);
    const end = line.indexOf(13);
    if ((end < 0 && line.length < CHUNK_LINE_LIMIT) || end === line.length - 1) return false;
    const size = Number.parseInt(latin1.decode(line.subarray(0, Math.max(0, end))), 16);
    this.#count += 1;
    if (this.#count > MAX_CHUNKS) throw new Error('comes in tiny chunks');
    if (line[end + 1] !== 10 || !(size > 0)) this.isComplete = true;
    this.#missing = size;
    this.#at += end + 2;
    return true;
  }
}
