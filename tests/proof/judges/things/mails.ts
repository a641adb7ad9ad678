import { Buffer } from 'node:buffer';
import PostalMime from 'postal-mime';
import { createAuthMailer, smtpDriver } from '../../../../local/api/auth-mailer.ts';
import { readProjectConfig } from '../../../../local/api/project-config.ts';
import { templateLibrary } from '../../../../src/admin/messages/data/template-library.ts';
import { campaignMessage } from '../../../../supabase/functions/_shared/campaign/campaign-message.ts';
import { type Dependencies, systemClock } from '../../../../supabase/functions/_shared/dependencies.ts';
import type { OutgoingMessage } from '../../../../supabase/functions/_shared/mail/outgoing.ts';
import { createSmtpTransport } from '../../../../supabase/functions/_shared/mail/smtp.ts';
import {
  fillBody,
  fillSubject,
  sampleContact,
} from '../../../../supabase/functions/_shared/message/template-text.ts';
import { systemNetwork } from '../../../../supabase/functions/_shared/network.ts';
import { waitingNotification, waitingSend } from '../../../../supabase/functions/_testing/email-data.ts';
import { anInvoice } from '../../../../supabase/functions/_testing/invoice-data.ts';
import { aQuote } from '../../../../supabase/functions/_testing/quote-data.ts';
import { startSmtpServer } from '../../../../supabase/functions/_testing/smtp-server.ts';
import { campaignAlert } from '../../../../supabase/functions/dispatch-emails/campaign-alert.ts';
import { digestMessage } from '../../../../supabase/functions/dispatch-emails/digest.ts';
import { invitationMessage } from '../../../../supabase/functions/dispatch-emails/invitation.ts';
import {
  type InvoiceNotification,
  invoiceMessage,
} from '../../../../supabase/functions/dispatch-emails/invoice-messages.ts';
import { personalLink } from '../../../../supabase/functions/dispatch-emails/personal-link.ts';
import {
  type IssuedQuoteNotification,
  issuedQuoteMessage,
} from '../../../../supabase/functions/dispatch-emails/quote-messages.ts';
import {
  acknowledgement,
  adminNotice,
  messageReply,
  reply,
} from '../../../../supabase/functions/dispatch-emails/request-messages.ts';
import { acceptance } from './documents.ts';
import type { Thing, Write } from './things.ts';

/** An e-mail as a mail server received it, and its HTML part. */
export type Mail = { name: string; raw: Thing; html: Thing };

const site = 'https://territoire360.example';
const identity = {
  ...{
    siteName: 'Territoire 360',
    legalName: 'Territoire 360 inc.',
    contactEmail: 'bonjour@territoire360.example',
  },
  ...{ postalAddress: '100, rue du Quai, Percé (Québec)  G0C 2L0', contactPhone: '418 555-0101' },
  ...{ from: 'studio@territoire360.example', siteUrl: site },
};
const links = { siteUrl: site, functionsUrl: 'https://exemple.supabase.co/functions/v1' };
const administrators = ['chef@territoire360.example'];
const token = 'ab'.repeat(16);
const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const leasedRow = { id, lease_token: id };
const writtenText =
  'Bonjour,\n\nVoici **notre** réponse :\n\n- un point;\n- [une page](https://exemple.test/page).\n\nAu plaisir,';

/** No file of a document is stored here. */
const dependencies: Dependencies = {
  fetch: async () => Response.json({}),
  env: (name) => ({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_SECRET_KEY: 'sb_secret_essai' })[name],
  clock: systemClock,
  log: () => undefined,
  net: systemNetwork,
  keepAlive: () => undefined,
};

const aboutQuote = (kind: IssuedQuoteNotification['kind']) => {
  const isSigned = kind === 'quote_accepted' || kind === 'quote_signed';
  const issued_quote = {
    ...{ id, status: 'envoyé', document: aQuote(), token, pdfSha256: null, logo: null, code: '123456' },
    acceptance: isSigned ? acceptance : null,
  };
  const notification = { ...leasedRow, kind, subject: 'Devis 2026-0014', body: writtenText, issued_quote };
  return issuedQuoteMessage(dependencies, notification, identity, administrators);
};

const aboutInvoice = (kind: InvoiceNotification['kind']) => {
  const invoice = { id, quoteId: id, document: anInvoice(), pdfSha256: null, logo: null };
  const email = 'comptes@ville.example';
  const notification = {
    ...leasedRow,
    kind,
    email,
    subject: 'Facture F-2026-003',
    body: writtenText,
    invoice,
  };
  return invoiceMessage(dependencies, notification, identity);
};

const request = waitingNotification(1, {}, { message: 'Bonjour,\n<b>Combien</b> pour un parc?' });
const email = 'eve@ville.example';
const blocksText =
  '[aperçu: Trois lieux à voir.]\n\nBonjour Ève,\n\n![Le quai](https://exemple.test/quai.jpg)\n\n[[Voir la visite]](https://exemple.test/visite)\n\n[![Le phare](https://exemple.test/phare.jpg)](https://exemple.test/phare)';

type Kind =
  | Exclude<Parameters<typeof adminNotice>[0]['kind'], 'reply'>
  | IssuedQuoteNotification['kind']
  | InvoiceNotification['kind'];

/** One message for each kind: a new kind does not compile until it is here. */
const byKind: Record<Kind, () => OutgoingMessage | Promise<OutgoingMessage>> = {
  admin_notice: () => adminNotice(request, identity, administrators),
  acknowledgement: () => acknowledgement(request, identity),
  quote: () => aboutQuote('quote'),
  quote_code: () => aboutQuote('quote_code'),
  quote_question: () => aboutQuote('quote_question'),
  quote_refused: () => aboutQuote('quote_refused'),
  quote_accepted: () => aboutQuote('quote_accepted'),
  quote_signed: () => aboutQuote('quote_signed'),
  invoice: () => aboutInvoice('invoice'),
  invoice_reminder: () => aboutInvoice('invoice_reminder'),
};

const otherMessages: Record<string, () => OutgoingMessage> = {
  reply: () =>
    reply({ ...request, kind: 'reply', subject: 'Votre demande', body: writtenText }, identity, []),
  message_reply: () =>
    messageReply(
      {
        ...leasedRow,
        kind: 'reply',
        quote_request: null,
        email,
        subject: 'Votre message',
        body: writtenText,
      },
      identity,
    ),
  campaign_alert: () =>
    campaignAlert(
      {
        ...leasedRow,
        kind: 'campaign_alert',
        campaign_id: id,
        subject: 'Campagne en pause',
        body: 'Un essai.\n\nDeux.',
      },
      identity,
      administrators,
    ),
  personal_link: () =>
    personalLink(
      {
        ...leasedRow,
        kind: 'personal_link',
        email,
        personal_link: { token, expiresAt: '2026-12-01T12:00:00Z' },
      },
      identity,
    ),
  invitation: () =>
    invitationMessage(
      {
        ...{ ...leasedRow, kind: 'invitation', email },
        invitation: { token, role: 'reader', inviter: 'Ève Côté', expiresAt: '2026-12-01T12:00:00Z' },
      },
      identity,
    ),
  daily_digest: () =>
    digestMessage(
      {
        ...{ ...leasedRow, kind: 'daily_digest', email },
        digest: {
          day: '2026-11-01',
          content: [0, 1].map((urgency) => ({
            urgency,
            title: 'MRC du Granit',
            words: 'demande de soumission',
          })),
        },
      },
      identity,
    ),
  campaign: () => campaignMessage(waitingSend(1), links),
  campaign_followup: () =>
    campaignMessage(
      waitingSend(2, { step: 1, follows: { id, from_email: 'studio@exemple.test', message_id: null } }),
      links,
    ),
  campaign_blocks: () => campaignMessage(waitingSend(3, { body: blocksText }), links),
  ...Object.fromEntries(
    templateLibrary.map(({ id: name, subject, body }, index) => [
      `library_${name}`,
      () =>
        campaignMessage(
          waitingSend(index + 4, {
            subject: fillSubject(subject, sampleContact),
            body: fillBody(body, sampleContact),
          }),
          links,
        ),
    ]),
  ),
};

/**
 * Sends every kind of e-mail by the product's SMTP transport, and account e-mails by the stack's, and stores what
 * arrived.
 */
export async function makeMails(write: Write): Promise<Mail[]> {
  const server = await startSmtpServer();
  const mails: Mail[] = [];
  const keep = async (name: string) => {
    const arrived = server.messages.pop();
    if (!arrived) throw new Error(`${name} did not leave`);
    // SMTP doubles a dot at the beginning of a line (RFC 5321, 4.5.2).
    const raw = `${arrived.raw.replaceAll('\r\n..', '\r\n.')}\r\n`;
    const { html } = await PostalMime.parse(raw);
    if (!html) throw new Error(`${name} has no HTML part`);
    mails.push({ name, raw: write(`${name}.eml`, raw), html: write(`${name}.html`, html) });
  };
  try {
    const transport = createSmtpTransport(
      { env: (name) => ({ SMTP_PORT: String(server.port) })[name], net: systemNetwork },
      '127.0.0.1',
    );
    for (const [name, make] of Object.entries({ ...byKind, ...otherMessages })) {
      const outcome = await transport.send(await make(), Date.now());
      if (outcome.kind !== 'accepted') throw new Error(`${name}: ${JSON.stringify(outcome)}`);
      await keep(name);
    }
    const { templates } = readProjectConfig('supabase');
    const mailer = createAuthMailer({
      ...{
        driver: smtpDriver(server.port),
        apiUrl: () => 'https://exemple.supabase.co',
        siteUrl: site,
        templates,
      },
    });
    const hash = Buffer.from(token).toString('hex');
    await mailer.sendConfirmation(email, hash, '123456');
    await keep('account_confirmation');
    await mailer.sendRecovery(email, hash, '123456');
    await keep('account_recovery');
  } finally {
    await server.close();
  }
  return mails;
}
