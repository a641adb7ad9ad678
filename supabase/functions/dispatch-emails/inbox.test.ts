import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareHarness } from '../_testing/harness.ts';
import { type ImapServer, startImapServer } from '../_testing/imap-server.ts';
import { readInbox } from './inbox.ts';

const harness = prepareHarness();
let imap: ImapServer;
let rows: Record<string, unknown>[];
let uploads: string[];
let ended: Record<string, unknown>[];
/** Stored position in the mailbox; null: another run reads it. */
let left: { validity: number | null; uid: number; read_at: string | null } | null;
/** How the next messages may be read, by their UID. */
let readings: Record<number, string>;
let begun: string[];
let isRefused: (message: Record<string, unknown>) => boolean;
let logs: string[];

beforeEach(async () => {
  imap = await startImapServer();
  [rows, uploads, ended, logs] = [[], [], [], []];
  left = { validity: null, uid: 0, read_at: null };
  isRefused = () => false;
  [readings, begun] = [{}, []];
  harness.setEnv({
    IMAP_HOST: '127.0.0.1',
    IMAP_PORT: String(imap.port),
    IMAP_USER: 'studio',
    IMAP_PASSWORD: 'mot-de-passe',
    MAIL_FROM: 'studio@exemple.test',
    IMAP_AUTHSERV_ID: 'mx.exemple.test',
  });
  harness.supabase.data = (url, body) => {
    if (url.startsWith('/storage/')) {
      uploads.push(url.replace('/storage/v1/object/inbound-files/', ''));
      return {};
    }
    if (url.includes('/studio?') || url.includes('/sending_settings?'))
      return [
        {
          sender_name: '',
          legal_name: '',
          postal_address: '',
          contact_email: '',
          verified_senders: ['Projets@exemple.test'],
        },
      ];
    if (url.endsWith('/rpc/begin_inbox_reading')) return left;
    if (url.endsWith('/rpc/finish_inbox_reading')) {
      const given = JSON.parse(body);
      ended.push(given);
      left = { validity: given.validity, uid: given.uid, read_at: new Date().toISOString() };
      return null;
    }
    if (url.endsWith('_message_reading')) {
      const { provider } = JSON.parse(body);
      const isBegin = url.endsWith('/begin_message_reading');
      begun.push(`${isBegin ? 'begin' : 'end'} ${provider.split(':').at(-1)}`);
      const isKnown = rows.some(({ provider_id }) => provider_id === provider);
      return isBegin ? (readings[provider.split(':').at(-1)] ?? (isKnown ? 'known' : 'whole')) : null;
    }
    if (!url.endsWith('/rpc/receive_message')) return undefined;
    const { message } = JSON.parse(body);
    if (isRefused(message)) return undefined;
    const isNew = !rows.some(({ id }) => id === message.id);
    rows.push(message);
    return {
      id: message.id,
      stored: isNew,
      ...(message.kind === 'automatic' && { stored: false, loop: true }),
    };
  };
});
afterEach(() => imap.close());

const mail = (index: number, { headers = [] as string[], from = 'Eve <eve@ville.test>' } = {}) =>
  [
    'Authentication-Results: mx.exemple.test; dmarc=pass header.from=ville.test',
    ...headers,
    `From: ${from}`,
    `Message-ID: <${index}@ville.test>`,
    'Subject: Re: Bonjour',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Oui, n\u00ba ${index}`,
    '',
  ].join('\r\n');
const read = () =>
  readInbox(harness.dependencies, 20, (code, detail) => void logs.push(`${code}: ${detail}`));
const bodies = () => rows.map(({ body }) => body);
const seen = () => imap.messages.filter(({ flags }) => flags.has('\\Seen')).map(({ uid }) => uid);

test('what is new is kept as what the webhook brings, then seen; nothing is deleted', async () => {
  const token = `r${'0'.repeat(48)}`;
  imap.deliver(
    mail(1, { headers: ['In-Reply-To: <es/1@exemple.test>', `Delivered-To: ${token}@exemple.test`] }),
  );
  await read();
  expect(rows).toEqual([
    expect.objectContaining({
      from_email: 'eve@ville.test',
      message_id: '<1@ville.test>',
      body: 'Oui, nº 1',
      kind: 'reply',
      named: ['<es/1@exemple.test>'],
      tokens: [token],
      sender_check: 'pass',
      trouble: null,
      provider_id: expect.stringMatching(/^imap:[0-9a-f]{16}:7:1$/),
    }),
  ]);
  expect(uploads).toEqual([`${rows[0]?.id}/message.eml`]);
  expect(seen()).toEqual([1]);
  expect(ended).toEqual([{ validity: 7, uid: 1, error: null }]);
  expect(imap.commands.filter((command) => /EXPUNGE|Deleted|MOVE|COPY/.test(command))).toEqual([]);
});

test('each run goes on where the last one stopped, twenty messages at a time', async () => {
  for (let index = 1; index <= 25; index++) imap.deliver(mail(index));
  await read();
  expect(ended.at(-1)).toEqual({ validity: 7, uid: 20, error: null });
  await read();
  expect(bodies()).toHaveLength(25);
  await read();
  expect(bodies()).toHaveLength(25);
  expect(ended.at(-1)).toEqual({ validity: 7, uid: 25, error: null });
});

test('the first time, and once its numbers begin anew, since the day before it was last read', async () => {
  imap.deliver(mail(1), { arrivedAt: new Date(Date.now() - 5 * 86_400_000) });
  imap.deliver(mail(2));
  await read();
  expect(bodies()).toEqual(['Oui, nº 2']);
  imap.validity = 8;
  await read();
  // A copy under another number: the database recognises its Message-ID.
  expect(bodies()).toEqual(['Oui, nº 2', 'Oui, nº 2']);
  expect(ended.at(-1)).toMatchObject({ validity: 8 });
});

test('while another run reads it, and where none is set up, nothing is asked', async () => {
  left = null;
  await read();
  harness.setEnv({ IMAP_HOST: undefined });
  left = { validity: null, uid: 0, read_at: null };
  await read();
  expect([imap.commands, ended]).toEqual([[], []]);
});

describe('what is left out', () => {
  test('notices and copies of our own, which stay unseen', async () => {
    imap.deliver(mail(1, { from: 'Studio <studio@exemple.test>' }));
    imap.deliver(mail(2, { from: 'projets@exemple.test' }));
    imap.deliver(mail(3));
    await read();
    expect([bodies(), seen()]).toEqual([['Oui, nº 3'], [3]]);
  });

  test('one too many of a loop', async () => {
    imap.deliver(mail(1, { headers: ['Auto-Submitted: auto-generated'] }));
    await read();
    expect([seen(), logs]).toEqual([[], ['loop: eve@ville.test answers by itself: not kept']]);
  });

  test('the rest of a message of more than 15 MB: told of by its headers', async () => {
    const text = Buffer.alloc(15 * 1024 * 1024, 'a'.repeat(75).concat('\n'));
    const large = imap.deliver(Buffer.concat([Buffer.from(mail(1)), text]));
    imap.deliver(mail(2));
    await read();
    expect(large.raw.length).toBeGreaterThan(15 * 1024 * 1024);
    expect(rows).toMatchObject([
      {
        from_email: 'eve@ville.test',
        subject: 'Re: Bonjour',
        body: '',
        trouble: 'Message trop volumineux (plus de 15\u00a0Mo)\u00a0: lisez-le dans la boîte de réception.',
      },
      { body: 'Oui, nº 2', trouble: null },
    ]);
    expect(imap.commands.some((command) => command.includes('BODY.PEEK[])'))).toBe(false);
  });

  test('the results of another server: nobody is sure of the sender', async () => {
    imap.deliver(mail(1));
    harness.setEnv({ IMAP_AUTHSERV_ID: undefined });
    await read();
    expect(rows).toEqual([expect.objectContaining({ sender_check: 'unknown' })]);
  });
});

describe('a message that ended its reader', () => {
  test('is marked before anything of it is asked for, and unmarked once it is kept or could not be', async () => {
    imap.deliver(mail(1));
    imap.deliver(mail(2, { from: 'studio@exemple.test' }));
    imap.deliver(mail(3));
    isRefused = ({ message_id }) => message_id === '<3@ville.test>';
    await read();
    expect(begun).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
  });

  test('is not asked for again: the server’s own reading of its headers is kept, and the next one is read', async () => {
    imap.deliver(mail(1, { headers: ['In-Reply-To: <es/1@exemple.test>'] }));
    imap.deliver(mail(2));
    readings[1] = 'headers';
    await read();
    expect(rows).toMatchObject([
      {
        from_email: 'eve@ville.test',
        from_name: 'Eve',
        subject: 'Re: Bonjour',
        message_id: '<1@ville.test>',
        named: ['<es/1@exemple.test>'],
        body: '',
        sender_check: 'unknown',
        trouble: 'La lecture de ce message s’est interrompue\u00a0: lisez-le dans la boîte de réception.',
      },
      { body: 'Oui, nº 2' },
    ]);
    expect(imap.commands.filter((command) => /^UID FETCH 1 .*BODY/.test(command))).toEqual([]);
    expect(ended).toEqual([{ validity: 7, uid: 2, error: null }]);
  });

  test('and whose headers ended one too is told of without asking for anything', async () => {
    imap.deliver(mail(1));
    readings[1] = 'nothing';
    await read();
    expect(rows).toMatchObject([
      { from_name: 'Expéditeur inconnu', subject: 'Message illisible', trouble: expect.any(String) },
    ]);
    expect(imap.commands.filter((command) => /^UID FETCH 1 /.test(command))).toEqual([]);
  });

  test('and was kept since is passed over; one that is being read waits for the next run', async () => {
    imap.deliver(mail(1));
    imap.deliver(mail(2));
    Object.assign(readings, { 1: 'known', 2: 'busy' });
    await read();
    expect([rows, seen()]).toEqual([[], [1]]);
    expect(ended).toEqual([{ validity: 7, uid: 1, error: 'Un message est encore en cours de lecture.' }]);
  });

  test('by its part of the processor time: a run ends after four megabytes, and the next goes on', async () => {
    imap.deliver(`${mail(1)}${'a'.repeat(5 * 1024 * 1024)}`);
    imap.deliver(mail(2));
    await read();
    expect(ended).toEqual([{ validity: 7, uid: 1, error: null }]);
    await read();
    expect(ended.at(-1)).toMatchObject({ uid: 2 });
  });
});

describe('a message that could not be kept', () => {
  test('ends the run before it, and comes again', async () => {
    imap.deliver(mail(1));
    imap.deliver(mail(2));
    isRefused = ({ message_id }) => message_id === '<2@ville.test>';
    await read();
    expect([seen(), ended]).toEqual([
      [1],
      [{ validity: 7, uid: 1, error: expect.stringContaining('données') }],
    ]);
    isRefused = () => false;
    await read();
    expect(seen()).toEqual([1, 2]);
  });

  test('after an hour is kept by its headers, else passed over and left unseen', async () => {
    const anHourAgo = { arrivedAt: new Date(Date.now() - 3_700_000) };
    imap.deliver(mail(1), anHourAgo);
    imap.deliver(mail(2), anHourAgo);
    imap.deliver(mail(3));
    isRefused = ({ message_id, trouble }) =>
      message_id === '<2@ville.test>' || (message_id === '<1@ville.test>' && trouble === null);
    await read();
    expect(rows).toMatchObject([
      { message_id: '<1@ville.test>', trouble: expect.stringContaining('lisez-le dans la boîte') },
      { message_id: '<3@ville.test>' },
    ]);
    expect([seen(), ended]).toEqual([[1, 3], [{ validity: 7, uid: 3, error: null }]]);
    expect(logs).toEqual([expect.stringMatching(/^inbox_message_left: 7:2 /)]);
  });
});

describe('a mailbox that cannot be read says why, in French, and keeps its place', () => {
  const refused = async (error: RegExp) => {
    left = { validity: 7, uid: 4, read_at: null };
    await read();
    expect(ended).toEqual([{ validity: 7, uid: 4, error: expect.stringMatching(error) }]);
    expect(JSON.stringify([ended, logs])).not.toContain('mot-de-passe');
  };

  test('the password is refused', async () => {
    imap.password = 'autre';
    await refused(/refuse le nom d’utilisateur ou le mot de passe/);
  });
  test('the folder is not there', async () => {
    harness.setEnv({ IMAP_FOLDER: 'Réponses' });
    await refused(/pas de dossier «\u00a0Réponses\u00a0»/);
  });
  test('nobody listens', async () => {
    await imap.close();
    await refused(/injoignable/);
  });
  test('the line is cut', async () => {
    imap.trouble = { at: 'UID SEARCH', how: 'drop' };
    await refused(/s’est coupée/);
  });
  test('a variable is missing', async () => {
    harness.setEnv({ IMAP_PASSWORD: undefined });
    await refused(/IMAP_PASSWORD/);
  });
  test('a server that says nothing any more is left after the time of the run', async () => {
    imap.trouble = { at: 'UID SEARCH', how: 'silence' };
    harness.shortenTimeouts(300);
    await refused(/./);
  });
  test('a server without encryption elsewhere than on this machine is told no password', async () => {
    // This server under an address that does not count as this machine's.
    harness.setEnv({ IMAP_HOST: '0.0.0.0' });
    await refused(/chiffrement/);
    expect(imap.commands.filter((command) => /^(?:LOGIN|AUTHENTICATE)/.test(command))).toEqual([]);
  });
});
