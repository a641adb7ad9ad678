import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmailData, emailData, waitingNotification, waitingSend } from '../_testing/email-data.ts';
import { adminToken } from '../_testing/fake-supabase.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson } from '../_testing/http-server.ts';
import { type SmtpServer, startSmtpServer } from '../_testing/smtp-server.ts';
import { handler } from './handler.ts';

/** The message that tells of a campaign that stopped by itself. */
const stopped = {
  id: waitingNotification(6).id,
  lease_token: waitingNotification(7).id,
  kind: 'campaign_alert',
  campaign_id: waitingNotification(3).id,
  subject: 'Campagne en pause : Rentrée',
  body: 'Clé refusée.\n\nRien d’autre ne part.',
};

const harness = prepareHarness();
let emails: EmailData;
let smtp: SmtpServer;
const secret = 'un-secret-d-essai';

beforeEach(async () => {
  smtp = await startSmtpServer();
  emails = emailData();
  harness.supabase.data = emails.answer;
  harness.setEnv({
    DISPATCH_SECRET: secret,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtp.port),
    SITE_NAME: 'Territoire 360',
    LEGAL_NAME: 'Territoire 360 inc.',
    MAIL_FROM: 'studio@exemple.test',
    POSTAL_ADDRESS: '100, rue du Quai, Percé',
    CONTACT_EMAIL: 'bonjour@exemple.test',
    ADMIN_NOTIFICATION_EMAIL: 'chef@exemple.test, adjointe@exemple.test',
  });
});
afterEach(() => smtp.close());

const dispatch = (given: string | null = secret, token: string | null = null) =>
  harness.call(handler, {}, { token, headers: given === null ? {} : { 'x-dispatch-secret': given } });

/** Decodes the quoted-printable and base64 parts of a message. */
const decodeMail = (raw: string) =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replace(/=/g, ''), 'hex').toString('utf8'))
    .replace(
      /\r\n\r\n([A-Za-z0-9+/=\r\n]{40,}?)(?=\r\n--|$)/g,
      (_, text: string) => `\r\n\r\n${Buffer.from(text, 'base64').toString('utf8')}`,
    );

/** The settings of a new studio. */
const nothingSaved = {
  sender_name: '',
  legal_name: '',
  postal_address: '',
  contact_email: '',
  contact_phone: '',
  verified_senders: [],
};

describe('who may call', () => {
  test.each([
    ['no secret', null, null],
    ['an empty secret', '', null],
    ['an administrator without the secret', null, adminToken],
    ['the start of the secret', secret.slice(0, -1), null],
    ['the secret and more', `${secret}x`, adminToken],
  ])('%s: 401, and nothing is claimed', async (_, given, token) => {
    emails.notifications.waiting = [waitingNotification(1)];
    expect(await dispatch(given, token)).toMatchObject({ status: 401, body: { code: 'bad_secret' } });
    expect([emails.notifications.claims, smtp.messages]).toEqual([[], []]);
  });

  test.each([undefined, '', '  '])(
    'DISPATCH_SECRET « %s » lets nobody in, and the log says so',
    async (value) => {
      harness.setEnv({ DISPATCH_SECRET: value });
      for (const given of [null, '', 'undefined']) expect((await dispatch(given)).status).toBe(401);
      expect(harness.logs[0]?.detail).toContain('DISPATCH_SECRET');
    },
  );

  test('only by POST', async () => {
    const headers = { 'x-dispatch-secret': secret };
    expect((await harness.call(handler, {}, { method: 'GET', headers })).status).toBe(405);
  });
});

describe('what is sent', () => {
  test('nothing waits: nothing is sent', async () => {
    expect(await dispatch()).toMatchObject({ status: 200, body: { notifications: {}, campaigns: {} } });
    expect(emails.notifications.claims).toEqual([{ batch: 1, same_key_is_safe: false }]);
  });

  test('the notice goes to the administrators with the whole request and a link, and replies go to the person', async () => {
    emails.notifications.waiting = [
      waitingNotification(1, { kind: 'admin_notice' }, { message: 'Bonjour,\ntrois <b>rues</b>' }),
    ];
    expect((await dispatch()).body).toEqual({ notifications: { accepted: 1 }, campaigns: {} });
    const [{ to, raw } = { to: [], raw: '' }] = smtp.messages;
    const text = decodeMail(raw);
    expect(to).toEqual(['<chef@exemple.test>', '<adjointe@exemple.test>']);
    expect(text).toMatch(/^Reply-To: eve@exemple\.test$/m);
    for (const part of [
      'Ville de Percé',
      'Ève Côté',
      'Street View',
      '> trois <b>rues</b>',
      'trois &lt;b&gt;rues',
      'Auto-Submitted: auto-generated',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain(
      'https://visites.example.ca/admin/soumissions?demande=6f9619ff-8b86-4d01-b42d-00cf4fc96409',
    );
    expect(emails.notifications.finished).toMatchObject([
      { outcome: 'accepted', sent_as: '250 ok numéro 7' },
    ]);
  });

  test('the acknowledgement identifies the sender, and repeats nothing that was typed', async () => {
    emails.notifications.waiting = [
      waitingNotification(
        1,
        {},
        {
          organization_name: 'Achetez ici https://piège.test',
          contact_name: 'Gagnez https://piège.test',
          message: 'https://piège.test',
        },
      ),
    ];
    await dispatch();
    const text = decodeMail(smtp.messages[0]?.raw ?? '');
    expect(smtp.messages[0]?.to).toEqual(['<eve@exemple.test>']);
    for (const part of ['24 à 48\u00a0heures ouvrables', 'Territoire 360 inc.', '100, rue du Quai, Percé']) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/^Auto-Submitted: auto-replied$/m);
    expect(text).not.toMatch(/piège|Gagnez|Achetez/);
  });

  test('the identity saved in the settings signs it, not that of the environment', async () => {
    harness.setEnv({
      LEGAL_NAME: 'Ancien nom',
      POSTAL_ADDRESS: 'Ancienne adresse',
      CONTACT_EMAIL: undefined,
    });
    Object.assign(emails.settings[0] ?? {}, {
      sender_name: 'Studio Nord',
      legal_name: 'Studio Nord inc.',
      postal_address: '8, rue du Phare, Gaspé',
      contact_email: 'nord@exemple.test',
      contact_phone: '418 555-0199',
    });
    emails.notifications.waiting = [waitingNotification(1)];
    expect((await dispatch()).body).toEqual({ notifications: { accepted: 1 }, campaigns: {} });
    const text = decodeMail(smtp.messages[0]?.raw ?? '');
    for (const part of ['Studio Nord inc.', '8, rue du Phare, Gaspé', 'nord@exemple.test', '418 555-0199']) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/^From: "?Studio Nord"? <studio@exemple\.test>$/m);
    expect(text).not.toMatch(/Ancien|bonjour@/);
  });

  test('a name with line breaks adds no header', async () => {
    const hostile = 'Ville\r\nBcc: victime@exemple.test\u2028x';
    emails.notifications.waiting = [
      waitingNotification(1, { kind: 'admin_notice' }, { organization_name: hostile }),
    ];
    await dispatch();
    const [{ to, raw } = { to: [], raw: '' }] = smtp.messages;
    expect(to).toHaveLength(2);
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc/im);
  });
});

describe('a reply', () => {
  const path = 'd0000000-0000-4000-8000-000000000001/f0000000-0000-4000-8000-000000000001.pdf';
  const earlier = '7f9619ff-8b86-4d01-b42d-00cf4fc96401';
  const written = () =>
    waitingNotification(1, {
      kind: 'reply',
      subject: 'Votre demande\r\nBcc: x@exemple.test',
      body: 'Bonjour,\n\nVoici **notre** offre.',
      attachments: [{ path, name: 'offre.pdf', type: 'application/pdf', size: 10 }],
      earlier_messages: [earlier],
    });

  test('leaves with its text, its attachment, the identity and the thread; the answer goes to the studio', async () => {
    emails.files.stored[path] = 'contenu';
    emails.notifications.waiting = [written()];
    expect((await dispatch()).body).toEqual({ notifications: { accepted: 1 }, campaigns: {} });
    const [{ to, raw } = { to: [], raw: '' }] = smtp.messages;
    const text = decodeMail(raw);
    expect(to).toEqual(['<eve@exemple.test>']);
    expect(raw).toMatch(/^Reply-To: bonjour@exemple\.test$/m);
    expect(raw.replace(/\r\n /g, ' ')).toContain(`In-Reply-To: <notification-${earlier}@exemple.test>`);
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc/im);
    for (const part of ['<strong>notre</strong>', 'Territoire 360 inc.', '100, rue du Quai, Percé']) {
      expect(text).toContain(part);
    }
    expect(raw).toMatch(/Content-Type: application\/pdf; name=offre\.pdf/);
    expect(raw).toContain(Buffer.from('"contenu"').toString('base64'));
  });

  test('where a domain receives, the answer comes back to this message; below what the person wrote, if they did', async () => {
    emails.files.stored[path] = 'contenu';
    const back = { reply_to: 'r0@reponses.exemple.test', answers: '<a@ville.test>\r\nBcc: x@exemple.test' };
    emails.notifications.waiting = [
      waitingNotification(2, back),
      { ...written(), ...back },
      {
        ...waitingNotification(3, { kind: 'reply', subject: 'Re: Oui', body: 'Merci', ...back }),
        quote_request: null,
      } as never,
    ];
    expect((await dispatch()).body).toEqual({ notifications: { accepted: 3 }, campaigns: {} });
    const heads = smtp.messages.map(({ raw }) =>
      raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n /g, ' '),
    );
    for (const head of heads) expect(head).toMatch(/^Reply-To: r0@reponses\.exemple\.test$/m);
    expect(heads[0]).not.toMatch(/^In-Reply-To/m);
    for (const head of heads.slice(1)) {
      expect(head).toMatch(/^In-Reply-To: <a@ville\.test>/m);
      expect(head).not.toMatch(/^Bcc/im);
    }
    expect(heads[1]).toContain(`<notification-${earlier}@exemple.test> <a@ville.test>`);
    expect(heads[2]).toMatch(/^Subject: Re: Oui$/m);
  });

  test('an attachment that cannot be read: nothing is sent without it', async () => {
    emails.notifications.waiting = [written()];
    expect((await dispatch()).body).toEqual({ notifications: { retry: 1 }, campaigns: {} });
    expect(smtp.messages).toEqual([]);
    expect(emails.notifications.finished).toMatchObject([{ outcome: 'retry', arrival_possible: false }]);
  });

  test('the files that no reply names are deleted', async () => {
    emails.files.unused = ['d/f.pdf'];
    await dispatch();
    expect(emails.files.removed).toEqual(['d/f.pdf']);
  });
});

describe('failures', () => {
  test('each outcome is recorded, and the next message is still tried', async () => {
    smtp.script.rcpt = '550 inconnu';
    emails.notifications.waiting = [waitingNotification(1), waitingNotification(2)];
    expect((await dispatch()).body).toEqual({ notifications: { rejected: 2 }, campaigns: {} });
    expect(emails.notifications.finished).toMatchObject([{ outcome: 'rejected' }, { outcome: 'rejected' }]);
    expect(harness.logs).toMatchObject([
      { code: 'notification_rejected' },
      { code: 'notification_rejected' },
    ]);
  });

  test('the mail server is down: a retry, and certainly not delivered', async () => {
    await smtp.close();
    emails.notifications.waiting = [waitingNotification(1)];
    expect((await dispatch()).body).toEqual({ notifications: { retry: 1 }, campaigns: {} });
    expect(emails.notifications.finished).toMatchObject([{ outcome: 'retry', arrival_possible: false }]);
    smtp = await startSmtpServer();
  });

  test('a campaign that stopped by itself is told to the administrators, with the way to it', async () => {
    emails.notifications.waiting = [stopped as never];
    expect((await dispatch()).body).toEqual({ notifications: { accepted: 1 }, campaigns: {} });
    const [{ to, raw } = { to: [], raw: '' }] = smtp.messages;
    expect(to).toEqual(['<chef@exemple.test>', '<adjointe@exemple.test>']);
    expect(raw.replace(/=\r?\n/g, '')).toContain(`/admin/campaigns/${stopped.campaign_id}`);
  });

  test('no administrator to notify: the notice waits and says why, the acknowledgement is sent all the same', async () => {
    for (const value of [undefined, 'pas une adresse', 'chef@exemple.test\r\nBcc: x@exemple.test']) {
      harness.setEnv({ ADMIN_NOTIFICATION_EMAIL: value });
      emails.notifications.waiting = [
        waitingNotification(1, { kind: 'admin_notice' }),
        stopped as never,
        waitingNotification(2),
      ];
      emails.notifications.finished = [];
      expect((await dispatch()).body).toEqual({ notifications: { pause: 2, accepted: 1 }, campaigns: {} });
      expect(emails.notifications.finished[0]?.reason).toContain('ADMIN_NOTIFICATION_EMAIL');
    }
    expect(harness.logs[0]).toMatchObject({ code: 'notification_pause' });
  });

  test.each(['MAIL_FROM', 'LEGAL_NAME', 'POSTAL_ADDRESS', 'CONTACT_EMAIL', 'SITE_URL', 'SMTP_HOST'])(
    '%s missing: 503 that names it, and nothing is claimed',
    async (name) => {
      emails.settings = [nothingSaved];
      harness.setEnv({ [name]: undefined });
      emails.notifications.waiting = [waitingNotification(1)];
      const answer = await dispatch();
      expect(answer).toMatchObject({ status: 503, body: { code: 'setting_missing' } });
      expect(answer.body.error).toContain(name);
      expect(emails.notifications.claims).toEqual([]);
    },
  );

  test('the data service is down: 503, and no secret in the answer nor the log', async () => {
    harness.supabase.failData = (response) => sendJson(response, 500, { message: 'panne' });
    const answer = await dispatch();
    expect(answer).toMatchObject({ status: 503, body: { code: 'data_unavailable' } });
    expect(JSON.stringify([answer.body, harness.logs])).not.toMatch(/sb_secret|un-secret/);
  });
});

describe('campaigns', () => {
  test('are sent after the notifications, and the run is recorded', async () => {
    emails.notifications.waiting = [waitingNotification(1)];
    emails.waiting = [waitingSend(1), waitingSend(2)];
    const summary = { notifications: { accepted: 1 }, campaigns: { accepted: 2 } };
    expect((await dispatch()).body).toEqual(summary);
    expect(smtp.messages.map(({ to }) => to[0])).toEqual([
      '<eve@exemple.test>',
      '<eve1@exemple.test>',
      '<eve2@exemple.test>',
    ]);
    expect(emails.claims[0]).toEqual({ batch: 1, same_key_is_safe: false });
    expect(emails.finished).toMatchObject([{ outcome: 'accepted' }, { outcome: 'accepted' }]);
    expect(emails.recorded).toEqual([{ summary, transport: 'smtp', error: null }]);
    expect(emails.retentions).toBe(1);
    expect(emails.formProofs).toEqual([false]);
  });

  test('a run ends after DISPATCH_SECONDS, and the rest waits for the next', async () => {
    harness.setEnv({ DISPATCH_SECONDS: '1' });
    emails.waiting = Array.from({ length: 5_000 }, (_, index) => waitingSend(index + 1));
    const { status, body } = await dispatch();
    const { accepted } = body.campaigns as { accepted: number };
    expect(status).toBe(200);
    expect(accepted).toBeGreaterThan(0);
    expect(accepted + emails.waiting.length).toBe(5_000);
    expect(emails.waiting.length).toBeGreaterThan(0);
    expect(smtp.messages).toHaveLength(accepted);
  });

  test('a run that could not start is recorded with its error', async () => {
    emails.settings = [nothingSaved];
    harness.setEnv({ LEGAL_NAME: undefined });
    await dispatch();
    expect(emails.recorded).toEqual([
      {
        summary: { notifications: {}, campaigns: {} },
        transport: 'smtp',
        error: expect.stringContaining('LEGAL_NAME'),
      },
    ]);
    harness.setEnv({ SMTP_HOST: undefined });
    await dispatch();
    expect(emails.recorded[1]).toMatchObject({ transport: null });
  });
});
