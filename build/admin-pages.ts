import { resolve } from 'node:path';
import type { Manifest, Rolldown } from 'vite';
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

/** The long lists, whose first rows are prefetched. */
const longLists: readonly string[] = [
  admin.contacts.path,
  admin.tours.path,
  admin.organisations.path,
  admin.municipalities.path,
];

const sourceOf = (source: string) => `src/admin/features/${source}-page.tsx`;

/**
 * A chunk for what at least two of the long lists import, and one for each with what it alone does. The bundler by itself makes one
 * for each set of screens that share a module, lazy forms included: thirty files for a list.
 */
export function listChunks(): Rolldown.CodeSplittingGroup {
  let chunkOf: Map<string, string> | undefined;
  return {
    debugName: 'lists',
    name: (module, graph) => {
      chunkOf ??= chunksByModule((id) => graph.getModuleInfo(id)?.importedIds ?? []);
      return chunkOf.get(module) ?? null;
    },
  };
}

/** Module → the chunk that it goes to, of what the long lists import. */
function chunksByModule(importsOf: (id: string) => string[]): Map<string, string> {
  const chunks = new Map<string, string>();
  for (const [path, source] of screens.filter(([path]) => longLists.includes(path))) {
    const seen = new Set(importsOf(resolve(sourceOf(source))));
    // A set gives what is added to it while it is gone through.
    for (const id of seen) if (!isIcon(id)) for (const imported of importsOf(id)) seen.add(imported);
    for (const id of seen) chunks.set(id, chunks.has(id) ? 'list' : (path.split('/').at(-1) ?? ''));
  }
  return chunks;
}

/** The library's one module imports every icon that there is. */
const isIcon = (id: string) => id.includes('lucide-react');

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
    const scripts = scriptsOf(manifest, sourceOf(source));
    if (scripts.length === 0) throw new Error(`${path}: no script is built from ${source}-page.tsx.`);
    const first = `<link rel="preconnect" href="${api}" crossorigin><script type="module" async crossorigin src="${prefetch}"></script>`;
    const html = withPreloads(template, scripts).replace('<title>', () => `${first}<title>`);
    return { path, file: `app-${source.split('/')[0]}.html`, html };
  });
}
