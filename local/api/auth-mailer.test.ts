import { join } from 'node:path';
import type { EmailDriver } from '@supabase/lite';
import { describe, expect, it } from 'vitest';
import { startSmtpServer } from '../../supabase/functions/_testing/smtp-server.ts';
import { projectRoot } from '../process/settings.ts';
import { createAuthMailer, fillTemplate, smtpDriver } from './auth-mailer.ts';
import { readProjectConfig } from './project-config.ts';
import { requestContext } from './request-context.ts';

type Message = Parameters<EmailDriver['send']>[0];

function mailer() {
  const sent: Message[] = [];
  const driver: EmailDriver = { send: async (message) => void sent.push(message) };
  const { templates } = readProjectConfig(join(projectRoot, 'supabase'));
  const siteUrl = 'http://127.0.0.1:5173';
  return {
    sent,
    mailer: createAuthMailer({ driver, apiUrl: () => 'http://127.0.0.1:54321', siteUrl, templates }),
  };
}

const context = (redirectTo: string | undefined) => ({
  method: 'POST',
  path: '/recover',
  headers: {},
  redirectTo,
});
const linkOf = ({ html = '' }: Message) => /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

describe('the e-mails of the auth service', () => {
  it('link to the API, which redirects to `redirect_to`', async () => {
    const { sent, mailer: auth } = mailer();
    await requestContext.run(context('http://localhost:5173/auth?mode=reset'), () =>
      auth.sendRecovery('a@exemple.test', 'hash', '123456'),
    );
    const [message] = sent;
    if (!message) throw new Error('nothing sent');
    expect(message.subject).toBe('Réinitialisation de votre mot de passe');
    const link = new URL(linkOf(message));
    expect(link.origin + link.pathname).toBe('http://127.0.0.1:54321/auth/v1/verify');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: 'hash',
      type: 'recovery',
      redirect_to: 'http://localhost:5173/auth?mode=reset',
    });
    expect(message.html).toContain('lang="fr-CA"');
    expect(message.html).not.toContain('{{');
    expect(message.text).toContain(link.href);
  });

  it('redirect to the site without `redirect_to`', async () => {
    const { sent, mailer: auth } = mailer();
    await requestContext.run(context(undefined), () =>
      auth.sendConfirmation('a@exemple.test', 'hash', '123456'),
    );
    const [message] = sent;
    if (!message) throw new Error('nothing sent');
    expect(message.subject).toBe('Confirmez votre adresse courriel');
    expect(new URL(linkOf(message)).searchParams.get('redirect_to')).toBe('http://127.0.0.1:5173');
  });

  it('escape an address that holds HTML', async () => {
    const { sent, mailer: auth } = mailer();
    await auth.sendRecovery('"<img src=x>"@exemple.test', 'hash', '1');
    expect(sent[0]?.html).not.toContain('<img');
    expect(sent[0]?.html).toContain('&lt;img src=x&gt;');
  });
});

it('tells other programs that nobody wrote it', async () => {
  const smtp = await startSmtpServer();
  try {
    await smtpDriver(smtp.port).send({ to: 'a@exemple.test', subject: 'S', text: 'T' });
    expect(smtp.messages[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  } finally {
    await smtp.close();
  }
});

describe('fillTemplate', () => {
  it('accepts the spellings of Go templates and leaves unknown names empty', () => {
    const filled = fillTemplate('{{ .A }}|{{.A}}|{{- .A -}}|{{ .B }}', { A: '<' }, (value) => `[${value}]`);
    expect(filled).toBe('[<]|[<]|[<]|[]');
  });
});
