import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmailData, emailData, sendingCampaign, waitingSend } from '../_testing/email-data.ts';
import { type FakeResend, startFakeResend } from '../_testing/fake-resend.ts';
import { plainUserToken } from '../_testing/fake-supabase.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { type SmtpServer, startSmtpServer } from '../_testing/smtp-server.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
let campaigns: EmailData;
let smtp: SmtpServer;
let resend: FakeResend;

beforeAll(async () => {
  resend = await startFakeResend();
});
afterAll(() => resend.close());
beforeEach(async () => {
  smtp = await startSmtpServer();
  resend.reset();
  campaigns = emailData();
  campaigns.waiting = [waitingSend(1), waitingSend(2)];
  harness.supabase.data = campaigns.answer;
  harness.setEnv({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) });
});
afterEach(() => smtp.close());

const { id } = waitingSend(1);
const sender = 'studio@exemple.test';
const call = (change: object = {}, token?: string | null) =>
  harness.call(
    handler,
    { emailSendId: id, fromEmail: sender, ...change },
    token === undefined ? {} : { token },
  );
const viaResend = () => harness.setEnv({ RESEND_API_KEY: 're_essai', RESEND_BASE_URL: resend.url });

test('sends the requested message, and answers its status', async () => {
  expect(await call()).toMatchObject({ status: 200, body: { status: 'envoyé', reason: null } });
  expect(smtp.messages).toMatchObject([{ from: `<${sender}>`, to: ['<eve1@exemple.test>'] }]);
  expect(campaigns.claims).toEqual([{ batch: 1, same_key_is_safe: false, only_send: id, sender }]);
});

test('requested twice, it is sent once', async () => {
  await call();
  expect((await call()).body).toEqual({ status: 'envoyé', reason: null });
  expect(smtp.messages).toHaveLength(1);
});

test('simultaneous calls: one message', async () => {
  const answers = await Promise.all([call(), call(), call()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(smtp.messages).toHaveLength(1);
});

describe('open relay', () => {
  test('a recipient, subject or text in the body is ignored', async () => {
    const forged = { to: 'victime@exemple.test', subject: 'Forgé', html: '<b>Forgé</b>', body: 'Forgé' };
    expect((await call(forged)).status).toBe(200);
    expect(smtp.messages.map(({ to }) => to)).toEqual([['<eve1@exemple.test>']]);
    expect(smtp.messages[0]?.raw).not.toMatch(/victime|Forg/);
  });

  test('line breaks and HTML in what is stored add neither a header, a recipient nor a tag', async () => {
    const breaks = 'Été\r\nBcc: victime@exemple.test\r\n\r\n<b>x</b>\u2028';
    const { identity } = waitingSend(1);
    campaigns.waiting = [
      waitingSend(1, {
        subject: breaks,
        recipient_name: breaks,
        body: `<img src=x onerror=alert(1)>${breaks}`,
        identity: { ...identity, sender_name: breaks, legal_name: breaks, contact_phone: breaks },
      }),
    ];
    expect((await call()).body.status).toBe('envoyé');
    const [{ to, raw } = { to: [], raw: '' }] = smtp.messages;
    expect(to).toEqual(['<eve1@exemple.test>']);
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^(bcc|cc|to:.*victime)/im);
    expect(raw.replace(/=\r\n/g, '').split('text/html')[1]).not.toMatch(/<img|<b>x/);
  });

  test('an address with a line break never reaches the mail server', async () => {
    for (const change of [
      { recipient_email: 'eve1@exemple.test\r\nRCPT TO:<victime@exemple.test>' },
      { from_email: 'studio@exemple.test>\r\nRCPT TO:<victime@exemple.test>' },
    ]) {
      campaigns.rows = {};
      campaigns.waiting = [waitingSend(1, change)];
      expect((await call()).body).toEqual({
        status: 'échec',
        reason: 'Une adresse du message n’est pas valide.',
      });
    }
    expect(smtp.messages).toEqual([]);
  });

  test.each(['autre@exemple.test', 'studio@exemple.test.pirate.test'])(
    'the sender %s is not among the verified ones: 400, nothing claimed',
    async (fromEmail) => {
      const answer = await call({ fromEmail });
      expect(answer).toMatchObject({ status: 400, body: { code: 'sender_not_verified' } });
      expect(answer.body.error).toContain("n'est pas un expéditeur vérifié");
      expect([campaigns.claims, smtp.messages]).toEqual([[], []]);
    },
  );

  test.each([
    ['nobody', null, 401],
    ['a signed-in person', plainUserToken, 403],
  ])('%s sends nothing', async (_, token, status) => {
    expect((await call({}, token)).status).toBe(status);
    expect([campaigns.claims, smtp.messages]).toEqual([[], []]);
  });

  test('an unknown message is 404', async () => {
    const emailSendId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    expect(await call({ emailSendId })).toMatchObject({ status: 404, body: { code: 'send_not_found' } });
  });
});

describe('what may not be sent now', () => {
  const withCampaign = (change: object, status = 'programmé') => {
    campaigns.rows[id] = { status, last_error: null, campaigns: { ...sendingCampaign, ...change } };
  };

  test.each([
    [{ cancelled_at: '2026-11-21T10:00:00Z' }, 'Cette campagne a été annulée.'],
    [
      { paused_at: '2026-11-21T10:00:00Z', pause_reason: 'Quota atteint' },
      'Cette campagne est en pause\u00a0: Quota atteint',
    ],
    [{ status: 'programmé' }, 'Cette campagne n’est pas en cours d’envoi.'],
    [{ status: 'terminé' }, 'Cette campagne n’est pas en cours d’envoi.'],
  ])('%j: 409 that says so', async (change, error) => {
    withCampaign(change);
    expect(await call()).toMatchObject({ status: 409, body: { error } });
    expect([campaigns.claims, smtp.messages]).toEqual([[], []]);
  });

  test('settings without a postal address: 409 that names it', async () => {
    Object.assign(campaigns.settings[0] ?? {}, { postal_address: ' ' });
    const answer = await call();
    expect(answer).toMatchObject({ status: 409, body: { code: 'settings_incomplete' } });
    expect(answer.body.error).toContain('adresse postale');
    expect(smtp.messages).toEqual([]);
  });

  test.each(['envoyé', 'échec', 'incertain', 'annulé'])(
    '« %s » stays so, even in a paused campaign',
    async (status) => {
      withCampaign({ paused_at: '2026-11-21T10:00:00Z' }, status);
      expect(await call()).toMatchObject({ status: 200, body: { status, reason: null } });
      expect([campaigns.claims, smtp.messages]).toEqual([[], []]);
    },
  );

  test('without any mail server: 503, nothing claimed', async () => {
    harness.setEnv({ SMTP_HOST: undefined });
    expect(await call()).toMatchObject({ status: 503, body: { code: 'setting_missing' } });
    expect(campaigns.claims).toEqual([]);
  });
});

describe('answers of the provider', () => {
  test('rejected: « échec » and the reason', async () => {
    smtp.script.rcpt = '550 inconnu';
    expect(await call()).toMatchObject({
      status: 200,
      body: { status: 'échec', reason: expect.stringContaining('550') },
    });
  });

  test('the answer is lost: « incertain » by SMTP, a retry by Resend', async () => {
    smtp.script.text = 'drop';
    expect((await call()).body.status).toBe('incertain');
    viaResend();
    campaigns.rows = {};
    campaigns.waiting = [waitingSend(1)];
    resend.fault = () => ({ kind: 'drop-after' });
    expect((await call()).body.status).toBe('programmé');
    expect(campaigns.finished.at(-1)).toMatchObject({ outcome: 'unreachable', arrival_possible: true });
  });

  test('rate limited: sent after the back-off', async () => {
    viaResend();
    const limited = { kind: 'error', status: 429, name: 'rate_limit_exceeded' } as const;
    resend.fault = () => (resend.calls === 1 ? { ...limited, headers: { 'retry-after': '1' } } : undefined);
    expect((await call()).body).toEqual({ status: 'envoyé', reason: null });
    expect(resend.accepted).toHaveLength(1);
  });

  test('the test sender of Resend reaches its own address only, and says what to do', async () => {
    viaResend();
    const fromEmail = 'onboarding@resend.dev';
    campaigns.waiting = [waitingSend(1, { from_email: fromEmail })];
    const { body } = await call({ fromEmail });
    expect(body.reason).toContain("n'écrit qu'à l'adresse de votre compte Resend");
    expect(campaigns.finished).toMatchObject([{ outcome: 'pause' }]);
    campaigns.rows = {};
    campaigns.waiting = [waitingSend(1, { from_email: fromEmail, recipient_email: resend.ownAddress })];
    expect((await call({ fromEmail })).body.status).toBe('envoyé');
    expect(resend.accepted.map(({ to }) => to)).toEqual([[resend.ownAddress]]);
  });
});
