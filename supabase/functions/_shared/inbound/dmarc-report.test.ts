import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { isDmarcMessage, readDmarcReport } from './dmarc-report.ts';

const row = (ip: string, count: number, { dkim = 'pass', spf = 'pass', disposition = 'none' } = {}) =>
  `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated>
   <disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row>
   <identifiers><header_from>studio.example</header_from></identifiers></record>`;
const feedback = (records: string, domain = 'Studio.example', begin = '1795000000') =>
  `<?xml version="1.0"?><feedback><report_metadata><org_name>google.com</org_name><report_id>42</report_id>
   <date_range><begin>${begin}</begin><end>1795086399</end></date_range></report_metadata>
   <policy_published><domain>${domain}</domain><p>none</p></policy_published>${records}</feedback>`;
const file = (content: Uint8Array, name = 'google.com!studio.example!1795000000!1795086399.xml.gz') => ({
  name,
  content,
});
const read = (xml: string) => readDmarcReport([file(strToU8(xml))]);

describe('a report', () => {
  const xml = feedback(
    row('192.0.2.1', 40) +
      row('192.0.2.1', 2) +
      row('2001:DB8::1', 7, { dkim: 'fail', spf: 'fail', disposition: 'reject' }),
  );
  const report = {
    domain: 'studio.example',
    reporter: 'google.com',
    report_id: '42',
    begins_at: '2026-11-18T11:06:40.000Z',
    ends_at: '2026-11-19T11:06:39.000Z',
    sources: [
      { ip: '192.0.2.1', messages: 42, disposition: 'none', dkim: true, spf: true },
      { ip: '2001:db8::1', messages: 7, disposition: 'reject', dkim: false, spf: false },
    ],
    other_messages: 0,
  };

  test.each([
    ['gzip', gzipSync(strToU8(xml))],
    ['zip', zipSync({ 'readme.txt': strToU8('x'), 'report.xml': strToU8(xml) })],
    ['as it is', strToU8(xml)],
  ])('%s · who wrote, how often, and what was made of it', (_packing, content) =>
    expect(readDmarcReport([file(content)])).toEqual(report),
  );

  test('of three hundred servers those of the most messages are kept, and the others are added up', () => {
    const { sources, other_messages } = read(
      feedback(
        Array.from({ length: 300 }, (_, index) => row(`10.0.${index >> 8}.${index & 255}`, index + 1)).join(
          '',
        ),
      ),
    );
    expect([sources.length, sources[0]?.messages, other_messages]).toEqual([200, 300, 5050]);
  });
});

describe('a hostile file', () => {
  const bomb = new Uint8Array(64 * 1024 * 1024);
  test.each<[what: string, content: Uint8Array, reason?: RegExp]>([
    ['a gzip bomb', gzipSync(bomb), /^the report is too large/],
    ['a zip bomb', zipSync({ 'a.xml': bomb }), /^the report is too large/],
    ['an archive of more than 1 MB', new Uint8Array(1024 * 1024 + 1).fill(0x1f, 0, 1).fill(0x8b, 1, 2)],
    ['a truncated gzip', gzipSync(strToU8(feedback(row('192.0.2.1', 1)))).subarray(0, 40)],
    ['a zip without a report', zipSync({ 'a.exe': strToU8('MZ') })],
    ['a zip in a zip', zipSync({ 'a.zip': zipSync({ 'a.xml': strToU8(feedback('')) }) })],
    [
      'entities that expand',
      strToU8(
        `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><feedback>&b;</feedback>`,
      ),
    ],
    [
      'a file of this machine',
      strToU8(
        '<?xml version="1.0"?><!doctype f [<!ENTITY x SYSTEM "file:///etc/passwd">]><feedback>&x;</feedback>',
      ),
    ],
    ['elements without end', strToU8(`<feedback>${'<a>'.repeat(20)}`)],
    ['another document', strToU8('<?xml version="1.0"?><html></html>')],
    ['an address that is none', strToU8(feedback(row('evil.example', 1)))],
    ['a count below zero', strToU8(feedback(row('192.0.2.1', -1)))],
    ['a domain that is none', strToU8(feedback('', 'a b'))],
    ['a time that is none', strToU8(feedback('', 'studio.example', 'hier'))],
    ['nothing at all', new Uint8Array()],
  ])('%s · is refused', (_what, content, reason = /./) => {
    expect(() => readDmarcReport([file(content)])).toThrow(reason);
  });
});

test('a message is one by its subject or its file’s name', () => {
  const none = strToU8('');
  expect(isDmarcMessage('Report Domain: studio.example Submitter: google.com Report-ID: <42>', [])).toBe(
    true,
  );
  expect(isDmarcMessage('Rapport', [file(none)])).toBe(true);
  expect(isDmarcMessage('Re: Report Domain', [file(none, 'devis.zip')])).toBe(false);
});
