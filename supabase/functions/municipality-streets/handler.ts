import { z } from 'zod';
import { cutText } from '../_shared/contract/cut-text.ts';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';
import { askOverpass, type OsmElement, type OverpassFault } from '../_shared/overpass.ts';
import { serviceApi } from '../_shared/service-api.ts';

const bodySchema = z.object({
  latitude: z.number().min(44).max(64),
  longitude: z.number().min(-81).max(-56),
});

/** Roads that a vehicle photographs; paths, tracks and ramps are no streets of an order. */
const HIGHWAY_KINDS =
  'residential|unclassified|tertiary|secondary|primary|trunk|living_street|tertiary_link|secondary_link|primary_link';

const faultMessages: Record<OverpassFault, string> = {
  busy: 'OpenStreetMap est déjà interrogé par une autre recherche. Réessayez dans une minute.',
  refused:
    'Le service d’OpenStreetMap refuse les demandes du studio\u00a0: la personne qui l’a installé peut lui donner l’adresse du site.',
  limited: 'Le service d’OpenStreetMap limite les demandes. Réessayez dans quelques minutes.',
  slow: 'Le service d’OpenStreetMap met trop de temps à répondre. Réessayez plus tard, ou donnez un fichier GeoJSON.',
  down: 'Le service d’OpenStreetMap ne répond pas. Réessayez plus tard, ou donnez un fichier GeoJSON.',
  cut: 'La réponse d’OpenStreetMap a été coupée. Réessayez.',
  partial: 'La réponse d’OpenStreetMap est incomplète. Réessayez plus tard.',
};

/** The municipality at a place, and its named streets with their lines. */
const queryOf = ({ latitude, longitude }: z.infer<typeof bodySchema>) =>
  `[out:json][timeout:40][maxsize:67108864];
is_in(${latitude.toFixed(5)},${longitude.toFixed(5)})->.around;
area.around["boundary"="administrative"]["admin_level"="8"]->.town;
way(area.town)["highway"~"^(${HIGHWAY_KINDS})$"]["name"];
out geom;`;

/**
 * Reads the named streets of the municipality at a place from OpenStreetMap, `{ latitude, longitude }` → `{ streets,
 * readAt }`: of each its name and lines, [longitude, latitude] to a decimetre. Nothing is stored but the answer, cached for
 * thirty days.
 */
export const handler = createFunction({
  name: 'municipality-streets',
  schema: bodySchema,
  rateLimited: true,
  handle: async ({ body, dependencies }) => {
    const { elements, fault, readAt } = await askOverpass(
      dependencies,
      serviceApi(dependencies),
      queryOf(body),
    );
    if (fault) throw new FunctionError(503, 'openstreetmap', faultMessages[fault]);
    return { streets: streetsOf(elements), readAt };
  },
});

function streetsOf(elements: readonly OsmElement[]) {
  const streets = new Map<string, [number, number][][]>();
  for (const { tags, geometry = [] } of elements) {
    const name = cutText((tags.name ?? '').trim(), 200);
    if (!name || geometry.length < 2) continue;
    const line = geometry.map(({ lat, lon }): [number, number] => [roundDegrees(lon), roundDegrees(lat)]);
    streets.set(name, [...(streets.get(name) ?? []), line]);
  }
  return [...streets]
    .map(([name, lines]) => ({ name, lines }))
    .sort((a, b) => a.name.localeCompare(b.name, 'fr-CA', { numeric: true }));
}

const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
