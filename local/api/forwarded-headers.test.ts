import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { overwriteForwardedHeaders } from './forwarded-headers.ts';

const requestFrom = (remoteAddress: string, rawHeaders: string[]) =>
  ({
    rawHeaders,
    headers: Object.fromEntries(
      rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name.toLowerCase(), rawHeaders[at + 1]]])),
    ),
    socket: { remoteAddress, localPort: 54321 },
  }) as unknown as IncomingMessage;

describe('overwriteForwardedHeaders', () => {
  it('replaces every forged header with the address of the socket, raw and parsed alike', () => {
    const incoming = requestFrom('203.0.113.7', [
      'Host',
      '127.0.0.1:54321',
      'CF-Connecting-IP',
      '9.9.9.9',
      'X-Forwarded-For',
      '8.8.8.8, 7.7.7.7',
      'x-forwarded-for',
      '6.6.6.6',
      'X-Real-IP',
      '5.5.5.5',
      'Accept',
      'application/json',
    ]);
    expect(overwriteForwardedHeaders(incoming)).toBe('203.0.113.7');
    expect(incoming.rawHeaders.join(' ')).not.toMatch(
      /9\.9\.9\.9|8\.8\.8\.8|7\.7\.7\.7|6\.6\.6\.6|5\.5\.5\.5/,
    );
    const raw = incoming.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(raw.filter((name) => name === 'x-forwarded-for')).toHaveLength(1);
    expect(incoming.headers).toMatchObject({
      accept: 'application/json',
      'cf-connecting-ip': '203.0.113.7',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': '127.0.0.1:54321',
      'x-forwarded-port': '54321',
    });
    expect(incoming.headers['x-real-ip']).toBeUndefined();
  });

  it('writes the IPv4 address of a dual-stack socket without its IPv6 prefix', () => {
    expect(overwriteForwardedHeaders(requestFrom('::ffff:192.0.2.1', []))).toBe('192.0.2.1');
    expect(overwriteForwardedHeaders(requestFrom('2001:db8::1', []))).toBe('2001:db8::1');
  });
});
