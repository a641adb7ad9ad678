import type { Page } from '@playwright/test';
import { api } from './api.ts';

/**
 * Gives a tour an address on its client's site, and answers in place of that server.
 *
 * @returns the address
 */
export async function serveElsewhere(page: Page, slug: string): Promise<string> {
  const url = `https://visites.client.example/${slug}/`;
  await api(`virtual_tours?slug=eq.${slug}`, 'PATCH', { url });
  await page.context().route(url, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><html lang="fr"><title>Visite</title><main><h1>Bienvenue au phare</h1></main></html>',
    }),
  );
  return url;
}
