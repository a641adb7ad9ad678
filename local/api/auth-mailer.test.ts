import { join } from 'node:path';
import type { EmailDriver } from '@supabase/lite';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../process/settings.ts';
import { createAuthMailer, fillTemplate } from './auth-mailer.ts';
import { readProjectConfig } from './project-config.ts';
import { requestScope } from './request-context.ts';

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

const scope = (redirectTo: string | undefined) => ({
  method: 'POST',
  path: '/recover',
  headers: {},
  redirectTo,
});
const linkOf = ({ html = '' }: Message) => /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

describe('the e-mails of the auth service', () => {
  it('lead to the API, which sends the person on to where the product asked', async () => {
    const { sent, mailer: auth } = mailer();
    await requestScope.run(scope('http://localhost:5173/auth?mode=reset'), () =>
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

  it('lead to the site when the product asked for nothing', async () => {
    const { sent, mailer: auth } = mailer();
    await requestScope.run(scope(undefined), () => auth.sendConfirmation('a@exemple.test', 'hash', '123456'));
    const [message] = sent;
    if (!message) throw new Error('nothing sent');
    expect(message.subject).toBe('Confirmez votre adresse courriel');
    expect(new URL(linkOf(message)).searchParams.get('redirect_to')).toBe('http://127.0.0.1:5173');
  });

  it('show an address as text, whatever it holds', async () => {
    const { sent, mailer: auth } = mailer();
    await auth.sendRecovery('"<img src=x>"@exemple.test', 'hash', '1');
    expect(sent[0]?.html).not.toContain('<img');
    expect(sent[0]?.html).toContain('&lt;img src=x&gt;');
  });
});

describe('fillTemplate', () => {
  it('knows the spellings of Go templates and empties unknown names', () => {
    const filled = fillTemplate('{{ .A }}|{{.A}}|{{- .A -}}|{{ .B }}', { A: '<' }, (value) => `[${value}]`);
    expect(filled).toBe('[<]|[<]|[<]|[]');
  });
});
