import { expect, it } from 'vitest';
import { webManifest } from './web-manifest.ts';

const iconsOf = (logo?: { url: string; width: number; height: number }) =>
  JSON.parse(webManifest({ name: 'Studio', logo })).icons.map(({ src }: { src: string }) => src);

it('shows a square logo as the icon, and the ring instead of one that is wide, small or missing', () => {
  const ring = ['/images/admin-icon-192.png', '/images/admin-icon-512.png'];
  const url = 'https://projet.example/logo.png';
  expect(iconsOf({ url, width: 400, height: 400 })).toEqual([url]);
  for (const logo of [undefined, { url, width: 400, height: 100 }, { url, width: 64, height: 64 }])
    expect(iconsOf(logo)).toEqual(ring);
});
