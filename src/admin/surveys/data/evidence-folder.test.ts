import { manifestOf } from '@tests/sealed-folder';
import { expect, it } from 'vitest';
import { readMe } from './evidence-folder';

const manifest = manifestOf([{ path: 'a.jpg', bytes: new Uint8Array(3) }]);

it('the command of OpenSSL says the time of the stamp, so that it stays true after the certificate’s end', () => {
  const text = readMe(manifest, true, new Date('2026-04-20T14:00:07.900Z'));
  expect(text).toContain('openssl ts -verify -attime 1776693607 -data racine.bin');
  // Without a stamp there is nothing to verify with OpenSSL.
  expect(readMe(manifest, true, undefined)).not.toContain('openssl');
});
