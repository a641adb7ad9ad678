import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildDeliveredVisit } from './delivered-visit.ts';
import { inlineSource } from './first-sphere.ts';
import { buildVerifier } from './verifier-page.ts';

// This runs in the nightly proof, because built-site.spec.ts reads the same files of a built site.

/** Settings that identify the studio in a file. */
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
  // The tour's script is delivered with the tour.
  expect(asked.filter((address) => !files.has(address.replace('./', '')))).toEqual(['visite.js']);
  // Browsers refuse a module script served as text, from a disk, or in a frame without an origin.
  expect(page).not.toMatch(/type="module"|crossorigin|modulepreload/);
  // The inline script is pure ASCII, so that every encoding reads it the same.
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
