import { readFile } from 'node:fs/promises';
import { type App, type EmailDriver, SmtpEmailDriver } from '@supabase/lite';
import { createTransport } from 'nodemailer';
import { HOST } from '../process/settings.ts';
import type { EmailTemplate } from './project-config.ts';
import { requestContext } from './request-context.ts';

type Mailer = NonNullable<App['_mailer']>;
type MailMeta = NonNullable<Parameters<Mailer['sendRecovery']>[3]>;

/** GoTrue's link types (`type`), each with the name of its template in config.toml. */
const templateNames = {
  signup: 'confirmation',
  recovery: 'recovery',
  magiclink: 'magic_link',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
} as const;
type Action = keyof typeof templateNames;

const fallback: EmailTemplate & { html: string } = {
  subject: 'Votre compte Territoire 360',
  path: '',
  html: '<p>Votre code : <strong>{{ .Token }}</strong></p><p><a href="{{ .ConfirmationURL }}">{{ .ConfirmationURL }}</a></p>',
};

/** Sends e-mails to the local mailbox. */
export function smtpDriver(port: number): EmailDriver {
  return new SmtpEmailDriver({
    host: HOST,
    port,
    from: { name: 'Territoire 360', address: 'ne-pas-repondre@territoire360.test' },
    requireTls: false,
    // The header keeps auto-responders from answering these messages (RFC 3834).
    createTransport: (options) =>
      createTransport(options, { headers: { 'Auto-Submitted': 'auto-generated' } }),
  });
}

/**
 * Sends the e-mails of the auth service as GoTrue does: the library's own mailer links to the site instead of the API, and
 * drops `redirect_to`.
 *
 * @param apiUrl origin of the API, where `/auth/v1/verify` answers.
 * @param siteUrl where the link leads without `redirect_to`.
 */
export function createAuthMailer({
  driver,
  apiUrl,
  siteUrl,
  templates,
}: {
  driver: EmailDriver;
  apiUrl: () => string;
  siteUrl: string;
  templates: Record<string, EmailTemplate>;
}): Mailer {
  const send = async (action: Action, to: string, tokenHash: string, otp: string, meta: MailMeta = {}) => {
    const template = templates[templateNames[action]];
    const redirectTo = requestContext.getStore()?.redirectTo || siteUrl;
    const values: Record<string, string> = {
      ConfirmationURL:
        action === 'reauthentication' ? '' : verifyUrl(apiUrl(), action, tokenHash, redirectTo),
      Token: otp,
      TokenHash: tokenHash,
      SiteURL: siteUrl,
      Email: meta.currentEmail ?? to,
      NewEmail: meta.newEmail ?? to,
      RedirectTo: redirectTo,
    };
    const html = template ? await readFile(template.path, 'utf8') : fallback.html;
    const subject = template?.subject || fallback.subject;
    await driver.send({
      to,
      subject: fillTemplate(subject, values, (value) => value),
      html: fillTemplate(html, values, escapeHtml),
      text: [subject, values.ConfirmationURL, `Code : ${otp}`].filter(Boolean).join('\n\n'),
    });
  };
  return {
    sendConfirmation: (email, token, otp, meta) => send('signup', email, token, otp, meta),
    sendRecovery: (email, token, otp, meta) => send('recovery', email, token, otp, meta),
    sendMagicLink: (email, token, otp, meta) => send('magiclink', email, token, otp, meta),
    sendEmailChange: (email, token, otp, meta) => send('email_change', email, token, otp, meta),
    sendReauthentication: (email, otp, meta) =>
      send('reauthentication', email, meta?.tokenHash ?? '', otp, meta),
  };
}

/** The link of an auth e-mail: the API checks the token, then sends the person on to `redirectTo`. */
function verifyUrl(apiUrl: string, type: string, token: string, redirectTo: string): string {
  const url = new URL('/auth/v1/verify', apiUrl);
  url.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString();
  return url.href;
}

/** Replaces `{{ .Name }}` as Go's templates do; an unknown name becomes an empty text. */
export function fillTemplate(
  template: string,
  values: Record<string, string>,
  encode: (value: string) => string,
): string {
  return template.replace(/\{\{-?\s*\.(\w+)\s*-?\}\}/g, (_, name: string) => encode(values[name] ?? ''));
}

function escapeHtml(value: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&#34;',
    "'": '&#39;',
  };
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
