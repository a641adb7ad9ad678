import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../_shared/dependencies.ts';
import type { Destination, Network } from '../_shared/network.ts';
import { isPublicAddress } from '../_shared/site/site-address.ts';
import { startServer, type TestServer } from '../_testing/http-server.ts';
import { pageReader } from './site-reader.ts';

/**
 * A server to which every allowed address leads, and which counts requests. It shows a refusal caused only by a closed
 * port or a missing network.
 */
let canary: TestServer;
let visits = 0;
let hostsAsked: string[] = [];
let respond = (
  _path: string,
): { status: number; headers?: Record<string, string>; body?: string | Buffer } => ({
  status: 200,
  body: '<h1>canari</h1>',
});
const reachedAddresses: Destination[] = [];
const names: Record<string, string[]> = {};
let refusedInAll = 0;

beforeAll(async () => {
  canary = await startServer((request, response) => {
    visits += 1;
    hostsAsked.push(request.headers.host ?? '');
    const { status, headers, body = '' } = respond(request.url ?? '/');
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
});
afterAll(async () => {
  await canary.close();
  console.log(`adresses refusées : ${refusedInAll}, aucune jointe (canari)`);
});
afterEach(() => {
  visits = 0;
  hostsAsked = [];
  reachedAddresses.length = 0;
  longest = 8_000;
  respond = () => ({ status: 200, body: '<h1>canari</h1>' });
});

const net: Network = {
  resolve: async (hostname) => {
    const known = names[hostname];
    if (!known) throw new Error('ENOTFOUND');
    return known;
  },
  connect: (destination) =>
    new Promise<Socket>((resolve, reject) => {
      reachedAddresses.push(destination);
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(canary.url).port) }, () =>
        resolve(socket),
      );
      socket.once('error', reject);
    }),
};
/**
 * Time limit of a request in ms; only the tests of time limits shorten it, so that a busy machine causes no failure.
 */
let longest = 8_000;
const clock = { ...systemClock, timeout: (ms: number) => AbortSignal.timeout(Math.min(ms, longest)) };
const env = (): string | undefined => undefined;
const read = (address: string) =>
  pageReader({ net, env, clock }, AbortSignal.timeout(5_000))(new URL(address));

async function isRefused(address: string) {
  await expect(read(address)).rejects.toMatchObject({ problem: 'refused' });
  refusedInAll += 1;
}

/** Private, local and reserved addresses, in every spelling that a URL allows. */
const innerAddresses = [
  '127.0.0.1',
  '127.1',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '2130706433',
  '0x7f000001',
  '017700000001',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '169.254.0.1',
  '0xa9fea9fe',
  '2852039166',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '192.88.99.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[100::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:0:127.0.0.1]',
];
const innerNames = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'imprimante',
  'routeur.local',
  'db.internal',
  'metadata.google.internal',
  'nas.lan',
  'box.home',
  'x.corp',
  '1.0.0.127.in-addr.arpa',
];

describe('a site that is not on the public Internet is refused before any socket', () => {
  test.each([...innerAddresses, ...innerNames].flatMap((host) => [`http://${host}/`, `https://${host}/`]))(
    '%s',
    async (address) => {
      await isRefused(address);
      expect([reachedAddresses, visits]).toEqual([[], 0]);
    },
  );

  test.each([
    '127.0.0.1',
    '10.0.0.8',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
  ])('a name that leads to %s', async (address) => {
    names['piege.example'] = [address];
    await isRefused('https://piege.example/');
    names['piege.example'] = ['93.184.215.14', address];
    await isRefused('https://piege.example/');
    expect(reachedAddresses).toEqual([]);
  });

  test.each([
    'http://93.184.215.14:8080/',
    'https://93.184.215.14:22/',
    'http://93.184.215.14:443/',
    'https://93.184.215.14:80/',
    'http://jean:secret@93.184.215.14/',
    'file:///etc/passwd',
    'ftp://93.184.215.14/',
    'gopher://93.184.215.14/',
    'data:text/html,x',
  ])('%s: another port, protocol, or a password', async (address) => {
    await isRefused(address);
    expect(reachedAddresses).toEqual([]);
  });

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/',
    'file:///etc/passwd',
    'http://2130706433/',
    '//localhost/',
  ])('a public site that redirects to %s', async (location) => {
    respond = (path) => (path === '/robots.txt' ? { status: 404 } : { status: 302, headers: { location } });
    await isRefused('http://93.184.215.14/');
    expect(reachedAddresses.map(({ address }) => address)).toEqual(['93.184.215.14', '93.184.215.14']);
  });

  test('robots.txt that redirects inside', async () => {
    respond = () => ({ status: 301, headers: { location: 'http://10.0.0.1/robots.txt' } });
    await isRefused('http://93.184.215.14/');
    expect(visits).toBe(1);
  });

  test('DNS rebinding: the address that was checked is the one connected to', async () => {
    let times = 0;
    const rebinding: Network = {
      ...net,
      resolve: async () => (times++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']),
    };
    const reader = pageReader({ net: rebinding, env, clock }, AbortSignal.timeout(5_000));
    // robots.txt is read from the checked address; a new DNS look-up for the page is refused.
    await expect(reader(new URL('http://rebond.example/'))).rejects.toMatchObject({ problem: 'refused' });
    expect(reachedAddresses.map(({ address }) => address)).toEqual(['93.184.215.14']);
  });
});

describe('positive control', () => {
  test.each(['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test('a public site is read, at its address and under its own name', async () => {
    names['auberge.example'] = ['93.184.215.14'];
    expect(await read('http://auberge.example/nous?x=1#y')).toMatchObject({ html: '<h1>canari</h1>' });
    expect(reachedAddresses).toEqual(
      Array(2).fill({ address: '93.184.215.14', port: 80, tlsName: undefined }),
    );
    expect(hostsAsked).toEqual(['auberge.example', 'auberge.example']);
  });

  test('https goes to port 443 and verifies the name', async () => {
    names['auberge.example'] = ['93.184.215.14'];
    await read('https://auberge.example./');
    expect(reachedAddresses[0]).toEqual({ address: '93.184.215.14', port: 443, tlsName: 'auberge.example' });
  });

  test('redirects among public sites are followed, five are not', async () => {
    respond = (path) =>
      path === '/' ? { status: 301, headers: { location: '/accueil' } } : { status: 200, body: '<p>' };
    expect((await read('http://93.184.215.14/')).url.pathname).toBe('/accueil');
    respond = (path) =>
      path === '/robots.txt' ? { status: 404 } : { status: 302, headers: { location: `${path}a` } };
    await expect(read('http://93.184.215.14/')).rejects.toMatchObject({ problem: 'unreachable' });
  });
});

describe('behaviour of sites', () => {
  test('robots.txt is respected, by name and for all', async () => {
    const forbid = (rules: string) => {
      respond = (path) =>
        path === '/robots.txt' ? { status: 200, body: rules } : { status: 200, body: '<p>' };
      return read('http://93.184.215.14/contact');
    };
    await expect(forbid('User-agent: *\nDisallow: /')).rejects.toMatchObject({ problem: 'robots' });
    await expect(forbid('User-agent: Territoire360\nDisallow: /contact')).rejects.toMatchObject({
      problem: 'robots',
    });
    await expect(forbid('User-agent: GPTBot\nDisallow: /')).resolves.toBeDefined();
    await expect(forbid(`User-agent: *\n${'Disallow: /*a*b\n'.repeat(3_000)}`)).rejects.toMatchObject({
      problem: 'robots',
    });
    respond = () => ({ status: 503 });
    await expect(read('http://93.184.215.14/')).rejects.toMatchObject({ problem: 'robots' });
  });

  test.each([
    ['a picture', { 'content-type': 'image/png' }, 'x', 'not_html'],
    ['a picture that calls itself a page', {}, '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'not_html'],
    ['words without markup', {}, 'rien', 'not_html'],
    ['a packing we do not know', { 'content-encoding': 'br' }, '<p>', 'not_html'],
    ['a packing that is none', { 'content-encoding': 'gzip' }, '<p>', 'not_html'],
  ])('%s is not read', async (_, headers, body, problem) => {
    respond = (path) => (path === '/robots.txt' ? { status: 404 } : { status: 200, headers, body });
    await expect(read('http://93.184.215.14/')).rejects.toMatchObject({ problem });
  });

  test('a huge page is cut', async () => {
    respond = (path) =>
      path === '/robots.txt' ? { status: 404 } : { status: 200, body: `<p>${'a'.repeat(9e6)}` };
    expect((await read('http://93.184.215.14/')).html).toHaveLength(1024 * 1024);
  });

  test.each(['hangs', 'drips'])('a server that %s meets the timeout', async (manner) => {
    longest = 300;
    const drops: NodeJS.Timeout[] = [];
    const slow = await startServer((request, response) => {
      if (request.url === '/robots.txt') return response.writeHead(404).end();
      if (manner === 'hangs') return;
      response.writeHead(200, { 'content-type': 'text/html' });
      drops.push(setInterval(() => response.write('<p>'), 20));
    });
    const there: Network = {
      ...net,
      connect: () =>
        new Promise((resolve) => {
          const socket = connect(Number(new URL(slow.url).port), '127.0.0.1', () => resolve(socket));
        }),
    };
    const reader = pageReader({ net: there, env, clock }, AbortSignal.timeout(5_000));
    await expect(reader(new URL('http://93.184.215.14/'))).rejects.toMatchObject({ problem: 'timeout' });
    drops.forEach(clearInterval);
    await slow.close();
  });

  test.each([
    ['in chunks', { 'transfer-encoding': 'chunked' }, '<p>café</p>'],
    ['packed', { 'content-encoding': 'gzip' }, gzipSync('<p>café</p>')],
    [
      'of an old encoding',
      { 'content-type': 'text/html; charset=windows-1252' },
      Buffer.from('<p>café</p>', 'latin1'),
    ],
  ])('a page %s is understood', async (_, headers, body) => {
    respond = (path) => (path === '/robots.txt' ? { status: 404 } : { status: 200, headers, body });
    expect((await read('http://93.184.215.14/')).html).toBe('<p>café</p>');
  });

  test('a decompression bomb is not read', async () => {
    const body = gzipSync('a'.repeat(4_000_000));
    const headers = { 'content-encoding': 'gzip' };
    respond = (path) => (path === '/robots.txt' ? { status: 404 } : { status: 200, headers, body });
    await expect(read('http://93.184.215.14/')).rejects.toMatchObject({ problem: 'not_html' });
  });
});
