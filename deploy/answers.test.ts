import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatherAnswers } from './answers.ts';

let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'territoire-answers-')), '.env.production');
});
afterEach(() => rmSync(join(file, '..'), { recursive: true }));

const complete = {
  SUPABASE_PROJECT_REF: 'abcdefghijklmnopqrst',
  SUPABASE_ACCESS_TOKEN: 'sbp_0123456789abcdef0123456789abcdef01234567',
  SITE_URL: 'https://www.exemple.test/',
  SITE_NAME: 'Studio',
  LEGAL_NAME: 'Studio inc.',
  POSTAL_ADDRESS: '1, rue du Quai, Québec',
  CONTACT_EMAIL: 'bonjour@exemple.test',
  MAIL_FROM: 'bonjour@exemple.test',
  ADMIN_NOTIFICATION_EMAIL: 'eve@exemple.test, alain@exemple.test',
  RESEND_API_KEY: 're_cle',
};

describe('what a deployment is told', () => {
  it('comes from the environment before the file', async () => {
    writeFileSync(file, 'SITE_NAME="Ancien"\nLLM_MODEL="petit"\n');
    const answers = await gatherAnswers(file, complete);
    expect(answers).toMatchObject({
      SITE_NAME: 'Studio',
      LLM_MODEL: 'petit',
      SITE_URL: 'https://www.exemple.test',
    });
  });

  it('names in French everything that is missing or wrong, and shows no value', async () => {
    const { SITE_NAME: _, RESEND_API_KEY: __, ...rest } = complete;
    const refused = gatherAnswers(file, {
      ...rest,
      SUPABASE_ACCESS_TOKEN: 'un-secret',
      SITE_URL: 'http://exemple.test',
    });
    await expect(refused).rejects.toThrow('- SITE_NAME : manque');
    await expect(refused).rejects.toThrow('- SITE_URL : il faut https');
    await expect(refused).rejects.toThrow('- SUPABASE_ACCESS_TOKEN : un jeton « sbp_… » est attendu');
    await expect(refused).rejects.not.toThrow('un-secret');
    expect(existsSync(file)).toBe(false);
  });

  it('asks for Resend or a mail server', async () => {
    const { RESEND_API_KEY: _, ...rest } = complete;
    await expect(gatherAnswers(file, rest)).rejects.toThrow(
      'RESEND_API_KEY : une clé de Resend est nécessaire',
    );
    await expect(gatherAnswers(file, { ...rest, SMTP_HOST: 'smtp.exemple.test' })).resolves.toBeDefined();
  });

  it('refuses the address of another project, which stayed in the shell', async () => {
    const url = (ref: string) =>
      gatherAnswers(file, { ...complete, SUPABASE_URL: `https://${ref}.supabase.co` });
    await expect(url('zyxwvutsrqponmlkjihg')).rejects.toThrow(
      'SUPABASE_URL : c’est l’adresse d’un autre projet',
    );
    await expect(url(complete.SUPABASE_PROJECT_REF)).resolves.toBeDefined();
  });

  it('refuses the ports that hosted functions may not use', async () => {
    await expect(gatherAnswers(file, { ...complete, SMTP_PORT: '587' })).rejects.toThrow('prenez 465');
  });

  it('keeps each answer as it is given, for its owner alone, and asks for it no more', async () => {
    const { SITE_NAME: _, LEGAL_NAME: __, ...rest } = complete;
    const interrupted = gatherAnswers(file, rest, async (question) => {
      if (question.startsWith('Raison sociale')) throw new Error('Ctrl-C');
      return question.startsWith('Nom') ? 'Studio d’Ève' : '';
    });
    await expect(interrupted).rejects.toThrow('Ctrl-C');
    expect(readFileSync(file, 'utf8')).toContain('SITE_NAME="Studio d’Ève"');
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const asked: string[] = [];
    const answers = await gatherAnswers(file, rest, async (question) => {
      asked.push(question);
      return question.startsWith('Raison') ? 'Ève inc.' : '';
    });
    expect(answers).toMatchObject({ SITE_NAME: 'Studio d’Ève', LEGAL_NAME: 'Ève inc.' });
    expect(asked.some((question) => question.startsWith('Nom'))).toBe(false);
    expect(asked.filter((question) => question.includes('Mot de passe de la base'))).toEqual([]);
  });

  it('asks again when an answer is refused', async () => {
    const told = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const { SITE_URL: _, ...rest } = complete;
    const given = ['exemple', 'https://exemple.test'];
    const answers = await gatherAnswers(file, rest, async (question) =>
      question.startsWith('Adresse du site') ? (given.shift() ?? '') : '',
    );
    expect(answers.SITE_URL).toBe('https://exemple.test');
    expect(told.mock.calls.flat()).toEqual([
      expect.stringContaining('SITE_URL : une adresse « https://… » est attendue'),
    ]);
    told.mockRestore();
  });
});
