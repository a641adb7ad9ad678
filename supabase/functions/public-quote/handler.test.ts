import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { prepareHarness, site } from '../_testing/harness.ts';
import { aQuote } from '../_testing/quote-data.ts';
import { readPdf } from '../_testing/read-pdf.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
const token = 'a'.repeat(32);
const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const signedQuote = {
  name: 'Jeanne Roy',
  jobTitle: 'Greffière',
  acceptedAt: '2026-11-22T21:00:00.123456+00:00',
};
const printedFile = {
  name: signedQuote.name,
  title: signedQuote.jobTitle,
  acceptedAt: signedQuote.acceptedAt,
  pdfSha256: 'ab'.repeat(32),
  ground: { kind: 'resolution', number: '2026-114', date: '2026-03-03' },
  channel: { kind: 'code', email: 'communications@ville.example', networkAddress: '203.0.113.7' },
};

/** The fake database functions and bucket; the real ones are tested in tests/database. */
let quote: Record<string, unknown>;
let answers: Record<string, unknown>;
let calls: [name: string, body: Record<string, unknown>][];
let files: Map<string, Uint8Array>;

beforeEach(() => {
  quote = {
    id,
    status: 'envoyé',
    document: aQuote({ number: '2026-014' }),
    token,
    pdfSha256: null,
    logo: null,
    acceptance: null,
    accepted: null,
    emailHint: 'c•••@ville.example',
    acceptsBy: 'council',
  };
  answers = { accept_quote: { status: 200, acceptance: signedQuote } };
  calls = [];
  files = new Map();
  harness.dependencies.fetch = async (url, init) => {
    const [, name = ''] = /\/rest\/v1\/rpc\/(\w+)$/.exec(url) ?? [];
    const [, file = ''] = /\/storage\/v1\/object\/quote-files\/(.+)$/.exec(url) ?? [];
    if (name) {
      const body = JSON.parse(String(init.body));
      calls.push([name, body]);
      if (name === 'public_quote') return Response.json(body.token === token ? quote : null);
      if (name === 'keep_quote_pdf') quote.pdfSha256 = body.sha256;
      return Response.json(answers[name] ?? { status: 204 });
    }
    if (init.method === 'DELETE') {
      for (const gone of JSON.parse(String(init.body)).prefixes) files.delete(gone);
      return Response.json([]);
    }
    if (init.method === 'POST') {
      if (files.has(file)) return Response.json({ error: 'Duplicate' }, { status: 409 });
      files.set(file, init.body as Uint8Array);
      return Response.json({ Key: file });
    }
    const kept = files.get(file);
    return kept ? new Response(kept as BodyInit) : Response.json({}, { status: 400 });
  };
});

const postBody = (body: object, headers: Record<string, string> = {}) =>
  handler(
    new Request('http://functions.test/public-quote', {
      method: 'POST',
      body: JSON.stringify({ token, ...body }),
      headers: { 'content-type': 'application/json', origin: site, ...headers },
    }),
    harness.dependencies,
  );
const getFile = (query = `?token=${token}`, method = 'GET') =>
  handler(new Request(`http://functions.test/public-quote${query}`, { method }), harness.dependencies);

const acceptance = {
  action: 'accept',
  name: signedQuote.name,
  jobTitle: signedQuote.jobTitle,
  authority: 'resolution',
  resolutionNumber: '2026-114',
  resolutionDate: '2026-03-03',
  purchaseOrder: '',
  code: '123456',
};
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9)]);
const callsOf = (name: string) => calls.filter(([called]) => called === name).map(([, body]) => body);

describe('what the page reads', () => {
  test('the document, its status and who accepted; kept by nobody, found by no search engine', async () => {
    const answer = await postBody({ action: 'read' });
    expect(await answer.json()).toEqual({
      status: 'envoyé',
      document: quote.document,
      emailHint: 'c•••@ville.example',
      acceptance: null,
      acceptsBy: 'council',
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'access-control-allow-origin': site,
    });
    quote.accepted = signedQuote;
    expect(await (await postBody({ action: 'read' })).json()).toMatchObject({ acceptance: signedQuote });
    expect(calls.map(([name]) => name)).toEqual(['public_quote', 'public_quote']);
  });

  test.each(['', 'x', 'A'.repeat(32), `${token}0`, 'b'.repeat(32)])(
    'an unknown token, %j · 404',
    async (wrong) => {
      for (const action of ['read', ...(wrong.length === 32 ? [] : ['opened', 'accept', 'code'])]) {
        const answer = await postBody({ action, token: wrong });
        expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }]);
      }
      expect((await getFile(`?token=${wrong}`)).status).toBe(404);
      expect(calls.every(([name]) => name === 'public_quote')).toBe(true);
    },
  );
});

describe('what the page says', () => {
  test.each([
    ['opened', {}, 'note_quote_opened', {}],
    ['question', { name: 'Paul', body: 'Quand?' }, 'ask_about_quote', { asker: 'Paul', question: 'Quand?' }],
    ['refuse', { name: 'Paul', reason: 'Budget' }, 'refuse_quote', { refuser: 'Paul', reason: 'Budget' }],
    ['code', {}, 'send_quote_code', {}],
  ])('%s · 204 by the database', async (action, sent, name, body) => {
    const answer = await postBody({ action, ...sent });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(calls).toEqual([[name, { token, ...body }]]);
  });

  test('what the database refuses is handed on, with its status', async () => {
    answers.accept_quote = { status: 403, code: 'code_wrong', left: 3, message: 'Ce code est inexact.' };
    const wrong = await postBody(acceptance);
    expect([wrong.status, await wrong.json()]).toEqual([
      403,
      { code: 'code_wrong', left: 3, message: 'Ce code est inexact.' },
    ]);
    answers.send_quote_code = { status: 429, code: 'too_many', message: 'Plus tard.' };
    expect((await postBody({ action: 'code' })).status).toBe(429);
    answers.refuse_quote = { status: 404 };
    expect(await (await postBody({ action: 'refuse' })).json()).toMatchObject({ code: 'not_found' });
  });

  test('anything else · refused; a broken database · 503, without the token in the log', async () => {
    expect((await postBody({ action: 'delete' })).status).toBe(400);
    expect((await postBody({}, { 'content-type': 'text/plain' })).status).toBe(415);
    for (const method of ['PUT', 'DELETE', 'PATCH']) expect((await getFile('', method)).status).toBe(405);
    harness.dependencies.fetch = async () => Response.json({ message: 'panne' }, { status: 500 });
    const broken = await postBody({ action: 'read' });
    expect([broken.status, await broken.json()]).toMatchObject([503, { message: expect.any(String) }]);
    expect(JSON.stringify(harness.logs)).not.toContain(token);
  });
});

describe('acceptance', () => {
  test('the PDF is kept before, once, and its digest is what was accepted', async () => {
    const answer = await postBody(acceptance, { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' });
    expect([answer.status, await answer.json()]).toEqual([200, { acceptance: signedQuote }]);
    const kept = files.get(`${id}/devis.pdf`) as Uint8Array;
    const digest = createHash('sha256').update(kept).digest('hex');
    expect(callsOf('keep_quote_pdf')).toEqual([{ quote: id, sha256: digest }]);
    expect(callsOf('accept_quote')).toMatchObject([
      { token, network_address: '203.0.113.7', answer: { code: '123456', resolutionPath: null } },
    ]);
    expect(calls.map(([name]) => name)).toEqual(['public_quote', 'keep_quote_pdf', 'accept_quote']);
    await postBody(acceptance);
    expect(callsOf('keep_quote_pdf')).toHaveLength(1);
  });

  test('a PDF that is kept already is not read; that its file is gone refuses no acceptance', async () => {
    quote.pdfSha256 = 'ab'.repeat(32);
    const { fetch } = harness.dependencies;
    const read: string[] = [];
    harness.dependencies.fetch = (url, init) => {
      if (url.includes('/storage/')) read.push(url);
      return fetch(url, init);
    };
    const answer = await postBody(acceptance);
    expect([answer.status, await answer.json()]).toEqual([200, { acceptance: signedQuote }]);
    expect(calls.map(([name]) => name)).toEqual(['public_quote', 'accept_quote']);
    expect(read).toEqual([]);
  });

  test('the resolution in PDF is kept beside; one that is refused leaves nothing', async () => {
    const resolution = (size: number) => ({ name: 'resolution.pdf', base64: pdf(size).toString('base64') });
    await postBody({ ...acceptance, resolutionFile: resolution(5_000_000) });
    const { answer } = callsOf('accept_quote')[0] as { answer: { resolutionPath: string } };
    expect(answer.resolutionPath).toMatch(new RegExp(`^${id}/[0-9a-f-]{36}\\.pdf$`));
    expect(files.get(answer.resolutionPath)).toHaveLength(5_000_000);
    const resolutionFile = resolution(1_000);
    answers.accept_quote = { status: 403, code: 'code_locked', message: 'Bloqué.' };
    await postBody({ ...acceptance, resolutionFile });
    expect(files.size).toBe(2);
    // Nor does one for a quote that is closed already.
    quote.status = 'accepté';
    await postBody({ ...acceptance, resolutionFile });
    expect(callsOf('accept_quote').at(-1)).toMatchObject({ answer: { resolutionPath: null } });
  });

  test.each([
    ['not a PDF', Buffer.from('<html>')],
    ['over 5 MB', pdf(5 * 1024 * 1024 + 1)],
  ])('a file that is %s · 422 on its field, nothing written', async (_what, bytes) => {
    const refused = await postBody({
      ...acceptance,
      resolutionFile: { name: 'x.pdf', base64: bytes.toString('base64') },
    });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { code: 'invalid', fields: { resolutionFile: expect.any(String) } },
    ]);
    expect([calls, files.size]).toEqual([[], 0]);
  });
});

describe('the PDF', () => {
  test('GET and HEAD · a file to keep, and nothing is written', async () => {
    const answer = await getFile();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-disposition': 'attachment; filename="devis-2026-014.pdf"',
    });
    const { printed: pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(pages.join(' ')).toContain('Métabetchouan');
    const head = await getFile(undefined, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-disposition')).toContain('devis-2026-014.pdf');
    expect(calls.every(([name]) => name === 'public_quote')).toBe(true);
    expect(files.size).toBe(0);
  });

  test('what was sent is what is given, also when it would be printed differently today', async () => {
    await postBody(acceptance);
    const kept = files.get(`${id}/devis.pdf`) as Uint8Array;
    quote.document = aQuote({ number: '2026-014', subject: 'Autre' });
    expect(new Uint8Array(await (await getFile()).arrayBuffer())).toEqual(new Uint8Array(kept));
    // The file is lost and cannot be reproduced: no other file may have the accepted digest.
    files.clear();
    expect((await getFile()).status).toBe(503);
  });

  test('the certificate, once it is accepted', async () => {
    expect((await getFile(`?token=${token}&document=acceptance`)).status).toBe(404);
    quote.acceptance = printedFile;
    const answer = await getFile(`?token=${token}&document=acceptance`);
    expect(answer.headers.get('content-disposition')).toContain('devis-2026-014-acceptation.pdf');
    const { printed: pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(pages.join(' ')).toContain('2026-114');
  });
});
