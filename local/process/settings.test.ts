import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('readSettings', () => {
  it('has the documented defaults', () => {
    expect(readSettings({}, [], root)).toMatchObject({
      dataDir: join(root, '.data'),
      webPort: 5173,
      apiPort: 54321,
      mailPort: 8025,
      smtpPort: 1025,
      web: 'dev',
    });
  });

  it('prefers the shell to .env.local, and .env.local to .env', () => {
    writeFileSync(join(root, '.env'), 'PORT=1111\nSUPABASE_PORT=2222\nMAIL_PORT=3333\n');
    writeFileSync(join(root, '.env.local'), 'SUPABASE_PORT=4444\nMAIL_PORT=5555\n');
    expect(readSettings({ MAIL_PORT: '6666' }, [], root)).toMatchObject({
      webPort: 1111,
      apiPort: 4444,
      mailPort: 6666,
    });
  });

  it.each(['abc', '0', '70000', '80.5', '-1'])('refuses the port « %s » and names its variable', (value) => {
    expect(() => readSettings({ SMTP_PORT: value }, [], root)).toThrow('SMTP_PORT');
  });

  it('begins with demo content unless it is told not to, and refuses another word', () => {
    expect(readSettings({}, [], root).seed).toBe(true);
    expect(readSettings({ SEED: 'none' }, [], root).seed).toBe(false);
    expect(() => readSettings({ SEED: 'non' }, [], root)).toThrow('SEED');
  });

  it('publishes on the port after that of the site, unless it is told not to or serves no site', () => {
    expect(readSettings({ PORT: '6000' }, [], root).publishedPort).toBe(6001);
    expect(readSettings({ PUBLISHED_PORT: '7000' }, [], root).publishedPort).toBe(7000);
    expect(readSettings({ PUBLISH: '0' }, [], root).publishedPort).toBeUndefined();
    expect(readSettings({ WEB: '0' }, [], root).publishedPort).toBeUndefined();
  });

  it('lets somebody else serve the site', () => {
    expect(readSettings({ WEB: '0' }, [], root).web).toBe('none');
    expect(readSettings({}, ['--no-web'], root).web).toBe('none');
    expect(readSettings({ WEB: 'preview' }, [], root).web).toBe('preview');
    expect(() => readSettings({ WEB: 'oui' }, [], root)).toThrow('WEB');
  });
});
