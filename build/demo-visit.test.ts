import { readFileSync } from 'node:fs';
import { createServer } from 'vite';
import { expect, it } from 'vitest';
import { demoVisit } from './demo-visit.ts';

it('every tour of the demonstration leads to a page that is there', async () => {
  const seed = readFileSync('supabase/seed.sql', 'utf8');
  const addresses = Array.from(seed.matchAll(/^ {4}'(https?:\/\/[^']*)',$/gm), ([, address = '']) => address);
  expect(addresses).toHaveLength(14);
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    plugins: [demoVisit()],
    server: { port: 0, strictPort: false, host: '127.0.0.1' },
  });
  await server.listen();
  try {
    for (const address of addresses) {
      const local = new URL(new URL(address).pathname, server.resolvedUrls?.local[0]);
      expect(new URL(address).origin).toBe('http://localhost:5173');
      expect(await (await fetch(local)).text(), address).toContain('Visite de démonstration');
    }
    const { href } = new URL('/demo/visites/nulle-part/', server.resolvedUrls?.local[0]);
    expect(await (await fetch(href)).text()).not.toContain('Visite de démonstration');
  } finally {
    await server.close();
  }
});
