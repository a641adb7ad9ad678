import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDemoAuthority } from '../../../../local/time-stamping/demo-authority.ts';
import { proofSize } from '../../../../tests/unit/proof-size.ts';
import { certificatesOf, checkTimeStamp, nonceText, timeStampRequest } from './time-stamp.ts';

const root = new Uint8Array(randomBytes(32));
const digest = new Uint8Array(createHash('sha256').update(root).digest());
const expected = Buffer.from(digest).toString('hex');
const nonce = new Uint8Array(randomBytes(16));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'territoire-360-horodatage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const day = 24 * 3600 * 1000;
const stamped = async (options: Parameters<typeof makeDemoAuthority>[0] = {}) => {
  const authority = await makeDemoAuthority(options);
  const der = await authority.answer(timeStampRequest(digest, nonce));
  return { der, roots: certificatesOf(authority.rootPem), authority };
};
const openssl = (...parameters: string[]) =>
  execFileSync('openssl', parameters, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

test('a time stamp says when, by whom and of what, and its chain reaches the root that is given', async () => {
  const before = Math.floor(Date.now() / 1000) * 1000;
  const { der, roots } = await stamped();
  const { stamp, problems } = await checkTimeStamp(der, expected, roots);
  expect(problems).toEqual([]);
  expect(stamp).toMatchObject({ imprint: expected, nonce: nonceText(nonce) });
  expect(stamp?.authority).toBe('Autorité de démonstration (sans valeur)');
  expect(stamp?.time.getTime()).toBeGreaterThanOrEqual(before);
  expect(stamp?.chain.map(({ name }) => name)).toEqual([
    'Autorité de démonstration (sans valeur)',
    'Autorité de démonstration (sans valeur), racine',
  ]);
});

test('OpenSSL agrees with our stamps, and with what we ask', async () => {
  const { der, authority } = await stamped();
  const files: [string, Uint8Array | string][] = [
    ['racine.bin', root],
    ['jeton.tsr', der],
    ['racine.pem', authority.rootPem],
    ['demande.tsq', timeStampRequest(digest, nonce)],
  ];
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  const verify = ['ts', '-verify', '-in', 'jeton.tsr', '-CAfile', 'racine.pem'];
  expect(openssl(...verify, '-data', 'racine.bin')).toContain('Verification: OK');
  expect(openssl(...verify, '-queryfile', 'demande.tsq')).toContain('Verification: OK');
  writeFileSync(join(folder, 'autre.bin'), randomBytes(32));
  expect(() => openssl(...verify, '-data', 'autre.bin')).toThrow();
});

test('a stamp that OpenSSL made is read, RSA and all', async () => {
  writeFileSync(
    join(folder, 'ts.cnf'),
    `[tsa]\ndefault_tsa=one\n[one]\nserial=serial\nsigner_cert=tsa.pem\ncerts=ca.pem\nsigner_key=tsa.key\nsigner_digest=sha512
default_policy=1.2.3.4\ndigests=sha256\naccuracy=secs:1\ness_cert_id_chain=no\ness_cert_id_alg=sha256
[ext]\nextendedKeyUsage=critical,timeStamping\n[ca]\nbasicConstraints=critical,CA:TRUE\n`,
  );
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/O=Essai/CN=Racine',
    '-days',
    '30',
  );
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'tsa.key',
    '-out',
    'tsa.csr',
    '-subj',
    '/O=Essai/CN=Horloge',
  );
  openssl(
    'x509',
    '-req',
    '-in',
    'tsa.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-out',
    'tsa.pem',
    '-days',
    '20',
    '-extfile',
    'ts.cnf',
    '-extensions',
    'ext',
  );
  writeFileSync(join(folder, 'serial'), '01\n');
  writeFileSync(join(folder, 'question.tsq'), timeStampRequest(digest, nonce));
  const answered = () => {
    const files = ['-config', 'ts.cnf', '-queryfile', 'question.tsq', '-out', 'reponse.tsr'];
    openssl('ts', '-reply', '-section', 'one', ...files);
    return checkTimeStamp(new Uint8Array(readFileSync(join(folder, 'reponse.tsr'))), expected);
  };
  const { stamp, problems } = await answered();
  expect(problems).toEqual([]);
  expect([stamp?.authority, stamp?.chain.length, stamp?.nonce]).toEqual([
    'Horloge, Essai',
    2,
    nonceText(nonce),
  ]);
  // Anybody can make another text with the same SHA-1.
  const settings = readFileSync(join(folder, 'ts.cnf'), 'utf8');
  writeFileSync(join(folder, 'ts.cnf'), settings.replace('signer_digest=sha512', 'signer_digest=sha1'));
  expect((await answered()).problems).toEqual(['signature']);
});

test('what is wrong with a stamp is named', async () => {
  const problems = async (options: Parameters<typeof makeDemoAuthority>[0], of = expected) => {
    const { der, roots } = await stamped(options);
    return (await checkTimeStamp(der, of, roots)).problems;
  };
  expect(await problems({}, '00'.repeat(32))).toEqual(['other-imprint']);
  expect(await problems({ purpose: '1.3.6.1.5.5.7.3.4' })).toEqual(['not-for-stamps']);
  const past = { from: new Date(Date.now() - 9 * day), until: new Date(Date.now() - day) };
  expect(await problems({ period: past })).toEqual(['certificate-expired']);
  // The certificate expired later, and was valid when it stamped.
  expect(await problems({ period: past, clock: () => new Date(Date.now() - 2 * day) })).toEqual([]);
});

test('a root that nobody gave leaves the chain open; another of the same name does not close it', async () => {
  const { der } = await stamped();
  const { roots } = await stamped();
  expect((await checkTimeStamp(der, expected)).problems).toEqual(['incomplete-chain']);
  expect((await checkTimeStamp(der, expected, roots)).problems).toEqual(['incomplete-chain']);
});

test('a changed byte is either seen, or changes nothing that the stamp says', async () => {
  const { der, roots } = await stamped();
  const { stamp: whole } = await checkTimeStamp(der, expected, roots);
  const seen: boolean[] = [];
  for (let at = 0; at < der.length; at += proofSize(70, 7)) {
    const changed = der.slice();
    changed[at] = (changed[at] ?? 0) ^ 0x01;
    const { stamp, problems } = await checkTimeStamp(changed, expected, roots);
    seen.push(problems.length > 0);
    // Some fields, such as the status, are outside what is signed.
    if (problems.length === 0) expect(stamp).toEqual(whole);
  }
  expect(seen.filter(Boolean).length / seen.length).toBeGreaterThan(0.9);
});

test('anything but an answer is unreadable', async () => {
  for (const bytes of [
    new Uint8Array(),
    new Uint8Array([0x30, 0x03, 0x02, 0x01, 0x00]),
    new Uint8Array(randomBytes(500)),
  ]) {
    expect((await checkTimeStamp(bytes, expected)).problems).toEqual(['unreadable']);
  }
  expect(certificatesOf('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toEqual([]);
});
