import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { canonicalText, fileSha256, merkleRoot, sha256Hex } from './seal';

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

it('computes the roots of the reference tree of Certificate Transparency (RFC 6962)', () => {
  const leaves = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map((leaf) => hexToBytes(leaf));
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  expect(roots.map((_, count) => toHex(merkleRoot(leaves.slice(0, count))))).toEqual(roots);
});

it('writes the example of RFC 8785, and sorts names by their UTF-16 units', () => {
  const example = JSON.parse(
    String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
  );
  expect(canonicalText(example)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  );
  const names = {
    '\u20ac': 'Euro',
    '\r': 'CR',
    '\ufb33': 'Dalet',
    '1': 'One',
    '\ud83d\ude00': 'Smiley',
    '\u0080': 'Control',
    '\u00f6': 'O',
  };
  expect([...canonicalText(names).matchAll(/:"(\w+)"/g)].map(([, value]) => value)).toEqual([
    'CR',
    'One',
    'Control',
    'O',
    'Euro',
    'Smiley',
    'Dalet',
  ]);
  expect(() => canonicalText(Number.NaN)).toThrow();
});

it('hashes a file a part at a time, and stops where it is asked to', async () => {
  const bytes = new Uint8Array(9_000_001).fill(7);
  let read = 0;
  const hash = await fileSha256(new Blob([bytes]), undefined, ({ length: count }) => {
    read += count;
  });
  expect([hash, read]).toEqual([sha256Hex(bytes), bytes.length]);
  await expect(fileSha256(new Blob([bytes]), AbortSignal.abort())).rejects.toThrow();
});
