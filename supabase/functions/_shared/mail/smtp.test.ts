import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SmtpServer, startSmtpServer } from '../../_testing/smtp-server.ts';
import { systemNetwork } from '../network.ts';
import type { OutgoingMessage } from './outgoing.ts';
import { createSmtpTransport, readConnection } from './smtp.ts';

/** A fake resolver with real sockets. */
const network = {
  ...systemNetwork,
  resolve: async (name: string) =>
    names[name] ?? Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
};
let names: Record<string, string[]>;
let server: SmtpServer;
beforeEach(async () => {
  server = await startSmtpServer();
  names = {};
});
afterEach(() => server.close());

const message: OutgoingMessage = {
  key: 'notification-1',
  from: { name: 'Territoire 360', address: 'studio@exemple.test' },
  to: ['eve@exemple.test'],
  replyTo: 'bonjour@exemple.test',
  subject: 'Été',
  html: '<p>Été</p>',
  text: 'Été',
};

const send = (change: Partial<OutgoingMessage> = {}, host = '127.0.0.1', variables = {}) => {
  const env: Record<string, string> = { SMTP_PORT: String(server.port), ...variables };
  const dependencies = { env: (name: string) => env[name], net: network };
  return createSmtpTransport(dependencies, host).send({ ...message, ...change }, Date.now());
};

test('a message that the server accepts has both forms and its headers', async () => {
  expect(await send({ headers: { 'Auto-Submitted': 'auto-replied' } })).toEqual({
    kind: 'accepted',
    providerId: '250 ok numéro 7',
  });
  const [{ from, to, raw } = { from: '', to: [], raw: '' }] = server.messages;
  expect([from, to]).toEqual(['<studio@exemple.test>', ['<eve@exemple.test>']]);
  expect(raw).toMatch(/^From: Territoire 360 <studio@exemple\.test>$/m);
  expect(raw).toMatch(/^Reply-To: bonjour@exemple\.test$/m);
  expect(raw).toMatch(/^Message-ID: <notification-1@exemple\.test>$/m);
  expect(raw).toMatch(/^Auto-Submitted: auto-replied$/m);
  expect(raw).toMatch(/text\/plain; charset=utf-8[\s\S]*text\/html; charset=utf-8/);
});

test('line breaks in names, subject and addresses add no header and no recipient', async () => {
  await send({
    from: { name: 'Studio\r\nBcc: victime@exemple.test', address: 'studio@exemple.test' },
    subject: 'Bonjour\r\nBcc: victime@exemple.test\r\n\r\nautre corps',
    replyTo: 'eve@exemple.test\r\nBcc: victime@exemple.test',
    headers: { 'X-Essai': 'a\r\nBcc: victime@exemple.test' },
  });
  const [{ to, raw } = { to: [], raw: '' }] = server.messages;
  expect(to).toEqual(['<eve@exemple.test>']);
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  expect(head).not.toMatch(/^(Bcc|Cc)/im);
  expect(head).toMatch(/^Content-Type: multipart\/alternative/m);
});

test('an address that reads like a display name and another address is given as one address', async () => {
  const address = 'Gagnez\u00a01000$\u00a0sur\u00a0evil.example\u00a0proie@exemple.test';
  await send({ to: [address], replyTo: 'Gagnez eve@exemple.test' });
  // Whatever the server does, no message leaves with the attacker's text under another name.
  const [{ raw } = { raw: '' }] = server.messages;
  expect(raw).not.toMatch(/^To: .*<proie@exemple\.test>$/m);
  expect(raw).not.toMatch(/^Reply-To: Gagnez <eve@exemple\.test>$/m);
  expect(server.messages.flatMap(({ to }) => to)).not.toContain('<proie@exemple.test>');
});

describe('failures before DATA: the message cannot have arrived', () => {
  test('no server listens: an outage, said in French', async () => {
    await server.close();
    expect(await send()).toEqual({
      kind: 'retry',
      mayHaveArrived: false,
      isOutage: true,
      reason: 'Le serveur de courriel est injoignable.',
    });
    server = await startSmtpServer();
  });

  test.each([
    ['the server is full at the greeting', { greeting: '421 trop de monde' }, true],
    ['it asks to come back for this recipient', { rcpt: '451 plus tard' }, false],
  ])('%s: is it an outage? %#', async (_, script, isOutage) => {
    Object.assign(server.script, script);
    const outcome = await send();
    expect('isOutage' in outcome).toBe(isOutage);
    // The server's own text is kept, without the library's.
    expect(outcome).toMatchObject({
      reason: expect.stringMatching(/^Le serveur de courriel a répondu\u00a0: «\u00a04\d\d [^»]+\u00a0»\.$/),
    });
  });

  test.each([
    ['the server hangs up', { greeting: 'drop' }],
    ['the server is full at the greeting', { greeting: '421 trop de monde' }],
    ['it asks to come back (greylisting)', { rcpt: '451 plus tard' }],
    ['it refuses the data for now', { data: '451 plus tard' }],
    ['it hangs up at the recipient', { rcpt: 'drop' }],
    ['it hangs up at DATA', { data: 'drop' }],
    ['it greets with a permanent refusal', { greeting: '554 pas ici' }],
  ])('%s: retry', async (_, script) => {
    Object.assign(server.script, script);
    expect(await send()).toMatchObject({ kind: 'retry', mayHaveArrived: false });
  });

  test.each([
    ['an unknown recipient', { rcpt: '550 inconnu' }],
    ['a refused sender', { mail: '550 expéditeur refusé' }],
  ])('%s: rejected, with what the server said', async (_, script) => {
    Object.assign(server.script, script);
    expect(await send()).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('550') });
  });
});

describe('a host of several addresses', () => {
  test('is reached by the next one where the first refuses', async () => {
    names['courriel.test'] = ['127.0.0.2', '::1', '127.0.0.1'];
    expect(await send({}, 'courriel.test')).toMatchObject({ kind: 'accepted' });
  });

  test('that all refuse, or that has none, is an outage said in French', async () => {
    names['courriel.test'] = ['127.0.0.2', '127.0.0.3'];
    const reasons = [await send({}, 'courriel.test'), await send({}, 'inconnu.test')];
    expect(reasons).toMatchObject([
      { kind: 'retry', isOutage: true, reason: 'Le serveur de courriel est injoignable.' },
      { kind: 'retry', isOutage: true, reason: 'Le nom du serveur de courriel est introuvable.' },
    ]);
  });

  test('that has a name of this machine gets no password elsewhere than on this machine', async () => {
    names.localhost = ['0.0.0.0'];
    const credentials = { SMTP_USER: 'studio', SMTP_PASSWORD: 'secret' };
    expect(await send({}, 'localhost', credentials)).toMatchObject({ kind: 'retry', isOutage: true });
    expect(server.commands).toEqual([]);
    names.localhost = ['0.0.0.0', '127.0.0.1'];
    expect(await send({}, 'localhost', credentials)).toMatchObject({ kind: 'accepted' });
  });
});

describe('failures after DATA', () => {
  test('the connection is lost: unknown, never retried automatically', async () => {
    server.script.text = 'drop';
    expect(await send()).toMatchObject({ kind: 'unknown' });
    expect(server.messages).toHaveLength(1);
  });

  test.each([
    ['452 disque plein', 'retry'],
    ['554 pourriel', 'rejected'],
  ])('« %s » is an answer: %s', async (text, kind) => {
    server.script.text = text;
    expect(await send()).toMatchObject({ kind });
  });

  test('no answer for ten seconds: unknown', { timeout: 20_000 }, async () => {
    server.script.text = 'silence';
    expect(await send()).toMatchObject({ kind: 'unknown' });
  });
});

describe('the password', () => {
  const credentials = { SMTP_USER: 'studio', SMTP_PASSWORD: 'secret' };
  /** An address of this machine other than its loopback. */
  const away = '0.0.0.0';

  test('is never told to a server without encryption, nor the message', async () => {
    expect(await send({}, away, credentials)).toEqual({
      kind: 'pause',
      reason: expect.stringMatching(/sans chiffrement.*n’a été transmis.*SMTP_PORT/),
    });
    expect(server.commands.filter((command) => /^(AUTH|MAIL|DATA)/.test(command))).toEqual([]);
    expect(server.commands).toContain('STARTTLS');
    expect(server.messages).toEqual([]);
  });

  test('waits when the encryption is down for a moment', async () => {
    server.script.starttls = '454 plus tard';
    expect(await send({}, away, credentials)).toMatchObject({ kind: 'retry', mayHaveArrived: false });
    expect(server.commands.filter((command) => /^(AUTH|MAIL)/.test(command))).toEqual([]);
  });

  test('is told to a server of this machine, whose line nobody hears', async () => {
    expect(await send({}, '127.0.0.1', credentials)).toMatchObject({ kind: 'accepted' });
    expect(server.commands.some((command) => command.startsWith('AUTH'))).toBe(true);
  });

  test('goes to a port that is encrypted from the first byte unless told otherwise', () => {
    const read = (host: string, env: Record<string, string> = {}) =>
      readConnection((name) => env[name], host);
    expect(read('smtp.exemple.test', credentials)).toMatchObject({
      port: 465,
      secure: true,
      requireTLS: true,
    });
    expect(read('smtp.exemple.test')).toMatchObject({ port: 465, secure: true });
    expect(read('smtp.exemple.test', { ...credentials, SMTP_PORT: '587' })).toMatchObject({
      port: 587,
      secure: false,
      requireTLS: true,
    });
    for (const host of ['localhost', '127.0.0.2', '::1', '[::1]']) {
      expect(read(host, credentials)).toMatchObject({ port: 587, secure: false, requireTLS: false });
    }
    for (const host of ['127.0.0.1.exemple.test', 'localhost.exemple.test', '10.0.0.1']) {
      expect(read(host, credentials)).toMatchObject({ requireTLS: true });
    }
  });
});

test('an invalid port is named', () => {
  const env = (name: string) => (name === 'SMTP_PORT' ? 'vingt' : undefined);
  expect(() => createSmtpTransport({ env, net: network }, 'x')).toThrow('SMTP_PORT');
});
