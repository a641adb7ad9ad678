import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { subjects } from '@/admin/subjects';

const manifest = JSON.parse(readFileSync('public/admin.webmanifest', 'utf8'));

it('the back office can be installed: its page names a manifest whose icons and screens exist', () => {
  expect(readFileSync('src/admin/index.html', 'utf8')).toContain('href="/admin.webmanifest"');
  expect(readFileSync('index.html', 'utf8'), 'visitors are not asked to install').not.toContain('manifest"');
  expect(manifest).toMatchObject({ start_url: '/admin', display: 'standalone', lang: 'fr-CA' });
  // Chromium requires a name, and icons of 192 and 512 pixels.
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['192x192', '512x512', 'any']);
  for (const { src } of manifest.icons) expect(existsSync(`public${src}`), src).toBe(true);
  const addresses = subjects.flatMap(({ paths }) => Object.values(paths).map(({ path }) => path));
  for (const { url } of manifest.shortcuts) expect(addresses).toContain(url);
});
