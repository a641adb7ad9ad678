import { Buffer } from 'node:buffer';
import { describe, expect, test, vi } from 'vitest';
import { proofSize } from '../../../../tests/unit/proof-size.ts';
import { CUT_NOTICE, type IncomingMessage, readMessage } from './read-message.ts';

// The nightly proof reads thousands of messages.
vi.setConfig({ testTimeout: proofSize(20_000, 300_000) });

/** Makes a seeded generator of random choices. */
function seededChance(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  return { below, pick, is: (share: number) => next() < share };
}
type Chance = ReturnType<typeof seededChance>;

const commonWords = [
  'Bonjour',
  'été',
  'budget',
  'mardi',
  'De',
  'À',
  'Date',
  'l’hiver',
  '12',
  'P.-S.',
  'ok',
  'Alma',
  'ôté',
];
const openers = ['', '', '', 'De : ', 'À : ', 'Date : ', '-- ', '____________ ', 'Le maire a écrit : '];

/** Writes a paragraph whose every word is unique, so that it can be found again. */
function paragraph({ pick, below }: Chance, mark: string): string {
  return Array.from(
    { length: 1 + below(4) },
    (_, line) =>
      pick(openers) +
      Array.from({ length: 1 + below(5) }, (_word, at) => `${pick(commonWords)}${mark}${line}x${at}`).join(
        ' ',
      ),
  ).join('\n');
}

interface Written {
  raw: Buffer;
  subject: string;
  name: string;
  /** Paragraphs that the person wrote, and those that they quoted. */
  own: string[];
  quoted: string[];
  files: { name: string; content: Buffer }[];
}

const latin = {
  charset: 'iso-8859-1',
  encode: (text: string) => Buffer.from(text.replace(/’/g, "'"), 'latin1'),
};
const utf8 = { charset: 'utf-8', encode: (text: string) => Buffer.from(text) };

/** Writes one message in the manner of some mail client. */
function writeMessage(seed: number): Written {
  const random = seededChance(seed);
  const { pick, below, is } = random;
  const { charset, encode } = pick([latin, utf8]);
  const own = [paragraph(random, 'a')];
  const quoted: string[] = [];
  let text = own[0] ?? '';
  if (is(0.7)) {
    quoted.push(paragraph(random, 'q'));
    const attribution = pick([
      'Le lun. 23 nov. 2026 à 09:12, Studio <a@studio.test> a écrit :\n',
      'On Mon, Nov 23, 2026 at 9:12 AM Studio <a@studio.test> wrote:\n\n',
      '',
    ]);
    text += `\n\n${attribution}${quoted.map((part) => part.replace(/^/gm, '> ')).join('\n')}`;
    if (is(0.5)) {
      own.push(paragraph(random, 'b'));
      text += `\n\n${own.at(-1)}`;
    }
  }
  text = text.replace(/\n/g, '\r\n');
  const encoded = pick([
    ['8bit', encode(text)],
    ['base64', Buffer.from(encode(text).toString('base64').replace(/.{76}/g, '$&\r\n'))],
    ['quoted-printable', Buffer.from(quotedPrintable(encode(text)))],
  ] as const);
  const part = (type: string, [encoding, bytes]: readonly [string, Buffer], more = '') =>
    Buffer.concat([
      Buffer.from(`${more}Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]);
  const plain = part(`text/plain; charset=${charset}`, encoded);
  const files = Array.from({ length: below(3) }, (_, index) => ({
    name: `${pick(['devis', 'résolution', 'plan'])}-${index}.pdf`,
    content: Buffer.from(`%PDF-${seed} ${index}`.repeat(1 + below(50))),
  }));
  const subject = `Re: ${pick(['Vos bâtiments', 'Été 🎈', 'Plan'])} ${seed}`;
  const name = pick(['Ève Côté', 'Marie', 'O’Neil, Jean']);
  const head = [
    `From: ${encodedWord(name)} <eve${seed}@ville.test>`,
    'To: studio@exemple.test',
    `Subject: ${encodedWord(subject)}`,
    `Message-ID: <${seed}@ville.test>`,
    'MIME-Version: 1.0',
  ];
  const attached = files.map(({ name: file, content }) =>
    part(
      'application/pdf',
      ['base64', Buffer.from(content.toString('base64'))],
      `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(file)}\r\n`,
    ),
  );
  const boundary = `b${seed}`;
  const body =
    attached.length === 0
      ? plain
      : Buffer.concat([
          Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`),
          ...[plain, ...attached].flatMap((one) => [Buffer.from(`--${boundary}\r\n`), one]),
          Buffer.from(`--${boundary}--\r\n`),
        ]);
  const raw = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n`), body]);
  return { raw, subject, name, own, quoted, files };
}

const encodedWord = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

/** Encodes bytes with short lines, spaces at their ends included. */
function quotedPrintable(bytes: Buffer): string {
  return [...bytes.toString('latin1').split('\r\n')]
    .map((line) =>
      [...line]
        .map((letter) => (/[ -<>-~]/.test(letter) ? letter : `=${toHex(letter)}`))
        .join('')
        .replace(/(?:=..|[^=]){60}(?=.)/g, '$&=\r\n'),
    )
    .join('\r\n');
}
const toHex = (letter: string) => letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

const tokensOf = (text: string) =>
  (text.match(/\S+\dx\d+/g) ?? []).map((token) => token.replace(/’/g, "'")).sort();

describe('a message that another program wrote', () => {
  test('is read whole: nothing lost, nothing invented, nothing of the person folded', async () => {
    for (let seed = 1; seed <= proofSize(150, 3_000); seed++) {
      const { raw, subject, name, own, quoted, files } = writeMessage(seed);
      const { message, files: read, trouble } = await readMessage(raw, undefined, []);
      const what = `message ${seed}`;
      expect([message.subject, message.from_name, trouble], what).toEqual([subject, name, null]);
      expect(tokensOf(message.body), what).toEqual(tokensOf(own.join('\n')));
      expect(tokensOf(message.quoted), what).toEqual(tokensOf(quoted.join('\n')));
      expect(
        read.map((file) => [file.name, Buffer.from(file.content).toString()]),
        what,
      ).toEqual(files.map((file) => [file.name, file.content.toString()]));
    }
  });
});

/** Longest values that the database accepts, and texts that must be a single line. */
const limits = {
  message_id: 300,
  from_email: 320,
  from_name: 200,
  subject: 998,
  body: 50_000,
  quoted: 50_000,
} as const;

/** Lists the parts of a message that the database would refuse. */
function unstorable(message: IncomingMessage): string[] {
  return (Object.keys(limits) as (keyof typeof limits)[]).filter((field) => {
    const text = message[field];
    const isLong = field === 'body' || field === 'quoted';
    return (
      /\p{Cs}/u.test(text) ||
      [...text].length > limits[field] ||
      (isLong ? /[^\P{Cc}\n\t]/u : /\p{Cc}|[\u2028\u2029]/u).test(text)
    );
  });
}

describe('what became of a message on its way', () => {
  test('is read, or refused whole, and can always be stored', async () => {
    const base = Array.from({ length: 60 }, (_, index) => writeMessage(index + 1).raw);
    let read = 0;
    for (let seed = 1; seed <= proofSize(400, 10_000); seed++) {
      const { below, pick } = seededChance(seed * 7_919);
      const bytes = [...pick(base)];
      for (let times = 1 + below(6); times > 0; times--) {
        const at = below(bytes.length);
        const change = below(4);
        if (change === 0) bytes.splice(at, 1 + below(40));
        else if (change === 1) bytes[at] = below(256);
        else if (change === 2) bytes.splice(at, 0, ...bytes.slice(at, at + below(200)));
        else
          bytes.splice(
            at,
            0,
            ...Buffer.from(pick(['\0', '\r\n\r\n', '\u2028', '🎈', '=?utf-8?B?', '--b1', '>'])),
          );
      }
      const done = await readMessage(Uint8Array.from(bytes), undefined, []).catch(() => undefined);
      if (!done) continue;
      read += 1;
      expect(unstorable(done.message), `mutation ${seed}`).toEqual([]);
    }
    expect(read).toBeGreaterThan(100);
  });

  test('a mutated text loses no word that is whole', async () => {
    for (let seed = 1; seed <= proofSize(200, 10_000); seed++) {
      const random = seededChance(seed * 104_729);
      let text = `${paragraph(random, 'a')}\n\n> ${paragraph(random, 'q')}\n\n${paragraph(random, 'b')}`;
      for (let times = 1 + random.below(8); times > 0; times--) {
        const at = random.below(text.length);
        const added = random.pick([
          '\n',
          '> ',
          '\v',
          '\u2028',
          ' a écrit :\n',
          'Objet : ',
          '\t',
          '<',
          '___________',
          '\r',
        ]);
        text = text.slice(0, at) + added + text.slice(at + random.below(3));
      }
      const raw = `From: <a@b.test>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`;
      const { message } = await readMessage(Buffer.from(raw), undefined, []);
      expect(tokensOf(`${message.body}\n${message.quoted}`), JSON.stringify(text)).toEqual(tokensOf(text));
    }
  });

  test.each([
    ['subject', 998],
    ['body', 50_000],
    ['from_name', 200],
  ] as const)('a %s cut at its limit ends with a whole character', async (field, most) => {
    for (const before of ['', 'a']) {
      const text = before + '🎈'.repeat(most);
      const head = field === 'from_name' ? `From: ${encodedWord(text)} <a@b.test>` : 'From: <a@b.test>';
      const subject = field === 'subject' ? text : 'S';
      const raw = `${head}\r\nSubject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`;
      const { message, trouble } = await readMessage(Buffer.from(raw), undefined, []);
      expect(unstorable(message)).toEqual([]);
      if (field === 'body') expect(trouble).toBe(CUT_NOTICE);
      expect(message[field].length).toBeGreaterThan(most / 2);
    }
  });
});
