// Tests that whatever a stranger may write, on a page, in an answer or in a model's reply, is read in linear
// time: a regular expression that backtracks would let one page block the server.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseAnswer } from '../../supabase/functions/_shared/structured-answer.ts';
import { readInPieces, readPage } from '../../supabase/functions/_testing/page-reader.ts';

const sizes = [10_000, 100_000, 1_000_000];

/** Time in ms that a busy machine may take for anything. */
const NOISE_MS = 1_200;
/** Largest growth for ten times the size: linear is ten, quadratic is a hundred. */
const MOST_GROWTH = 40;

/**
 * Times a job on 10 KB, 100 KB and 1 MB of the same content, and expects linear growth. It stops at the first size that
 * grows faster, since the next would hang.
 */
async function expectLinear(
  name: string,
  make: (size: number) => string,
  work: (text: string) => unknown,
): Promise<void> {
  const times: number[] = [];
  for (const size of sizes) {
    const text = make(size);
    const started = performance.now();
    await work(text);
    times.push(performance.now() - started);
    const [last = 0, before = last] = times.slice(-2).reverse();
    const durations = times.map((ms) => `${Math.round(ms)} ms`).join(', ');
    if (times.length === sizes.length) console.log(`${name} : ${durations}`);
    expect(last, `${name}: ${durations}`).toBeLessThan(Math.max(NOISE_MS, MOST_GROWTH * before));
  }
}

/** Repeats a text up to a size. */
const repeated = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length));

const repeatedBetween = (before: string, unit: string, after: string) => (size: number) =>
  before + repeated(unit)(size) + after;

test.each<[string, (size: number) => string]>([
  ['letters', repeated('a')],
  ['letters and dots', repeated('a.')],
  ['at signs', repeated('a@')],
  ['domains', repeated('@a.')],
  ['addresses', repeated('info@ville.test ')],
  ['spaces', repeated(' ')],
  ['no-break spaces', repeated('\u00a0')],
  ['lines', repeated('\n')],
  ['brackets', repeated('( ')],
  ['obfuscations', repeated(' arobase ')],
  ['points', repeated('a point ')],
  ['figures', repeated('1-')],
  ['area codes', repeated('(4')],
  ['telephone numbers', repeated('418 555-0101 ')],
  ['extensions', repeated('poste ')],
  ['refusals', repeated('refus ne desire pas de sollicitations ')],
  ['accents', repeated('e\u0301')],
  ['open brackets', repeated('<')],
  ['tags never ended', repeated('<a ')],
  ['links', repeated('<a href=/contact>')],
  ['links inside of links', repeated('<a href=x><b>')],
  ['mail links', repeated('<a href="mailto:a at b">x</a>')],
  ['spaces in a mail link', repeatedBetween('<a href="mailto:', ' ', '@ville.test">x</a>')],
  ['paragraphs', repeated('<p>')],
  ['paragraphs inside of nothing', repeated('</p>')],
  ['comments never ended', repeated('<!--')],
  ['sections never ended', repeated('<![CDATA[')],
  ['scripts never ended', repeated('<script>')],
  ['scripts', repeated('<script>document.write("a"+"b@c.ca")</script>')],
  ['attributes', repeatedBetween('<p ', 'a=b ', '>')],
  ['an attribute', repeatedBetween('<p style="', 'font-size:0', '">')],
  ['entities', repeated('&amp')],
  ['pictures', repeated('<svg>x</svg>')],
  ['microdata', repeated('<b itemprop=email>')],
  ['JSON-LD', repeatedBetween('<script type="application/ld+json">', '[', '</script>')],
  ['ends of JSON-LD', repeatedBetween('<script type="application/ld+json">', ']]>  ', '</script>')],
  ['coded addresses', repeatedBetween('<b data-cfemail="', 'ab', '">')],
  ['coded addresses with spaces', repeatedBetween('<b data-email="', ' ', '">')],
  ['text turned round', repeated('<i style="unicode-bidi:bidi-override;direction:rtl">')],
])('%s: the time grows with the size', { timeout: 120_000 }, (name, make) =>
  expectLinear(name, make, readPage),
);

const bytes = (text: string) => new TextEncoder().encode(text);
const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

test.each([
  ['chunks of one byte', 1_000, (size: number) => head + repeated('1\r\na\r\n')(Math.min(size, 280_000))],
  ['a head without end', 1, (size: number) => `HTTP/1.1 200 OK\r\n${repeated('x')(Math.min(size, 45_000))}`],
  [
    'pieces of one byte',
    1,
    (size: number) => `HTTP/1.1 200 OK\r\n\r\n${repeated('x')(Math.min(size, 45_000))}`,
  ],
  ['large pieces', 16_000, (size: number) => `HTTP/1.1 200 OK\r\n\r\n${repeated('x')(size)}`],
  ['a line of a chunk without end', 1_000, (size: number) => head + repeated('0')(size)],
] as const)('an answer in %s: the time grows with the size', { timeout: 120_000 }, (name, size, make) =>
  expectLinear(name, make, (text) => readInPieces(bytes(text), size)),
);

const schema = z.object({ name: z.string().min(2), score: z.number().nullable() });

test.each(['`', ' ', '```', '``` ', '{', '}', '[', '"', '\n```json\n'])(
  'an answer that holds no object is told at once, however long: %j',
  { timeout: 120_000 },
  (unit) =>
    expectLinear(
      unit,
      (size) => `\`\`\`${repeated(unit)(size)}`,
      (text) => expect(parseAnswer(schema, text).ok).toBe(false),
    ),
);
