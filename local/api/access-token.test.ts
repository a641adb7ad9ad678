import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bearerToken, verifyAccessToken } from './access-token.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (header: object, claims: object, secret: string) => {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const HS256 = { alg: 'HS256', typ: 'JWT' };
const later = Math.floor(Date.now() / 1000) + 60;

describe('verifyAccessToken', () => {
  it('reads the claims of a good token', () => {
    expect(verifyAccessToken(sign(HS256, { sub: 'a', exp: later }, 'secret'), 'secret')).toMatchObject({
      sub: 'a',
    });
  });

  it('refuses another key, an edited payload, an expired token, no algorithm and no token', () => {
    const good = sign(HS256, { sub: 'a', exp: later }, 'secret');
    const [header = '', , signature = ''] = good.split('.');
    const refused = [
      sign(HS256, { sub: 'a', exp: later }, 'other'),
      `${header}.${part({ sub: 'admin', exp: later })}.${signature}`,
      sign(HS256, { sub: 'a', exp: later - 120 }, 'secret'),
      sign(HS256, { sub: 'a' }, 'secret'),
      sign({ alg: 'none' }, { sub: 'a', exp: later }, 'secret'),
      `${part({ alg: 'none' })}.${part({ sub: 'a', exp: later })}.`,
      'abc',
      '',
    ];
    for (const token of refused) expect(verifyAccessToken(token, 'secret'), token).toBeUndefined();
  });
});

describe('bearerToken', () => {
  it('finds the token after the scheme', () => {
    expect(bearerToken('Bearer a.b.c')).toBe('a.b.c');
    expect(bearerToken('Basic abc')).toBeUndefined();
    expect(bearerToken(undefined)).toBeUndefined();
  });
});
