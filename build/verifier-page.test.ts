import { expect, test } from 'vitest';
import { buildVerifier } from './verifier-page.ts';

test('the page that checks a folder is one file, which may reach nothing', async () => {
  Object.assign(process.env, {
    VITE_SUPABASE_URL: 'http://127.0.0.1:1',
    VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
  });
  const page = await buildVerifier();
  const withoutScript = page.replace(/<script type="module">[\s\S]*<\/script>/, '');
  expect(page).toMatch(
    /default-src 'none'; script-src 'sha256-[A-Za-z0-9+/]{43}='; style-src 'unsafe-inline'/,
  );
  // The page is self-contained: no style, script, picture or font comes from another file.
  expect(withoutScript.match(/<link|<img|<script[^>]*src|url\((?!["']?data:)|@import/g)).toBeNull();
  expect(page).toContain('MIT');
});
