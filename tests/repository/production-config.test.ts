import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';

type Table = { [key: string]: unknown };

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges `[remotes.production]` over the rest as the CLI does: table by table, a list replaces a list. */
function mergeTables(base: Table, over: Table): Table {
  const entries = Object.entries(over).map(([key, value]): [string, unknown] => {
    const under = base[key];
    return [key, isTable(value) && isTable(under) ? mergeTables(under, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}

/** Lists every text of a table, with its path. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

const { remotes, ...development } = parse(
  readFileSync(new URL('../../supabase/config.toml', import.meta.url), 'utf8'),
) as Table & { remotes?: { production?: Table } };
const production = mergeTables(development, remotes?.production ?? {});
const auth = production.auth as Table & { email: Table; additional_redirect_urls: string[] };

describe('what production is given (supabase/config.toml, [remotes.production])', () => {
  it('is a block that the CLI takes for a project', () => {
    expect(remotes?.production?.project_id).toMatch(/^[a-z]{20}$/);
  });

  it('leads nobody to a machine of one’s own, nor anywhere but to exact addresses', () => {
    const loopback = /localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0/;
    expect(textsOf(production).filter(([, text]) => loopback.test(text))).toEqual([]);
    expect(auth.additional_redirect_urls.length).toBeGreaterThan(0);
    for (const address of [auth.site_url as string, ...auth.additional_redirect_urls]) {
      expect(new URL(address).origin).toBe(auth.site_url);
      expect(address).toMatch(/^https:\/\/[^*]+$/);
    }
  });

  it('allows the two addresses that the screens ask for', () => {
    // session.ts redirects to the sign-in page after a forgotten password, and to the home page after a
    // sign-up.
    expect(auth.additional_redirect_urls.map((address) => new URL(address).pathname).sort()).toEqual([
      '/',
      '/auth',
    ]);
  });

  it('confirms addresses, asks for long passwords, offers the second factor, seeds nothing', () => {
    expect(auth.email.enable_confirmations).toBe(true);
    expect(auth.email.secure_password_change).toBe(true);
    expect(auth.email.max_frequency).not.toBe('1s');
    expect(auth.minimum_password_length).toBeGreaterThanOrEqual(10);
    expect(auth.mfa).toMatchObject({ totp: { enroll_enabled: true, verify_enabled: true } });
    expect(auth.enable_anonymous_sign_ins).toBe(false);
    expect((production.db as { seed: Table }).seed.enabled).toBe(false);
  });

  it('asks for no kind of character in a password', () => {
    expect(auth.password_requirements ?? '').toBe('');
  });

  it('sends by a sender of one’s own, encrypted from the first byte, whose secrets are not written down', () => {
    const { enabled, port, user, pass } = auth.email.smtp as Table;
    expect([enabled, port]).toEqual([true, 465]);
    for (const secret of [user, pass]) expect(secret).toMatch(/^env\(\w+\)$/);
  });
});
