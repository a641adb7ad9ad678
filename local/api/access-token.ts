import { createHmac, timingSafeEqual } from 'node:crypto';

type Claims = Record<string, unknown>;

/** The claims of an access token signed with `secret` (HS256) that has not expired; undefined for any other text. */
export function verifyAccessToken(token: string, secret: string, now = Date.now()): Claims | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || decode(header)?.alg !== 'HS256') return undefined;
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const claims = decode(payload);
  return typeof claims?.exp === 'number' && claims.exp * 1000 > now ? claims : undefined;
}

/** The text after « Bearer », if the header has one. */
export function bearerToken(header: string | null | undefined): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1];
}

function decode(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
}
