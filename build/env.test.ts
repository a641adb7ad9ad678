import { describe, expect, it } from 'vitest';
import { browserConfig, parseEnv } from './env.ts';

const validEnv = {
  VITE_SUPABASE_URL: 'https://projet.supabase.example/',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
};

describe('parseEnv', () => {
  it('fills in the defaults and drops trailing slashes', () => {
    const env = parseEnv(validEnv);
    expect(env.VITE_SUPABASE_URL).toBe('https://projet.supabase.example');
    expect(env.VITE_SITE_NAME).toBe('Territoire 360');
    expect(env.VITE_PHONE).toBeUndefined();
  });

  it('names every missing variable in one message', () => {
    expect(() => parseEnv({ VITE_SUPABASE_URL: '' })).toThrow(
      /VITE_SUPABASE_URL : manquante[\s\S]*VITE_SUPABASE_PUBLISHABLE_KEY : manquante/,
    );
  });

  it('refuses an address that is not http or https', () => {
    expect(() => parseEnv({ ...validEnv, VITE_ALL_TOURS_URL: 'javascript:alert(1)' })).toThrow(
      /VITE_ALL_TOURS_URL : valeur refusée/,
    );
  });

  it('reads the largest upload that the plan takes, and leaves it out when it is not said', () => {
    const maxUpload = (value: string) =>
      browserConfig(parseEnv({ ...validEnv, VITE_MAX_UPLOAD_BYTES: value })).api.maxUpload;
    expect([maxUpload('52428800'), maxUpload('')]).toEqual([52_428_800, undefined]);
    for (const wrong of ['50MB', '1024', '-1', '52428800.5']) {
      expect(() => maxUpload(wrong), wrong).toThrow(/VITE_MAX_UPLOAD_BYTES : valeur refusée/);
    }
  });

  it('refuses a secret key, which the browser would publish', () => {
    expect(() => parseEnv({ ...validEnv, VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_secret_abc' })).toThrow(
      /clé secrète/,
    );
  });

  it('gives the browser the link that dials the phone, and none for a text that is no number', () => {
    const phoneHref = (phone: string) =>
      browserConfig(parseEnv({ ...validEnv, VITE_PHONE: phone })).site.phoneHref;
    expect(phoneHref('418 555-0100, poste 4')).toBe('tel:4185550100;ext=4');
    expect(phoneHref('par courriel')).toBeUndefined();
  });
});
