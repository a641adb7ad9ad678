import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REGISTER_SOURCE, SHIPPED_DATE } from '../src/admin/municipalities/data/attribution.ts';
import { readRegister } from '../src/admin/municipalities/data/register.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const data = join(root, 'src/admin/municipalities/data');

const columns = [
  ...([
    'code',
    'kind',
    'name',
    'designation',
    'mrc_code',
    'mrc_name',
    'region',
    'latitude',
    'longitude',
  ] as const),
  ...(['population', 'official_email', 'phone', 'website', 'address', 'approximate'] as const),
];

/** The seed of the local database: the register that the product ships with, as `npm start` puts it there. */
export async function registerSeed(): Promise<string> {
  const files = ['MUN.csv', 'coordinates.csv'].map((name) => ({
    name,
    text: readFileSync(join(data, 'shipped', name), 'utf8'),
  }));
  const { places, problems, rejected } = readRegister(files);
  if (problems.length + rejected.length > 0) throw new Error(JSON.stringify([problems, rejected], null, 2));
  const rows = places.map((place) => `  (${columns.map((column) => literal(place[column])).join(', ')})`);
  return `-- The register of municipalities that the product ships with, for local use; a hosted project is given the same by the
-- setup list. Written by \`npm run import -- register\` from src/admin/municipalities/data/shipped/: do not edit.
insert into public.municipalities (
  ${columns.join(', ')}, source, source_date
)
select ${columns.map((column) => (column === 'kind' ? 'place.kind::public.municipality_kind' : `place.${column}`)).join(', ')}, ${literal(REGISTER_SOURCE)}, ${literal(SHIPPED_DATE)}
from (values
${rows.join(',\n')}
) as place (${columns.join(', ')});

select private.place_approximately();
select private.place_contacts();

-- The seeded trips go to places of the register.
update public.trip_plans as trip
set municipality_code = place.code, latitude = place.latitude, longitude = place.longitude
from public.municipalities as place
where place.code = private.municipality_of(trip.city, trip.region);
`;
}

function literal(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value);
  return `'${value.replaceAll("'", "''")}'`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'supabase/seed/municipalities.sql'), await registerSeed());
}
