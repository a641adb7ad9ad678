import type { Manifest } from 'vite';
import { paths } from '../src/shared/lib/paths.ts';
import { chunksOf } from './manifest.ts';
import { withPreloads } from './preloads.ts';

const { admin } = paths;

/** The screens that the sections of the back office open, and the source file of each. */
const screens: readonly [path: string, source: string][] = [
  [admin.dashboard.path, 'dashboard/dashboard'],
  [admin.quotes.path, 'quote-requests/quote-requests'],
  [admin.tours.path, 'tours/tours'],
  [admin.tags.path, 'tags/tags'],
  [admin.tripPlans.path, 'trip-plans/trip-plans'],
  [admin.contacts.path, 'contacts/contacts'],
  [admin.emailTemplates.path, 'email-templates/email-templates'],
  [admin.campaigns.path, 'campaigns/campaigns'],
  [admin.settings.path, 'settings/settings'],
];

/** A page of the back office: the address it answers, its file and its text. */
export type Shell = { path: string; file: string; html: string };

/**
 * The shell of each of these screens: the same empty page, which also asks for the screen's scripts at once instead of
 * when the router has found out which it needs, and for what it shows first before any of them is there.
 *
 * @param template the shell of all other addresses
 * @param early address of the built src/admin/prefetch.ts
 * @param api address of the Supabase project
 * @param sizeOf size of a script by its address
 * @throws Error when a screen's source file is not where this table says
 */
export function officeShells(
  template: string,
  manifest: Manifest,
  { early, api, sizeOf }: { early: string; api: string; sizeOf: (href: string) => number },
): Shell[] {
  return screens.map(([path, source]) => {
    const chunks = chunksOf(manifest, `src/admin/features/${source}-page.tsx`);
    if (chunks.length === 0) throw new Error(`${path}: no script is built from ${source}-page.tsx.`);
    const first = `<link rel="preconnect" href="${api}" crossorigin><script type="module" async crossorigin src="${early}"></script>`;
    const html = withPreloads(template, chunks, sizeOf).replace('<title>', () => `${first}<title>`);
    return { path, file: `app-${source.split('/')[0]}.html`, html };
  });
}
