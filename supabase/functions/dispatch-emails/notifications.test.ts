import { beforeEach, describe, expect, test } from 'vitest';
import type { OutgoingMessage, Transport } from '../_shared/mail/outgoing.ts';
import { automaticHeaders } from '../_shared/mail/outgoing.ts';
import { type EmailData, emailData, waitingNotification } from '../_testing/email-data.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { anInvoice } from '../_testing/invoice-data.ts';
import { aQuote } from '../_testing/quote-data.ts';
import { sendDueNotifications } from './notifications.ts';

const harness = prepareHarness();
let emails: EmailData;

beforeEach(() => {
  emails = emailData();
  harness.supabase.data = emails.answer;
});

const identity = {
  siteName: 'Territoire 360',
  legalName: 'Territoire 360 inc.',
  postalAddress: '100, rue du Quai, Percé',
  contactEmail: 'bonjour@exemple.test',
  contactPhone: '',
  from: 'studio@exemple.test',
  siteUrl: 'https://visites.example.ca',
};

const acceptingTransport: Transport = {
  name: 'resend',
  sameKeyIsSafe: true,
  pace: 0,
  workers: 1,
  send: async () => ({ kind: 'accepted', providerId: null }),
};

/** Makes a transport that throws a programming error for its first message. */
function failingOnce(sameKeyIsSafe: boolean): Transport {
  let calls = 0;
  return {
    ...acceptingTransport,
    name: sameKeyIsSafe ? 'resend' : 'smtp',
    sameKeyIsSafe,
    send: async (message, claimedAt) => {
      if (++calls === 1) throw new TypeError('Invalid character in header');
      return acceptingTransport.send(message, claimedAt);
    },
  };
}

test.each([
  [true, 'retry'],
  [false, 'unknown'],
])(
  'an unexpected error of one (same key safe: %s) · « %s » for it, the next one leaves',
  async (safe, outcome) => {
    emails.notifications.waiting = [waitingNotification(1), waitingNotification(2)];
    const { counts } = await sendDueNotifications({
      dependencies: harness.dependencies,
      functionName: 'dispatch-emails',
      requestId: 'r1',
      transport: failingOnce(safe),
      identity,
      deadline: harness.dependencies.clock.now() + 10_000,
    });
    expect(counts).toEqual({ [outcome]: 1, accepted: 1 });
    expect(emails.notifications.finished).toMatchObject([{ outcome }, { outcome: 'accepted' }]);
    expect(harness.logs[0]).toMatchObject({ code: 'notification_unexpected' });
  },
);

test('the link to « Ma fiche » · to its mailbox alone, and nothing of what is known in it', async () => {
  const sent: OutgoingMessage[] = [];
  const token = 'a'.repeat(32);
  emails.notifications.waiting = [
    {
      ...waitingNotification(1),
      kind: 'personal_link' as never,
      email: 'eve@ville.test',
      personal_link: { token, expiresAt: '2026-12-01T15:00:00+00:00' },
    } as never,
  ];
  await sendDueNotifications({
    dependencies: harness.dependencies,
    functionName: 'dispatch-emails',
    requestId: 'r1',
    transport: {
      ...acceptingTransport,
      send: async (message, claimedAt) => {
        sent.push(message);
        return acceptingTransport.send(message, claimedAt);
      },
    },
    identity,
    deadline: harness.dependencies.clock.now() + 10_000,
  });
  expect(sent).toMatchObject([{ to: ['eve@ville.test'], replyTo: 'bonjour@exemple.test' }]);
  expect(sent[0]?.text).toContain(`https://visites.example.ca/ma-fiche/${token}`);
  expect(sent[0]?.text).toContain('1er décembre 2026');
  expect(JSON.stringify(sent[0])).not.toContain('Percé 1');
});

test('one that the database gives in another shape is tried again later, the next one leaves', async () => {
  emails.notifications.waiting = [
    { ...waitingNotification(1), kind: 'telegram' as never },
    waitingNotification(2),
  ];
  const { counts } = await sendDueNotifications({
    dependencies: harness.dependencies,
    functionName: 'dispatch-emails',
    requestId: 'r1',
    transport: acceptingTransport,
    identity,
    deadline: harness.dependencies.clock.now() + 10_000,
  });
  expect(counts).toEqual({ retry: 1, accepted: 1 });
  expect(harness.logs[0]).toMatchObject({ code: 'notification_misshapen' });
});

describe('e-mails about a quote', () => {
  const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
  const aboutQuote = (kind: string, more: object = {}) => ({
    id,
    lease_token: id,
    kind,
    quote_request: null,
    email: null,
    subject: null,
    body: null,
    attachments: [],
    earlier_messages: [],
    issued_quote: {
      id,
      status: 'envoyé',
      document: aQuote({ number: '2026-014' }),
      token: 'a'.repeat(32),
      logo: null,
      pdfSha256: null,
      acceptance: null,
      code: null,
      ...more,
    },
  });

  /** Sends the rows and returns the messages; with `files` false the bucket does not answer. */
  async function send(rows: object[], files = true) {
    const sent: OutgoingMessage[] = [];
    const kept: string[] = [];
    const finished: unknown[] = [];
    const fetch: typeof harness.dependencies.fetch = async (url, init) => {
      if (url.includes('/storage/')) {
        kept.push(url.split('/quote-files/')[1] ?? url);
        return Response.json({}, { status: files ? 200 : 503 });
      }
      const name = url.split('/rpc/')[1];
      if (name === 'claim_due_notifications') return Response.json(rows.splice(0, 1));
      if (name === 'finish_notification') finished.push(JSON.parse(String(init.body)));
      return Response.json(true);
    };
    harness.setEnv({ ADMIN_NOTIFICATION_EMAIL: 'equipe@exemple.test' });
    const transport: Transport = {
      ...acceptingTransport,
      send: async (message, claimedAt) => {
        sent.push(message);
        return acceptingTransport.send(message, claimedAt);
      },
    };
    await sendDueNotifications({
      dependencies: { ...harness.dependencies, fetch },
      functionName: 'dispatch-emails',
      requestId: 'r1',
      transport,
      identity,
      deadline: harness.dependencies.clock.now() + 10_000,
    });
    return { sent, kept, finished };
  }

  test('the quote · with its letter, its link and its PDF, which is kept', async () => {
    const row = { ...aboutQuote('quote'), subject: 'Votre devis', body: 'Bonjour **Hélène**,' };
    const { sent, kept } = await send([row]);
    const [message] = sent;
    expect(message).toMatchObject({ to: ['communications@ville.example'], replyTo: identity.contactEmail });
    expect(message?.text).toContain(`${identity.siteUrl}/devis/${'a'.repeat(32)}`);
    expect(message?.attachments).toMatchObject([{ filename: 'devis-2026-014.pdf' }]);
    expect(kept).toEqual([`${id}/devis.pdf`]);
  });

  test('an invoice and its reminder · to its own address, with its PDF, which is kept', async () => {
    const about = (kind: string) => ({
      ...aboutQuote(kind, {}),
      email: 'comptes@ville.example',
      subject: 'Facture',
      body: 'Bonjour',
      issued_quote: null,
      invoice: { id, quoteId: id, document: anInvoice(), pdfSha256: null, logo: null },
    });
    const { sent, kept } = await send([about('invoice'), about('invoice_reminder')]);
    expect(sent).toMatchObject(
      Array.from({ length: 2 }, () => ({
        to: ['comptes@ville.example'],
        attachments: [{ filename: 'facture-F-2026-003.pdf' }],
      })),
    );
    expect(new Set(kept)).toEqual(new Set([`${id}/facture-${id}.pdf`]));
  });

  test('no PDF · nothing leaves without it, and it is tried again', async () => {
    const row = { ...aboutQuote('quote'), subject: 'Votre devis', body: 'Bonjour' };
    const { sent, finished } = await send([row], false);
    expect(sent).toEqual([]);
    expect(finished).toMatchObject([{ outcome: 'retry', arrival_possible: false }]);
    expect(harness.logs[0]).toMatchObject({ code: 'quote_not_printed' });
  });

  test('a question goes to the team, who answers the client; a code goes to the client alone', async () => {
    const question = {
      ...aboutQuote('quote_question'),
      subject: 'Question',
      body: 'Paul\u00a0:\n\n<b>Quand?</b>',
    };
    const { sent, kept } = await send([question, aboutQuote('quote_code', { code: '012345' })]);
    expect(sent[0]).toMatchObject({ to: ['equipe@exemple.test'], replyTo: 'communications@ville.example' });
    expect(sent[0]?.html).toContain('&lt;b&gt;Quand?&lt;/b&gt;');
    expect(sent[1]).toMatchObject({ to: ['communications@ville.example'] });
    // The headers ask the client's auto-responder not to answer.
    expect(sent.map(({ headers }) => headers)).toEqual([automaticHeaders, automaticHeaders]);
    expect([sent[1]?.text.includes('012345'), sent[1]?.subject.includes('012345'), kept]).toEqual([
      true,
      false,
      [],
    ]);
  });

  test('the signed copy · to both, with the certificate', async () => {
    const acceptance = {
      name: 'Jeanne Roy',
      title: 'Greffière',
      acceptedAt: '2026-11-22T21:00:00+00:00',
      pdfSha256: 'ab'.repeat(32),
      ground: { kind: 'purchase_order', number: 'BC-12' },
      channel: { kind: 'paper' },
    };
    const { sent } = await send([
      aboutQuote('quote_accepted', { acceptance }),
      aboutQuote('quote_signed', { acceptance }),
    ]);
    expect(sent.map(({ to }) => to[0])).toEqual(['equipe@exemple.test', 'communications@ville.example']);
    expect(sent.map(({ headers }) => headers)).toEqual([automaticHeaders, automaticHeaders]);
    for (const message of sent)
      expect(message.attachments?.map(({ filename }) => filename)).toEqual([
        'devis-2026-014.pdf',
        'devis-2026-014-acceptation.pdf',
      ]);
  });
});
