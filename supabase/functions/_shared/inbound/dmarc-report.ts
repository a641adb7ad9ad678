import { Gunzip, Unzip, UnzipInflate } from 'fflate';
import { Parser } from 'htmlparser2';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isOneLineText, singleLine } from '../contract/typed-text.ts';
import type { IncomingFile } from './read-message.ts';

/** Largest archive that is opened, in bytes. */
const MOST_PACKED = 1024 * 1024;
/** Largest report after unpacking: a worker has two seconds of processor time. */
const MOST_XML = 4 * 1024 * 1024;
/** Bytes that are unpacked at a time: one step of a bomb makes a thousand times as many. */
const STEP = 1024;
const MOST_DEPTH = 12;
const MOST_ELEMENTS = 200_000;
const MOST_RECORDS = 10_000;
const LONGEST_VALUE = 300;
/** Number of servers that are kept of a report; the messages of the others are added up. */
const MOST_SOURCES = 200;

/** One server that wrote in the name of a domain. `dkim` and `spf`: aligned with the domain. */
interface Source {
  ip: string;
  messages: number;
  disposition: 'none' | 'quarantine' | 'reject';
  dkim: boolean;
  spf: boolean;
}

/** An aggregate report as `receive_dmarc_report` takes it, without its sender. */
export interface DmarcReport {
  domain: string;
  reporter: string;
  report_id: string;
  begins_at: string;
  ends_at: string;
  sources: Source[];
  other_messages: number;
}

/**
 * Tells whether a message brings an aggregate report, by the subject or the file's name that RFC 7489 (7.2.1.1) gives
 * it. Such a message is never a conversation, whatever its file holds.
 */
export const isDmarcMessage = (subject: string, files: readonly IncomingFile[]): boolean =>
  /^\s*report domain:/i.test(subject) ||
  files.some(({ name }) => /^[^!\s]+![^!\s]+!\d+!\d+(![^!\s]+)?\.(?:xml|zip|gz|xml\.gz)$/i.test(name));

/**
 * Reads the report of a message. Throws, with the reason, for a file that is no report or a hostile one: a bomb, an
 * entity, a value out of its range.
 */
export function readDmarcReport(files: readonly IncomingFile[]): DmarcReport {
  const packed = files.find(({ content }) => isGzip(content) || isZip(content) || isXml(content));
  if (!packed) throw new Error('no report is attached');
  if (packed.content.length > MOST_PACKED) throw new Error('the archive is too large');
  return parse(unpack(packed.content));
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
const isXml = (bytes: Uint8Array) =>
  /^\uFEFF?\s*<(?:\?xml|feedback)\b/.test(new TextDecoder().decode(bytes.subarray(0, 64)));

/** Unpacks a report in small steps, and stops at the limit. */
function unpack(bytes: Uint8Array): string {
  const decoder = new TextDecoder();
  let [xml, size] = ['', 0];
  const add = (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > MOST_XML) throw new Error('the report is too large');
    xml += decoder.decode(chunk, { stream: true });
  };
  if (isXml(bytes)) {
    add(bytes);
  } else if (isGzip(bytes)) {
    const gunzip = new Gunzip(add);
    pushInSteps(bytes, (step, isLast) => gunzip.push(step, isLast));
  } else {
    let isFound = false;
    // Of an archive the first report counts; others and archives inside it are not opened.
    const unzip = new Unzip((file) => {
      if (isFound || !/\.xml$/i.test(file.name)) return;
      isFound = true;
      file.ondata = (error, chunk) => {
        if (error) throw error;
        add(chunk);
      };
      file.start();
    });
    unzip.register(UnzipInflate);
    pushInSteps(bytes, (step, isLast) => unzip.push(step, isLast));
  }
  return xml + decoder.decode();
}

function pushInSteps(bytes: Uint8Array, push: (step: Uint8Array, isLast: boolean) => void): void {
  for (let at = 0; at < bytes.length; at += STEP) {
    push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
  }
}

const text = (most: number) =>
  z
    .string()
    .transform((value) => singleLine(value))
    .pipe(z.string().min(1).max(most).refine(isOneLineText));
const passes = z
  .string()
  .optional()
  .transform((result) => result === 'pass');

const headSchema = z.object({
  'report_metadata/org_name': text(200),
  'report_metadata/report_id': text(255),
  'report_metadata/date_range/begin': z.coerce.number().int().positive().max(1e11),
  'report_metadata/date_range/end': z.coerce.number().int().positive().max(1e11),
  'policy_published/domain': text(255).pipe(
    z
      .string()
      .toLowerCase()
      .regex(/^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/),
  ),
});

const recordSchema = z.object({
  'row/source_ip': z.string().refine((ip) => ipaddr.isValid(ip)),
  'row/count': z.coerce.number().int().min(0).max(1_000_000_000),
  'row/policy_evaluated/disposition': z.enum(['none', 'quarantine', 'reject']).catch('none'),
  // Aligned with the domain: a signature of another one does not count.
  'row/policy_evaluated/dkim': passes,
  'row/policy_evaluated/spf': passes,
});

function parse(xml: string): DmarcReport {
  // No report declares anything: whoever declares an entity wants it expanded.
  if (/<!(?:DOCTYPE|ENTITY|ATTLIST)/i.test(xml)) throw new Error('the report declares entities');
  const { head, records } = readElements(xml);
  const metadata = headSchema.parse(head);
  const [begin, end] = [
    metadata['report_metadata/date_range/begin'],
    metadata['report_metadata/date_range/end'],
  ];
  const sources = new Map<string, Source>();
  for (const record of records) {
    const row = recordSchema.parse(record);
    const source: Source = {
      ip: ipaddr.parse(row['row/source_ip']).toString(),
      messages: row['row/count'],
      disposition: row['row/policy_evaluated/disposition'],
      dkim: row['row/policy_evaluated/dkim'],
      spf: row['row/policy_evaluated/spf'],
    };
    const { messages, ...rest } = source;
    const key = JSON.stringify(rest);
    const known = sources.get(key);
    sources.set(key, { ...source, messages: Math.min(messages + (known?.messages ?? 0), 1_000_000_000) });
  }
  const sorted = [...sources.values()].sort((one, other) => other.messages - one.messages);
  return {
    domain: metadata['policy_published/domain'],
    reporter: metadata['report_metadata/org_name'],
    report_id: metadata['report_metadata/report_id'],
    begins_at: new Date(begin * 1000).toISOString(),
    ends_at: new Date(end * 1000).toISOString(),
    sources: sorted.slice(0, MOST_SOURCES),
    other_messages: Math.min(
      sorted.slice(MOST_SOURCES).reduce((sum, { messages }) => sum + messages, 0),
      1_000_000_000,
    ),
  };
}

/** Reads the texts of a report by the path of their element: those above the records, and those of each record. */
function readElements(xml: string): { head: Record<string, string>; records: Record<string, string>[] } {
  const head: Record<string, string> = {};
  const records: Record<string, string>[] = [];
  const path: string[] = [];
  let elements = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        elements += 1;
        path.push(name.replace(/^.*:/, ''));
        if (elements > MOST_ELEMENTS || path.length > MOST_DEPTH)
          throw new Error('the report has too many elements');
        if (path[0] !== 'feedback') throw new Error('the file is no report');
        if (path.length === 2 && path[1] === 'record') records.push({});
        if (records.length > MOST_RECORDS) throw new Error('the report has too many records');
      },
      ontext: (chunk) => {
        const place = path[1] === 'record' ? records.at(-1) : head;
        const key = path.slice(path[1] === 'record' ? 2 : 1).join('/');
        if (place && key) place[key] = ((place[key] ?? '') + chunk).slice(0, LONGEST_VALUE).trimStart();
      },
      onclosetag: () => {
        path.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  for (const values of [head, ...records])
    for (const key of Object.keys(values)) values[key] = values[key]?.trim() ?? '';
  return { head, records };
}
