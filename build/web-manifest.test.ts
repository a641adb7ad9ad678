import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { siteManifest, webManifest } from './web-manifest.ts';

const iconsOf = (logo?: { url: string; width: number; height: number }) =>
  JSON.parse(webManifest({ name: 'Studio', logo })).icons.map(({ src }: { src: string }) => src);

it('shows a square logo as the icon, and the ring instead of one that is wide, small or missing', () => {
  const ring = ['/images/admin-icon-192.png', '/images/admin-icon-512.png'];
  const url = 'https://projet.example/logo.png';
  expect(iconsOf({ url, width: 400, height: 400 })).toEqual([url]);
  for (const logo of [undefined, { url, width: 400, height: 100 }, { url, width: 64, height: 64 }])
    expect(iconsOf(logo)).toEqual(ring);
});

it('is written beside the page that names it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'manifest-'));
  try {
    writeFileSync(join(root, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
    const plugins = [siteManifest({ name: 'Studio' }, root)];
    await build({ root, plugins, configFile: false, logLevel: 'silent', build: { outDir: 'out' } });
    expect(readFileSync(join(root, 'out/index.html'), 'utf8')).toContain('href="/site.webmanifest"');
    expect(readdirSync(join(root, 'out'))).toContain('site.webmanifest');
  } finally {
    rmSync(root, { recursive: true });
  }
});
