import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson, startServer, type TestServer } from '../_testing/http-server.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
const key = Buffer.from('une clé d’essai de trente-deux octets');
const rawMessage = (attachments = '') =>
  [
    'Authentication-Results: amazonses.com; spf=pass envelope-from=eve@ville.test; dmarc=pass header.from=ville.test',
    'From: Eve <eve@ville.test>',
    'To: studio@exemple.test',
    'Subject: Re: Bonjour',
    'Message-ID: <1@ville.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Oui',
    attachments,
    '--b--',
    '',
  ].join('\r\n');
const attachedFile = (name: string, content: Buffer) =>
  `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}`;

let resend: TestServer;
let answer: (path: string, response: ServerResponse) => void;
/** The address and the authorization of each request that the provider received. */
let asked: [path: string, authorization: string][];
let message: Record<string, unknown> | undefined;
let rows: Record<string, Record<string, unknown>[]>;
let uploads: string[];
/** Answer of the fake database to the question how to read the message. */
let reading: string;
let begun: string[];
beforeAll(async () => {
  resend = await startServer((request, response) => {
    asked.push([request.url ?? '', request.headers.authorization ?? '']);
    answer(request.url ?? '', response);
  });
});
afterAll(() => resend.close());
beforeEach(() => {
  message = { id: 're-1', from: 'Eve <eve@ville.test>', to: ['studio@exemple.test'], subject: 'Re: Bonjour' };
  message = {
    ...message,
    text: 'Oui',
    message_id: '<1@ville.test>',
    raw: { download_url: `${resend.url}/raw` },
  };
  rows = {};
  uploads = [];
  asked = [];
  [reading, begun] = ['whole', []];
  answer = (path, response) =>
    path.startsWith('/raw')
      ? response.end(rawMessage())
      : message
        ? sendJson(response, 200, message)
        : sendJson(response, 404, { name: 'not_found' });
  harness.setEnv({
    RESEND_INBOUND_SECRET: `whsec_${key.toString('base64')}`,
    RESEND_API_KEY: 're_cle',
    RESEND_BASE_URL: resend.url,
    SITE_READER_ALLOWED: new URL(resend.url).host,
  });
  harness.supabase.data = (url, body) => {
    if (url.startsWith('/storage/')) {
      uploads.push(url.replace('/storage/v1/object/inbound-files/', ''));
      return {};
    }
    if (url.endsWith('_message_reading')) {
      const [, step = ''] = /\/rpc\/(\w+)_message_reading$/.exec(url) ?? [];
      begun.push(`${step} ${JSON.parse(body).provider}`);
      return step === 'begin' ? reading : null;
    }
    if (url.includes('/studio?') || url.includes('/sending_settings?')) return [settings];
    if (!url.endsWith('/rpc/receive_message')) return undefined;
    const { message: given } = JSON.parse(body);
    const isNew = !rows[given.id];
    rows[given.id] = [...(rows[given.id] ?? []), given];
    return { id: given.id, stored: isNew };
  };
});

const event = (data: object = {}, type = 'email.received') => ({
  type,
  created_at: '2026-11-20T15:00:00.000Z',
  data: { email_id: 're-1', to: ['studio@exemple.test'], ...data },
});

function deliverEvent(sent: object = event(), signWith = key) {
  const rawBody = JSON.stringify(sent);
  const timestamp = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', signWith).update(`msg_1.${timestamp}.${rawBody}`).digest('base64');
  const headers = {
    'svix-id': 'msg_1',
    'svix-timestamp': String(timestamp),
    'svix-signature': `v1,${mac}`,
  };
  return harness.call(handler, {}, { token: null, rawBody, headers });
}

const settings = {
  ...{ sender_name: 'Studio', legal_name: 'Studio inc.', postal_address: '1, rue A', contact_email: '' },
  verified_senders: ['Projets@exemple.test'],
};

const keptRow = () => Object.values(rows)[0]?.[0];

test('a message that the provider received is asked for, read and kept', async () => {
  expect(await deliverEvent()).toMatchObject({ status: 200, body: { stored: true } });
  expect(keptRow()).toMatchObject({
    provider_id: 're-1',
    message_id: '<1@ville.test>',
    from_email: 'eve@ville.test',
    kind: 'reply',
    body: 'Oui',
    sender_check: 'pass',
    attachments: [],
    trouble: null,
    received_at: '2026-11-20T15:00:00.000Z',
  });
  expect(uploads).toEqual([`${keptRow()?.id}/message.eml`]);
});

test.each([
  ['Studio <projets@exemple.test>', 'studio@exemple.test', false],
  ['avis@exemple.test', 'studio@exemple.test', false],
  // Somebody guesses reply addresses.
  ['projets@exemple.test', `r${'0a'.repeat(24)}@reponses.exemple.test`, true],
])('our own mail that a mailbox forwards: from %s to %s, stored: %s', async (from, to, stored) => {
  harness.setEnv({ MAIL_FROM: 'avis@exemple.test' });
  expect(await deliverEvent(event({ from, to: [to] }))).toMatchObject({ status: 200, body: { stored } });
});

test('delivered three times it is the same row, with the same files', async () => {
  for (let time = 0; time < 3; time++) expect((await deliverEvent()).status).toBe(200);
  expect(Object.keys(rows)).toHaveLength(1);
  expect(new Set(uploads).size).toBe(1);
});

test('a report of a server on who writes in our name is kept as automatic mail', async () => {
  const file = attachedFile(
    'google.com!studio.example!1795000000!1795086399.xml.gz',
    Buffer.from('<feedback/>'),
  );
  answer = (path, response) =>
    path.startsWith('/raw') ? response.end(rawMessage(file)) : sendJson(response, 200, message);
  expect(await deliverEvent()).toMatchObject({ status: 200, body: { stored: true } });
  expect(keptRow()).toMatchObject({ kind: 'automatic', attachments: [{ path: null }] });
});

describe('who may tell', () => {
  test('nobody without the signature, and nothing is asked of the provider', async () => {
    let calls = 0;
    answer = (_, response) => {
      calls += 1;
      response.end();
    };
    expect((await deliverEvent(event(), Buffer.from('autre'))).status).toBe(401);
    harness.setEnv({ RESEND_INBOUND_SECRET: undefined });
    expect((await deliverEvent()).status).toBe(401);
    // The secret of the other webhook is not accepted.
    harness.setEnv({ RESEND_WEBHOOK_SECRET: `whsec_${key.toString('base64')}` });
    expect((await deliverEvent()).status).toBe(401);
    expect([calls, rows]).toEqual([0, {}]);
  });

  test.each([event({}, 'email.sent'), event({ email_id: '' }), { type: 'email.received' }])(
    '%j says nothing of a message: 200, for it to stop coming',
    async (sent) => {
      expect(await deliverEvent(sent)).toMatchObject({ status: 200, body: { stored: false } });
      expect(rows).toEqual({});
    },
  );
});

/** The event's own fields, and the message that is stored from them. */
const eventFacts = { from: 'Eve <eve@ville.test>', subject: 'Re: Bonjour', message_id: '<1@ville.test>' };
const toldByEvent = {
  from_email: 'eve@ville.test',
  from_name: 'Eve',
  subject: 'Re: Bonjour',
  message_id: '<1@ville.test>',
  body: '',
  sender_check: 'unknown',
  received_at: '2026-11-20T15:00:00.000Z',
};

describe('a message that ended its reader', () => {
  test('is marked before the provider is asked, and unmarked once it is kept or could not be', async () => {
    let marks: string[] = [];
    answer = (_, response) => {
      marks = [...begun];
      sendJson(response, 500, {});
    };
    expect((await deliverEvent()).status).toBe(503);
    expect([marks, begun]).toEqual([['begin re-1'], ['begin re-1', 'end re-1']]);
  });

  test('is not asked for again: the event is kept', async () => {
    reading = 'event';
    let calls = 0;
    answer = (_, response) => {
      calls += 1;
      response.end();
    };
    expect(await deliverEvent(event(eventFacts))).toMatchObject({ status: 200, body: { stored: true } });
    expect(keptRow()).toMatchObject({
      ...toldByEvent,
      trouble: 'La lecture de ce message s’est interrompue\u00a0: lisez-le chez le fournisseur.',
    });
    expect(calls).toBe(0);
  });

  test('and was kept since: 200, for it to stop coming; being read: 503, and it comes again', async () => {
    reading = 'known';
    expect(await deliverEvent()).toMatchObject({ status: 200, body: { stored: false } });
    reading = 'busy';
    expect((await deliverEvent()).status).toBe(503);
    expect([rows, begun]).toEqual([{}, ['begin re-1', 'begin re-1']]);
  });
});

describe('what comes with it', () => {
  test('is kept by its first bytes; the rest is named with the reason', async () => {
    const pdf = Buffer.from('%PDF-1.7 …');
    const files = [
      attachedFile('résolution.pdf', pdf),
      attachedFile('faux.pdf', Buffer.from('<script>alert(1)</script>')),
      attachedFile('page.html', Buffer.from('<html>')),
      attachedFile('soumission.docx', Buffer.from('PK\u0003\u0004…')),
      attachedFile('archive.zip', Buffer.from('PK\u0003\u0004…')),
      attachedFile('grand.pdf', Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)])),
    ];
    answer = (path, response) =>
      path.startsWith('/raw')
        ? response.end(rawMessage(files.join('\r\n')))
        : sendJson(response, 200, message);
    expect((await deliverEvent()).status).toBe(200);
    const id = keptRow()?.id;
    expect(keptRow()?.attachments).toEqual([
      { path: `${id}/1.pdf`, name: 'résolution.pdf', type: 'application/pdf', size: pdf.length },
      expect.objectContaining({ path: null, name: 'faux.pdf', refused: 'Type de fichier non gardé' }),
      expect.objectContaining({ path: null, name: 'page.html' }),
      expect.objectContaining({ path: `${id}/4.docx` }),
      expect.objectContaining({ path: null, name: 'archive.zip' }),
      expect.objectContaining({ path: null, name: 'grand.pdf', refused: 'Plus de 10\u00a0Mo' }),
    ]);
    expect(uploads).toEqual([`${id}/message.eml`, `${id}/1.pdf`, `${id}/4.docx`]);
  });

  test.each([
    ['announced', { 'content-length': String(40 * 1024 * 1024) }],
    ['found on the way', {}],
  ])('more than 15 MB, %s: told of, without its files', async (_, headers) => {
    answer = (path, response) => {
      if (!path.startsWith('/raw')) return sendJson(response, 200, message);
      response.on('error', () => undefined);
      response.writeHead(200, headers).write(Buffer.alloc(15 * 1024 * 1024 + 1));
    };
    expect((await deliverEvent()).status).toBe(200);
    expect(keptRow()).toMatchObject({
      body: 'Oui',
      trouble:
        'Message trop volumineux (plus de 15\u00a0Mo)\u00a0: ses pièces jointes n’ont pas été gardées.',
    });
    expect(uploads).toEqual([]);
  });

  test('a text that is too large by itself: told of by its event', async () => {
    answer = (path, response) => {
      if (path.startsWith('/raw')) return response.end(rawMessage());
      sendJson(response, 200, { ...message, text: 'a'.repeat(9 * 1024 * 1024) });
    };
    expect((await deliverEvent(event(eventFacts))).status).toBe(200);
    expect(keptRow()).toMatchObject({ ...toldByEvent, trouble: expect.stringContaining('15\u00a0Mo') });
  });

  test('a bomb: told of, as far as the provider read it', async () => {
    const levels = Array.from(
      { length: 500 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    answer = (path, response) =>
      path.startsWith('/raw')
        ? response.end(`From: <a@b.test>\r\n${levels.join('')}`)
        : sendJson(response, 200, message);
    expect((await deliverEvent()).status).toBe(200);
    expect(keptRow()).toMatchObject({ body: 'Oui', trouble: expect.stringContaining('illisible') });
  });

  test('what the provider’s reading says of the sender is not believed: its headers have no order', async () => {
    message = { ...message, raw: null, headers: { 'Authentication-Results': 'amazonses.com; dmarc=pass' } };
    expect((await deliverEvent()).status).toBe(200);
    expect(keptRow()).toMatchObject({
      sender_check: 'unknown',
      from_email: 'eve@ville.test',
      from_name: 'Eve',
    });
  });
});

describe('the address of the message as it came', () => {
  test.each([
    'http://127.0.0.1:1/x',
    'http://169.254.169.254/x',
    'file:///etc/passwd',
    'http://localhost/x',
    'rien',
  ])('%s is not asked', async (download_url) => {
    message = { ...message, raw: { download_url } };
    expect((await deliverEvent()).status).toBe(200);
    expect(keptRow()?.trouble).toContain('pièces jointes');
  });

  test('gets no key of ours, and leads nowhere else', async () => {
    answer = (path, response) =>
      path.startsWith('/raw')
        ? response.writeHead(302, { location: `${resend.url}/elsewhere` }).end()
        : sendJson(response, 200, message);
    expect((await deliverEvent()).status).toBe(503);
    expect(asked).toEqual([
      [expect.not.stringMatching(/^\/raw/), 'Bearer re_cle'],
      ['/raw', ''],
    ]);
  });
});

describe('the provider', () => {
  test('has no such message: 200, for it to stop coming', async () => {
    message = undefined;
    expect(await deliverEvent()).toMatchObject({ status: 200, body: { stored: false } });
  });

  test.each([401, 429, 500])('answers %i: 503, so that the event comes again', async (status) => {
    answer = (_, response) => sendJson(response, status, {});
    expect((await deliverEvent()).status).toBe(503);
    expect(rows).toEqual({});
  });

  test('is not set up: 503 that names the variable', async () => {
    harness.setEnv({ RESEND_API_KEY: undefined });
    expect(await deliverEvent()).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('RESEND_API_KEY') },
    });
  });
});

test('a database that does not answer: 503', async () => {
  harness.supabase.data = (url) => (url.startsWith('/storage/') ? {} : undefined);
  expect((await deliverEvent()).status).toBe(503);
  expect(JSON.stringify(harness.logs)).not.toMatch(/whsec|sb_secret|re_cle/);
});
