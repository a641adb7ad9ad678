import { api } from '../support/api.ts';

/** Sources of an address's parameter: a query of the database, and a column. */
const SOURCES: Record<string, [query: string, column: string]> = {
  '/realisations/:slug': ['virtual_tours?select=slug&status=eq.published&order=created_at&limit=2', 'slug'],
  '/visite/:slug': [
    'virtual_tours?select=slug,panorama_tours!inner(document)&order=created_at&limit=1',
    'slug',
  ],
  '/admin/devis/catalogue/modeles/:id': ['quote_templates?select=id&limit=1', 'id'],
  '/admin/factures/:id': ['invoices?select=id&order=created_at&limit=2', 'id'],
  '/admin/devis/:id': ['quotes?select=id&order=created_at&limit=2', 'id'],
  '/admin/tours/:id': [
    'virtual_tours?select=id,panorama_tours!inner(tour_id)&order=created_at&limit=1',
    'id',
  ],
  '/admin/trip-plans/:id': ['trip_plans?select=id,suggested_prospects!inner(id)&limit=1', 'id'],
  '/street-view/:slug': [
    'surveys?select=slug&published_at=not.is.null&compared_with=not.is.null&limit=1',
    'slug',
  ],
  '/admin/releves/:id/paires/:pair': [
    'survey_pictures?select=survey_id,survey_pairs!survey_pairs_after_picture_fkey!inner(id)&limit=1',
    'survey_id',
  ],
  '/admin/releves/:id': ['surveys?select=id&order=created_at.desc&limit=1', 'id'],
  '/admin/municipalites/:code': ['municipalities?select=code&limit=1', 'code'],
  '/admin/contacts/segments/:id': ['contact_segments?select=id&limit=1', 'id'],
  '/admin/contacts/:id': ['contacts?select=id&order=created_at&limit=1', 'id'],
  '/admin/organisations/:id': ['organisations?select=id&limit=1', 'id'],
  '/admin/email-templates/:id': ['email_templates?select=id&limit=1', 'id'],
  '/admin/campaigns/:id': ['campaigns?select=id&limit=1', 'id'],
};

/** Parameters that do not come from a table. */
const GIVEN_PARAMETERS: Record<string, string> = {
  '/admin/aide/:page': 'publier-une-visite',
  // No draft waits in a new studio: the screen that says so.
  '/admin/parametres/assistant/brouillons/:id': '00000000-0000-4000-8000-000000000000',
  '/devis/:token': '0123456789abcdef0123456789abcdef',
  '/ma-fiche/:token': '0123456789abcdef0123456789abcdef',
};

/** Further screens of an address, by their search: the tabs of a survey, and ways of looking at two dates. */
const SEARCHES: Record<string, readonly string[]> = {
  '/admin/releves/:id': ['couverture', 'revue', 'comparer', 'preuve', 'livrer'].map(
    (tab) => `?onglet=${tab}`,
  ),
  '/admin/releves/:id/paires/:pair': ['?mode=rideau', '?mode=alternance'],
};

const sourceOf = (route: string) => Object.entries(SOURCES).find(([start]) => route.startsWith(start));

/** Whether the walk knows where the parameters of a route come from. */
export const hasSamples = (route: string): boolean =>
  !route.includes(':') || route in GIVEN_PARAMETERS || sourceOf(route) !== undefined;

/**
 * Lists addresses for a route with ids of this database, with each of its searches; none where it has no such row.
 *
 * @throws Error for a route with an unknown parameter
 */
export async function samplesOf(route: string): Promise<string[]> {
  if (!route.includes(':')) return [route];
  const given = GIVEN_PARAMETERS[route];
  if (given) return [route.replace(/:\w+/, given)];
  const source = sourceOf(route);
  if (!source) throw new Error(`samples.ts does not know where the parameter of ${route} comes from`);
  const [, [query, column]] = source;
  // The places of the demo street; an address names one by the beginning of its id.
  const [place] = route.endsWith('/:place') ? await api('survey_pairs?select=id&order=id&limit=1') : [];
  const addresses = (await api(query)).map((row) => {
    // The embedded stack cannot select a path into JSON of a joined table.
    const made = row.panorama_tours as { document?: { scenes: { id: string }[] } } | undefined;
    const scene = made?.document?.scenes[0]?.id;
    const [pair] = (row.survey_pairs as { id: string }[] | undefined) ?? [];
    return route
      .replace(/:\w+/, encodeURIComponent(String(row[column])))
      .replace(/:scene$/, encodeURIComponent(scene ?? ''))
      .replace(/:pair$/, pair?.id ?? '')
      .replace(/:place$/, String(place?.id ?? '').slice(0, 8));
  });
  return addresses.flatMap((address) => ['', ...(SEARCHES[route] ?? [])].map((search) => address + search));
}
