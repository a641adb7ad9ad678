import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildDeliveredVisit } from './delivered-visit.ts';
import { inlineSource } from './first-sphere.ts';
import { buildVerifier } from './verifier-page.ts';

// By night: built-site.spec.ts reads the same files where a whole site was built.

/** Settings that say whose site a file comes from. */
const STUDIO = {
  VITE_SUPABASE_URL: 'https://projet-du-studio.example',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_studio',
  VITE_SITE_URL: 'https://site-du-studio.example',
  VITE_SITE_NAME: 'Studio Aurore',
};

beforeAll(() => {
  for (const [name, value] of Object.entries(STUDIO)) vi.stubEnv(name, value);
});
afterAll(() => vi.unstubAllEnvs());

const expectNoStudio = (name: string, text: string) => {
  for (const trace of [...Object.values(STUDIO), 'webmanifest', 'admin-icon'])
    expect(text.includes(trace), `${name}: ${trace}`).toBe(false);
};

it('a delivered page holds nothing of the site that made it, and asks for its own files only', {
  tags: ['proof'],
  timeout: 60_000,
}, async () => {
  const files = await buildDeliveredVisit();
  for (const [name, content] of files) if (typeof content === 'string') expectNoStudio(name, name + content);
  const page = String(files.get('index.html'));
  const asked = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  // The script of the tour comes with the tour.
  expect(asked.filter((address) => !files.has(address.replace('./', '')))).toEqual(['visite.js']);
  // A module is refused by a browser where the server calls it text, on a disk and in a frame without an origin.
  expect(page).not.toMatch(/type="module"|crossorigin|modulepreload/);
  // What stands in the page may run, and is read the same in every encoding.
  const [, begin = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  expect(begin).toMatch(/^[\n -~]+$/);
  expect(page).toContain(`script-src 'self' ${inlineSource(begin)};`);
  const scripts = [...files].filter(([name]) => name.endsWith('.js'));
  expect(scripts).toHaveLength(1);
  expect(() => new Function(String(scripts[0]?.[1]))).not.toThrow();
});

it('neither does the page that checks a folder', { tags: ['proof'], timeout: 60_000 }, async () => {
  expectNoStudio('verifier.html', await buildVerifier());
});
