import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressResponse } from './compression.ts';

const rows = Array.from({ length: 100 }, (_, id) => ({ id, company: 'Municipalité de Saint-Éloi' }));

const requestAccepting = (accepts: string) =>
  new Request('http://host/rest/v1/contacts', { headers: { 'accept-encoding': accepts } });

it('compresses a list for a client that accepts it, with the same content, status and headers', async () => {
  const plain = Response.json(rows, { status: 206, headers: { 'content-range': '0-99/1000' } });
  const answer = await compressResponse(requestAccepting('gzip, deflate, br'), plain);
  expect(answer.status).toBe(206);
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-encoding': 'br',
    'content-range': '0-99/1000',
    'content-type': 'application/json',
    vary: 'Accept-Encoding',
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual(rows);
  expect(bytes.byteLength * 4).toBeLessThan(JSON.stringify(rows).length);
});

it.each([
  ['the list, for a client that does not accept it', 'gzip, deflate', () => Response.json(rows)],
  [
    'a picture',
    'br',
    () => new Response(new Uint8Array(9000), { headers: { 'content-type': 'image/jpeg' } }),
  ],
  ['an answer that fits into one packet', 'br', () => Response.json({ message: 'ok' })],
  ['an answer without a body', 'br', () => new Response(null, { status: 204 })],
])('does not compress %s', async (_, accepts, make) => {
  const answer = await compressResponse(requestAccepting(accepts), make());
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(await answer.arrayBuffer()).toEqual(await make().arrayBuffer());
});
