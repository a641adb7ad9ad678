import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import type { Answers } from './answers.ts';
import { productionConfig } from './official-cli.ts';

const config = parse(readFileSync('supabase/config.toml', 'utf8'));
const answers = {
  SUPABASE_PROJECT_REF: 'zyxwvutsrqponmlkjihg',
  SITE_URL: 'https://studio.exemple',
  SITE_NAME: 'Studio',
  MAIL_FROM: 'bonjour@studio.exemple',
} as Answers;
const production = (more: Partial<Answers>, limit = 50 * 1024 * 1024) =>
  productionConfig(config, { ...answers, ...more }, limit).remotes;

describe('the configuration that a project is given', () => {
  it('is this project’s, and holds no example', () => {
    const remotes = production({ RESEND_API_KEY: 're_cle' });
    expect(remotes).toMatchObject({
      production: {
        project_id: 'zyxwvutsrqponmlkjihg',
        storage: { file_size_limit: '51200KiB' },
        auth: {
          site_url: 'https://studio.exemple',
          additional_redirect_urls: ['https://studio.exemple/auth', 'https://studio.exemple/'],
          minimum_password_length: 10,
          email: { enable_confirmations: true, smtp: { host: 'smtp.resend.com', port: 465 } },
        },
      },
    });
    expect(JSON.stringify(remotes)).not.toContain('example.com');
  });

  it('names the studio’s own mail server, whose password it does not hold', () => {
    const remotes = production({
      SMTP_HOST: 'smtp.studio.exemple',
      SMTP_PORT: '2465',
      SMTP_PASSWORD: 'secret',
    });
    expect(remotes).toMatchObject({
      production: {
        auth: {
          email: { smtp: { host: 'smtp.studio.exemple', port: 2465, pass: 'env(AUTH_SMTP_PASSWORD)' } },
        },
      },
    });
    expect(JSON.stringify(remotes)).not.toContain('secret');
  });
});
