import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bearerToken, verifyAccessToken } from './access-token.ts';

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (header: object, claims: object, secret: string) => {
  const text = `${encodePart(header)}.${encodePart(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const HS256 = { alg: 'HS256', typ: 'JWT' };
const inOneMinute = Math.floor(Date.now() / 1000) + 60;

describe('verifyAccessToken', () => {
  it('reads the claims of a good token', () => {
    expect(verifyAccessToken(sign(HS256, { sub: 'a', exp: inOneMinute }, 'secret'), 'secret')).toMatchObject({
      sub: 'a',
    });
  });

  it('refuses another key, an edited payload, an expired token, no algorithm and no token', () => {
    const good = sign(HS256, { sub: 'a', exp: inOneMinute }, 'secret');
    const [header = '', , signature = ''] = good.split('.');
    const refused = [
      sign(HS256, { sub: 'a', exp: inOneMinute }, 'other'),
      `${header}.${encodePart({ sub: 'admin', exp: inOneMinute })}.${signature}`,
      sign(HS256, { sub: 'a', exp: inOneMinute - 120 }, 'secret'),
      sign(HS256, { sub: 'a' }, 'secret'),
      sign({ alg: 'none' }, { sub: 'a', exp: inOneMinute }, 'secret'),
      `${encodePart({ alg: 'none' })}.${encodePart({ sub: 'a', exp: inOneMinute })}.`,
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
