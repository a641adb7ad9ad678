import type { Manifest } from 'vite';
import { paths } from '../src/shared/lib/admin-paths.ts';
import { scriptsOf, withPreloads } from './page.ts';

const { admin } = paths;

/**
 * The screens that the menu of the back office leads to, the long lists beside them, and the
 * source of each below src/admin/features.
 */
const screens: readonly [path: string, source: string][] = [
  [admin.dashboard.path, 'dashboard/dashboard'],
  [admin.quotes.path, 'quote-requests/quote-requests'],
  [admin.tours.path, 'tours/tours'],
  [admin.tags.path, 'tags/tags'],
  [admin.tripPlans.path, 'trip-plans/trip-plans'],
  [admin.contacts.path, 'contacts/contacts'],
  [admin.organisations.path, 'organisations/organisations'],
  [admin.municipalities.path, 'municipalities/municipalities'],
  [admin.emailTemplates.path, 'email-templates/email-templates'],
  [admin.campaigns.path, 'campaigns/campaigns'],
  [admin.settings.path, 'settings/settings'],
];

/** A page of the back office: the address it answers, its file and its text. */
export type AdminPage = { path: string; file: string; html: string };

/**
 * The page of each of these screens: the empty page of the back office, which also asks at once for the screen's
 * scripts, and for its first rows before any of them has come.
 *
 * @param template the page of all other addresses
 * @param prefetch address of the built src/admin/prefetch.ts
 * @param api address of the Supabase project
 * @throws Error when a screen's source file is not where this table says
 */
export function adminPages(
  template: string,
  manifest: Manifest,
  { prefetch, api }: { prefetch: string; api: string },
): AdminPage[] {
  return screens.map(([path, source]) => {
    const scripts = scriptsOf(manifest, `src/admin/features/${source}-page.tsx`);
    if (scripts.length === 0) throw new Error(`${path}: no script is built from ${source}-page.tsx.`);
    const first = `<link rel="preconnect" href="${api}" crossorigin><script type="module" async crossorigin src="${prefetch}"></script>`;
    const html = withPreloads(template, scripts).replace('<title>', () => `${first}<title>`);
    return { path, file: `app-${source.split('/')[0]}.html`, html };
  });
}
