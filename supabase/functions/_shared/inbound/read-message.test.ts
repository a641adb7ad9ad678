import PostalMime from 'postal-mime';
import { describe, expect, test, vi } from 'vitest';
import { proofSize } from '../../../../tests/unit/proof-size.ts';
import { writtenAddresses } from '../../../../tests/unit/written-addresses.ts';
import { checkSender } from './authentication.ts';
import type { DeliveryReport } from './delivery-report.ts';
import { htmlText } from './html-text.ts';
import { splitQuoted } from './quoted-text.ts';
import { readMessage } from './read-message.ts';

const read = async (raw: string, to: string[] = []) =>
  (await readMessage(new TextEncoder().encode(raw.replace(/\n/g, '\r\n')), 'amazonses.com', to)).message;

const rawLetter = (headers: string, body: string) =>
  `From: =?UTF-8?Q?=C3=88ve_C=C3=B4t=C3=A9?= <Eve@Ville.test>\nTo: studio@exemple.test\nSubject: Re: Vos =?UTF-8?Q?b=C3=A2timents?=\nMessage-ID: <1@ville.test>\n${headers}Content-Type: text/plain; charset=utf-8\n\n${body}`;

describe('a message', () => {
  test('is read: who, what, which messages it names, the token of its address', async () => {
    const token = `r${'0a'.repeat(24)}`;
    const headers = `Cc: "Studio" <${token}@reponses.exemple.test>\nIn-Reply-To: <b@x.test>\nReferences: <a@x.test>\n <b@x.test>\n`;
    expect(await read(rawLetter(headers, 'Oui\n\n> Bonjour'))).toEqual({
      message_id: '<1@ville.test>',
      from_email: 'eve@ville.test',
      from_name: 'Ève Côté',
      subject: 'Re: Vos bâtiments',
      body: 'Oui',
      quoted: '> Bonjour',
      kind: 'reply',
      bounce: null,
      authentication: { spf: 'none', dkim: 'none', dmarc: 'none' },
      sender_check: 'unknown',
      tokens: [token],
      named: ['<b@x.test>', '<b@x.test>', '<a@x.test>'],
    });
    expect((await read(rawLetter('', 'Oui'), [`x <${token.toUpperCase()}@y.test>`])).tokens).toEqual([token]);
  });

  test('nothing invisible enters a line, and no control character a text', async () => {
    const { from_name, subject, body } = await read(
      'From: "Stu\u202edio\u200b" <a@b.test>\nSubject: A\u2066B\u0007\n\nC\u0000D\u0007',
    );
    expect([from_name, subject, body]).toEqual(['Studio', 'AB', 'CD']);
  });

  test('without a text part its HTML is read as text, and nothing of it runs', async () => {
    const html =
      '<html><head><title>x</title><style>p{}</style></head><body><p>Oui&nbsp;&amp; merci</p><script>alert(1)</script><img src=x onerror=alert(2)><blockquote>Bonjour</blockquote></body></html>';
    const raw = `From: <a@b.test>\nSubject: x\nContent-Type: text/html; charset=utf-8\n\n${html}`;
    expect(await read(raw)).toMatchObject({ body: 'Oui & merci', quoted: '> Bonjour' });
  });

  const bounceOf = (fields: string) =>
    read(
      `From: <mailer-daemon@x.test>\nSubject: Undelivered\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n${fields}\nAction: failed\nStatus: 5.1.1\n--b--`,
    ).then(({ bounce }) => (bounce as DeliveryReport | null)?.recipient);

  test.each(writtenAddresses)(
    'that reports on « %s » tells of whole addresses: %j',
    async (text, [first]) => {
      expect(await bounceOf(`Final-Recipient: rfc822;${text}`)).toBe(first);
      const lines = `From: <mailer-daemon@x.test>\nSubject: failure notice\n\n<${text}>:\n550 5.1.1 unknown`;
      const { bounce } = await read(lines);
      // Plain prose names the recipient only when a line has a single address.
      if (bounce) expect(bounce).toMatchObject({ recipient: first });
      if (first === text) expect(bounce).not.toBeNull();
    },
  );

  test('that reports on an address encoded for its envelope tells of that address', async () => {
    expect(await bounceOf('Original-Recipient: rfc822;bob+2B360@ville.test')).toBe('bob+360@ville.test');
  });

  test('that reports on a delivery tells of whom and how surely, and names the message', async () => {
    const report = (status: string, action = 'failed') =>
      read(
        `From: <mailer-daemon@x.test>\nSubject: Undelivered\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nSorry\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nOriginal-Recipient: rfc822;eve@ville.test\nFinal-Recipient: rfc822;autre@ailleurs.test\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; 550\n unknown\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: <es/1@exemple.test>\n--b--`,
      );
    const named = ['<es/1@exemple.test>'];
    const bounce = { recipient: 'eve@ville.test', action: 'failed', detail: '550 unknown' };
    expect(await report('5.1.1')).toMatchObject({ kind: 'bounce', named, bounce });
    expect(await report('5.2.2')).toMatchObject({ bounce: { action: 'transient' } });
    expect(await report('4.4.1', 'delayed')).toMatchObject({ bounce: { action: 'delayed' } });
    expect(await report('2.0.0', 'delivered')).toMatchObject({ bounce: { action: 'transient' } });
  });
});

/** Processor seconds of this process since a moment, which other processes do not affect. */
function cpuSeconds(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000_000;
}

describe('bombs', () => {
  const nested = (depth: number) => {
    const open = Array.from(
      { length: depth },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
    );
    return `From: <a@b.test>\n${open.join('')}Content-Type: text/plain\n\nfond`;
  };

  test('parts nested without end are refused, a few are read', async () => {
    expect((await read(nested(10))).body).toBe('fond');
    await expect(read(nested(1_000))).rejects.toThrow();
  });

  test('messages inside of messages are opened twice', async () => {
    const inner = 'From: <a@b.test>\nContent-Type: message/rfc822\n\n'.repeat(200);
    await expect(read(`${inner}From: <a@b.test>\n\nfond`)).resolves.toMatchObject({ kind: 'reply' });
  });

  test('headers without end are refused', async () => {
    await expect(read(`From: <a@b.test>\n${'X-A: b\n'.repeat(100_000)}\n\nfond`)).rejects.toThrow();
  });

  test('a text longer than anybody reads is cut before it is parsed, and a file is not', async () => {
    const part = (headers: string, body: string) => `--b\n${headers}\n\n${body}\n`;
    const long = `début ${'mot '.repeat(750_000)}`;
    const file = part('Content-Type: application/pdf; name=a.pdf', '%PDF-'.repeat(450_000));
    const encoded = part(
      'Content-Transfer-Encoding: base64\nContent-Type: image/png',
      'iVBORw0KGgo='.repeat(180_000),
    );
    const raw = `From: <a@b.test>\nContent-Type: multipart/mixed; boundary=b\n\n${part('Content-Type: text/plain', long)}${file}${encoded}--b--\n`;
    const parse = vi.spyOn(PostalMime, 'parse');
    const { message, files } = await readMessage(new TextEncoder().encode(raw), undefined, []);
    const [given] = parse.mock.lastCall ?? [];
    parse.mockRestore();
    // A text of 3 MB is cut to 2 MB.
    expect(given).toHaveProperty('length', expect.closeTo(raw.length - long.length + 2 * 1024 * 1024, -3));
    expect(message.body.slice(0, 9)).toBe('début mot');
    expect(files.map(({ content }) => content.length)).toEqual([2_250_001, 1_440_000]);
  });

  test('parts without end are refused', async () => {
    const parts = '--b\n\na\n'.repeat(20_000);
    const raw = `From: <a@b.test>\nContent-Type: multipart/mixed; boundary=b\n\n${parts}--b--`;
    await expect(read(raw)).rejects.toThrow('too many parts');
  });

  test.each([
    ['open tags', '<div>'.repeat(proofSize(40_000, 400_000))],
    ['open angles', '<'.repeat(proofSize(200_000, 2_000_000))],
    ['quotes', '<blockquote>'.repeat(proofSize(10_000, 100_000))],
    ['entities', '&nbsp;'.repeat(proofSize(30_000, 300_000))],
    ['comments', '<!--'.repeat(proofSize(40_000, 400_000))],
  ])('HTML of %s is read in no time', (_, html) => {
    const begun = process.cpuUsage();
    htmlText(html);
    expect(cpuSeconds(begun)).toBeLessThan(6);
  });

  test('a text of quotation marks is parted in no time', () => {
    const begun = process.cpuUsage();
    for (const line of ['> ', 'Le 1 a b', '-----', 'De : x', '_'.repeat(399)])
      splitQuoted(`${line}\n`.repeat(proofSize(10_000, 100_000)));
    expect(cpuSeconds(begun)).toBeLessThan(6);
  });
});

describe('who a sender is, by what the provider found', () => {
  const check = (results: string[], from = 'eve@ville.test') =>
    checkSender(results, 'amazonses.com', from).check;

  test.each([
    [
      'amazonses.com; spf=pass envelope-from=a@ville.test; dkim=pass header.i=@ville.test; dmarc=pass header.from=ville.test',
      'pass',
    ],
    ['amazonses.com; spf=none; dkim=pass header.i=@ville.test; dmarc=none', 'pass'],
    ['amazonses.com; spf=pass (x) envelope-from=a@mail.ville.test; dkim=none', 'pass'],
    ['amazonses.com; spf=pass envelope-from=a@voleur.test; dkim=pass header.i=@voleur.test', 'unknown'],
    ['amazonses.com; spf=pass envelope-from=a@pasville.test', 'unknown'],
    ['amazonses.com; spf=fail envelope-from=a@voleur.test', 'fail'],
    ['amazonses.com; spf=pass envelope-from=a@ville.test; dmarc=fail', 'fail'],
    ['amazonses.com; spf=none (dmarc=pass) ; dkim=none', 'unknown'],
    ['mx.voleur.test; dmarc=pass', 'unknown'],
  ])('%s → %s', (results, expected) => {
    expect(check([results])).toBe(expected);
  });

  test('only the first line of the provider’s counts: a sender may have written another below', () => {
    expect(check(['amazonses.com; spf=fail; dmarc=fail', 'amazonses.com; dmarc=pass'])).toBe('fail');
    expect(check([])).toBe('unknown');
  });
});
