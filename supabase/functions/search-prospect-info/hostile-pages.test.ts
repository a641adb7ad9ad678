import { expect, test } from 'vitest';
import { ResponseReading } from '../_shared/site/http-message.ts';
import { expectLinear, repeated } from '../_testing/growth.ts';
import { contactPages } from './contact-links.ts';
import { bestEmail, emailsIn } from './emails.ts';
import { refusesSolicitation } from './no-solicitation.ts';
import { readContent } from './page-content.ts';
import { phonesIn } from './phones.ts';

/** Applies every step of the reader to a page. */
function readPage(html: string) {
  const content = readContent(html);
  const emails = emailsIn(content);
  bestEmail([{ emails }], { company: 'Auberge des Caps', website: 'https://caps.test/' });
  contactPages(content.links, new URL('https://caps.test/'));
  return { emails, phones: phonesIn(content), refuses: refusesSolicitation(content.text) };
}

const around = (before: string, unit: string, after: string) => (size: number) =>
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
  ['spaces in a mail link', around('<a href="mailto:', ' ', '@ville.test">x</a>')],
  ['paragraphs', repeated('<p>')],
  ['paragraphs inside of nothing', repeated('</p>')],
  ['comments never ended', repeated('<!--')],
  ['sections never ended', repeated('<![CDATA[')],
  ['scripts never ended', repeated('<script>')],
  ['scripts', repeated('<script>document.write("a"+"b@c.ca")</script>')],
  ['attributes', around('<p ', 'a=b ', '>')],
  ['an attribute', around('<p style="', 'font-size:0', '">')],
  ['entities', repeated('&amp')],
  ['pictures', repeated('<svg>x</svg>')],
  ['microdata', repeated('<b itemprop=email>')],
  ['JSON-LD', around('<script type="application/ld+json">', '[', '</script>')],
  ['ends of JSON-LD', around('<script type="application/ld+json">', ']]>  ', '</script>')],
  ['coded addresses', around('<b data-cfemail="', 'ab', '">')],
  ['coded addresses with spaces', around('<b data-email="', ' ', '">')],
  ['text turned round', repeated('<i style="unicode-bidi:bidi-override;direction:rtl">')],
])('%s: the time grows with the size', { timeout: 120_000 }, (name, make) =>
  expectLinear(name, make, readPage),
);

test('the details around hostile text are still found', () => {
  for (const unit of ['a', ' ', '( ', '1-', '<!-- -->', '<svg>x</svg>', '</p>', '@']) {
    const details = '<p>info@auberge.test, tél. 418 296-0102</p>';
    const { emails, phones } = readPage(`${details}<div>${repeated(unit)(300_000)}</div>${details}`);
    expect(emails, unit).toContainEqual({ value: 'info@auberge.test', isDeclared: false });
    expect(phones, unit).toContainEqual({ value: '418 296-0102', points: 5 });
  }
});

const bytes = (text: string) => new TextEncoder().encode(text);
const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

/** Gives a response to the reader, so many bytes at a time, and reads the result each time like the caller. */
function readInPieces(response: Uint8Array, size: number) {
  const reading = new ResponseReading();
  for (let at = 0; at < response.length; at += size) {
    reading.add(response.subarray(at, at + size));
    reading.soFar();
  }
  return reading.soFar();
}

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

test.each([
  ['chunks', 1_000, head + '1\r\na\r\n'.repeat(160_000)],
  ['pieces', 1, `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(160_000)}`],
])('160 000 %s of one byte are refused', (_, size, response) => {
  const started = performance.now();
  expect(() => readInPieces(bytes(response), size)).toThrow('tiny chunks');
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each([1, 2, 3, 7, 1_000])('a body in chunks is whole, %i bytes at a time', (size) => {
  const body = '5\r\n<p>ca\r\n3;x=y\r\nfé\r\n4\r\n</p>\r\n0\r\n\r\n';
  const answer = readInPieces(bytes(head + body), size);
  expect(new TextDecoder().decode(answer?.body)).toBe('<p>café</p>');
  expect(answer).toMatchObject({ status: 200, isComplete: true });
});
