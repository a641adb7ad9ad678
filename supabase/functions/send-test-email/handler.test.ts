import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountEmail, plainUserToken } from '../_testing/fake-supabase.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { type SmtpServer, startSmtpServer } from '../_testing/smtp-server.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
const writtenMessage = { subject: 'Une visite de Percé', body: 'Bonjour Ève, **ceci** est un essai.' };
let smtp: SmtpServer;
let proven: string[];
let cannotRecord: boolean;
let rows: Record<string, Record<string, unknown>[]>;

beforeEach(async () => {
  smtp = await startSmtpServer();
  rows = {
    settings: [
      {
        sender_name: 'Territoire 360',
        legal_name: 'Territoire 360 inc.',
        contact_phone: '',
        postal_address: '100, rue du Quai',
        contact_email: 'bonjour@exemple.test',
        verified_senders: ['studio@exemple.test'],
      },
    ],
  };
  proven = [];
  cannotRecord = false;
  harness.supabase.data = (url, body) => {
    if (url === '/rest/v1/rpc/record_sender_test') {
      if (cannotRecord) return undefined;
      proven.push(JSON.parse(body).sender);
      return null;
    }
    const table = /^\/rest\/v1\/(\w+)\?/.exec(url)?.[1] ?? '';
    // Both settings tables are one row here.
    return rows[/^(studio|sending_settings)$/.test(table) ? 'settings' : table];
  };
  harness.setEnv({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) });
});
afterEach(() => smtp.close());

const call = (change: object = {}, token?: string) =>
  harness.call(handler, { text: writtenMessage, ...change }, token ? { token } : {});

test('sends the message that is being written to the administrator alone, marked as a test', async () => {
  expect(await call()).toMatchObject({ status: 200, body: { sentTo: accountEmail } });
  expect(smtp.messages).toMatchObject([{ from: '<studio@exemple.test>', to: [`<${accountEmail}>`] }]);
  const { raw } = smtp.messages[0] ?? { raw: '' };
  expect(raw).toMatch(/^Subject: =\?UTF-8\?Q\?=5BEssai=5D_Une_visite_de_Perc=C3=A9\?=/m);
  expect(raw).toContain('<strong>ceci</strong>');
  expect(raw).toContain('100, rue du Quai');
  expect(harness.supabase.counted).toEqual(['send-test-email']);
});

test('without a text: that messages leave, signed with the identity, and what proves the sender', async () => {
  expect(await call({ text: null })).toMatchObject({
    status: 200,
    body: { sentTo: accountEmail },
  });
  expect(smtp.messages).toMatchObject([{ from: '<studio@exemple.test>', to: [`<${accountEmail}>`] }]);
  const { raw } = smtp.messages[0] ?? { raw: '' };
  expect(raw).toContain('Subject: [Essai] Vos courriels partent bien');
  expect(raw).toContain('100, rue du Quai');
  expect(raw).not.toMatch(/List-Unsubscribe|Marie/);
  expect(proven).toEqual(['studio@exemple.test']);
});

test('what is refused proves nothing; what left is said to have left, written down or not', async () => {
  smtp.script.rcpt = '550 inconnu';
  expect((await call({ text: null })).status).toBe(502);
  expect(proven).toEqual([]);
  smtp.script.rcpt = '250 ok';
  cannotRecord = true;
  expect((await call({ text: null })).status).toBe(200);
  expect(smtp.messages).toHaveLength(1);
});

test('leaves from the verified sender that is asked for, and from no other', async () => {
  rows.settings = [{ ...rows.settings?.[0], verified_senders: ['studio@exemple.test', 'eve@exemple.test'] }];
  expect((await call({ from: 'eve@exemple.test' })).status).toBe(200);
  expect(smtp.messages).toMatchObject([{ from: '<eve@exemple.test>' }]);
  expect((await call({ from: 'autre@exemple.test' })).status).toBe(409);
  expect(smtp.messages).toHaveLength(1);
});

test('a recipient in the request is ignored', async () => {
  const forged = {
    to: 'victime@exemple.test',
    email: 'victime@exemple.test',
    subject: 'Forgé',
    body: 'Forgé',
  };
  expect((await call(forged)).status).toBe(200);
  expect(smtp.messages.map(({ to }) => to)).toEqual([[`<${accountEmail}>`]]);
  expect(smtp.messages[0]?.raw).not.toMatch(/victime|Forg/);
});

test('nobody but an administrator', async () => {
  expect((await call({}, plainUserToken)).status).toBe(403);
  expect([smtp.messages, harness.supabase.counted]).toEqual([[], []]);
});

test('too many tests: 429, nothing is sent', async () => {
  harness.supabase.counter = (response) =>
    response.writeHead(429, { 'content-type': 'application/json' }).end('{"message":"Patientez."}');
  expect(await call()).toMatchObject({ status: 429, body: { error: 'Patientez.' } });
  expect(smtp.messages).toEqual([]);
});

describe('what cannot be sent is refused with the reason, and nothing is sent', () => {
  const settings = (change: object) => {
    rows.settings = [{ ...rows.settings?.[0], ...change }];
  };
  test.each([
    ['no postal address', () => settings({ postal_address: ' ' }), 409, 'adresse postale'],
    ['no sender', () => settings({ verified_senders: [] }), 409, 'adresse d’expédition'],
  ] as const)('%s', async (_what, arrange, status, words) => {
    arrange();
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(words);
    expect(smtp.messages).toEqual([]);
  });

  test.each([
    { text: 'x' },
    { text: undefined },
    { text: { ...writtenMessage, subject: ' ' } },
    { text: { body: 'x' } },
  ])('%j', async (change) => expect((await call(change)).status).toBe(400));

  test('a refusal of the mail server, with its message', async () => {
    smtp.script.rcpt = '550 inconnu';
    const answer = await call();
    expect(answer.status).toBe(502);
    expect(answer.body.error).toContain('550 inconnu');
  });
});
