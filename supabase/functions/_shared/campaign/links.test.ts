import { expect, test } from 'vitest';
import { readLinks } from './links.ts';

const read = (env: Record<string, string>) => readLinks((name) => env[name]);

test('the first address of the site, and the functions of the project', () => {
  const env = { SITE_URL: 'https://a.example/, http://b.example', SUPABASE_URL: 'https://projet.example/' };
  expect(read(env)).toEqual({
    siteUrl: 'https://a.example',
    functionsUrl: 'https://projet.example/functions/v1',
  });
  expect(read({ ...env, FUNCTIONS_URL: 'https://f.example/v1/' }).functionsUrl).toBe('https://f.example/v1');
});

test.each([
  [{}, 'SITE_URL, SUPABASE_URL'],
  [{ SITE_URL: 'javascript:alert(1)', SUPABASE_URL: 'https://p.example' }, 'SITE_URL'],
  [{ SITE_URL: 'https://a.example"><b>', SUPABASE_URL: 'https://p.example' }, 'SITE_URL'],
])('%j: 503 that names %s', (env, names) => {
  expect(() => read(env as Record<string, string>)).toThrow(names);
});
