import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dependencies, systemClock } from '../../supabase/functions/_shared/dependencies.ts';
import type { ServiceApi } from '../../supabase/functions/_shared/service-api.ts';
import {
  elementsReply,
  type FakeOverpass,
  startFakeOverpass,
} from '../../supabase/functions/_testing/fake-overpass.ts';
import { generateProspects } from '../../supabase/functions/generate-prospects/generation.ts';
import { type RealPostgres, startRealPostgres } from '../database/engines/real-postgres.ts';

/** Fake objects of OpenStreetMap, the same around every place. */
const KINDS = [
  ...[{ tourism: 'hotel' }, { tourism: 'camp_site', operator: 'Camping' }, { tourism: 'museum' }],
  ...[
    { amenity: 'restaurant' },
    { shop: 'gift' },
    { tourism: 'attraction', man_made: 'lighthouse', fee: 'yes' },
  ],
];

type StoredProspect = {
  company: string;
  sector: string;
  email?: string;
  phone?: string;
  ai_reasoning: string;
};

let postgres: RealPostgres;
let overpass: FakeOverpass;
let stored: StoredProspect[] = [];

beforeAll(async () => {
  [postgres, overpass] = await Promise.all([startRealPostgres({ api: false }), startFakeOverpass()]);
  await postgres.sql(readFileSync('supabase/seed/municipalities.sql', 'utf8'));
  // The studio has worked for two towns: the reasons given for their neighbours must mention it.
  await postgres.sql(`
    insert into public.contacts (name, company, city, region, status) values
      ('Greffe', 'Ville de Rimouski', 'Rimouski', 'Bas-Saint-Laurent', 'partenaire');
    insert into public.virtual_tours (title, slug, url, location) values
      ('Le centre de Mont-Joli', 'mont-joli', 'https://visites.example/mont-joli', 'Mont-Joli, Bas-Saint-Laurent')`);
}, 180_000);
afterAll(() => Promise.all([postgres?.stop(), overpass?.close()]));

/** Makes the service of one generation: real register and functions, without stored results. */
const serviceFor = (trip: object): ServiceApi => ({
  read: async (path) => (path.startsWith('trip_plans') ? [{ ...trip, trip_plan_tags: [] }] : []),
  insert: async () => undefined,
  call: async (name, body) => {
    const around = body as { latitude: number; longitude: number; radius_km: number };
    const place = [around.latitude, around.longitude, around.radius_km];
    if (name.startsWith('places_within')) {
      return name.includes('offset=0')
        ? postgres.sql(
            `select p.*, p.source_date::text as source_date from public.places_within($1, $2, $3) as p`,
            place,
          )
        : [];
    }
    if (name === 'studio_around') {
      const [row] = await postgres.sql<{ found: unknown }>(
        `with role as materialized (select set_config('role', 'service_role', true))
         select public.studio_around($1, $2, $3) as found from role`,
        place,
      );
      return row?.found;
    }
    if (name === 'store_prospects') {
      stored = (body as { prospects: StoredProspect[] }).prospects;
      return stored.length;
    }
    if (name === 'known_organisations') return [];
    if (name === 'start_prospect_generation')
      return { id: '6f9619ff-8b86-4d01-b42d-00cf4fc96400', started: true };
    return true;
  },
});

async function generate(town: string, change: object = {}): Promise<string> {
  const [place] = await postgres.sql<{ code: string; region: string; latitude: number; longitude: number }>(
    `select code, region, latitude, longitude from public.municipalities
      where kind = 'municipalité' and name = $1 and gone_on is null order by population desc nulls last limit 1`,
    [town],
  );
  if (!place) throw new Error(`${town} is not in the register`);
  const { code, region, latitude, longitude } = place;
  const near = Array.from({ length: 60 }, (_, n) => ({
    ...{ type: 'node', id: n + 1, lat: latitude + (n % 10) / 150, lon: longitude + Math.floor(n / 10) / 100 },
    tags: { name: `Établissement ${n + 1}`, ...KINDS[n % KINDS.length] },
  }));
  overpass.reset(elementsReply(...near));
  const settings: Record<string, string> = {
    OVERPASS_URL: overpass.url,
    SITE_URL: 'https://visites.example',
  };
  const dependencies: Dependencies = {
    fetch: (url, init) => fetch(url, init),
    env: (name) => settings[name],
    clock: systemClock,
    log: () => undefined,
    keepAlive: () => undefined,
    net: { resolve: () => Promise.reject(new Error()), connect: () => Promise.reject(new Error()) },
  };
  const trip = {
    ...{ city: town, region, job_type: 'visite_virtuelle', start_date: '2027-09-14', radius_km: 60 },
    ...{ municipality_code: code, latitude, longitude, ...change },
  };
  return (await generateProspects(dependencies, serviceFor(trip), '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'))
    .message;
}

describe('from a fresh clone', () => {
  test.each(['Amqui', 'Havre-Saint-Pierre', 'Mont-Laurier', 'Saint-Zénon', 'Kuujjuaq'])(
    'a trip to %s',
    async (town) => {
      const message = await generate(town);
      const civic = stored.filter(({ sector }) => sector === 'municipalité' || sector === 'mrc');
      const with_ = (field: 'email' | 'phone') => civic.filter((prospect) => prospect[field]).length;
      console.log(
        `${town}: ${civic.length} municipalities and MRCs, ${with_('email')} with an e-mail, ${with_('phone')} with a telephone. ${message}`,
      );
      expect(civic.length).toBeGreaterThan(0);
      expect(with_('phone')).toBeGreaterThan(0);
    },
  );

  test.each(['visite_virtuelle', 'street_view'])(
    'sixty reasons of one trip (%s): no sentence twice',
    async (job_type) => {
      await generate('Rimouski', { job_type, radius_km: 80 });
      const sentences = stored.flatMap(({ ai_reasoning }) => ai_reasoning.split(/(?<=[.!?]) /));
      const distinct = new Set(sentences).size;
      console.log(
        [
          ...stored.map(({ company, ai_reasoning }) => `${company}\n    ${ai_reasoning}`),
          `${job_type}: ${stored.length} reasons, ${new Set(stored.map(({ ai_reasoning }) => ai_reasoning)).size} distinct; ${sentences.length} sentences, ${distinct} distinct`,
        ].join('\n'),
      );
      expect(stored).toHaveLength(60);
      expect(distinct).toBe(sentences.length);
    },
  );
});
