/**
 * `npm run bench -- search`: the time of the search over everything as an administrator, on a real PostgreSQL with 50 000
 * contacts and 200 000 messages, beside the reading of every row by regular expressions that it replaced; and the processor
 * time of an import of contacts, beside one without the two indexes that it writes. CONTACTS, MESSAGES and ROUNDS change the
 * measure.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startRealPostgres } from '../database/engines/real-postgres.ts';
import { median } from './measure.ts';
import { record } from './performance-page.ts';
import { ADMIN, fillStudio, type Run } from './studio-data.ts';
import type { Measure } from './table.ts';

const CONTACTS = Number(process.env.CONTACTS ?? 50_000);
const MESSAGES = Number(process.env.MESSAGES ?? 200_000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Longest time of a search, in ms. */
const BUDGET = 200;
const IMPORTED = 500;

const database = await startRealPostgres({ api: false });
try {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const run: Run = async (text, values = []) => (await client.query(text, values)).rows;
  await fillStudio(run, CONTACTS, MESSAGES);
  await run("select set_config('request.jwt.claims', $1, false)", [
    JSON.stringify({ sub: ADMIN, role: 'authenticated' }),
  ]);

  const measures: Measure[] = [];
  const timed = async (text: string, values: unknown[], rounds = ROUNDS) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await run(text, values);
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const queries = [
    'tremblay',
    'tremblai',
    'ville de saint-rade',
    'municipalite',
    'evenements',
    'stationement',
    '(418) 555-0123',
    'personne123@exemple.test',
    'bonjour',
    'mo',
    'zzzzzzz',
  ];
  for (const query of queries) {
    await run('set role authenticated');
    const ours = await timed('select * from public.search_everything($1)', [query]);
    await run('reset role');
    const reference = await timed(
      `select count(*) from (
         select concat_ws(' ', company, name, email, city, phone) as text from public.contacts
         union all select concat_ws(' ', from_name, from_email, subject, body) from public.inbound_messages
       ) as everything where normalize(text, NFC) ~* ('\\m' || $1)`,
      [query.replace(/[^\w]+/g, ' ').trim()],
      1,
    );
    measures.push({ name: `« ${query} », ms`, ours, reference, most: BUDGET });
    console.log(
      `« ${query} » : ${ours.toFixed(0)} ms, ${(ours / reference).toFixed(3)} × (${reference.toFixed(0)} ms)`,
    );
  }
  measures.push(await importing(run));
  record('search', measures, `${CONTACTS} contacts, ${MESSAGES} messages, médiane de ${ROUNDS}.`);
  await client.end();
} finally {
  await database.stop();
}

/** Imports contacts, in turn with the indexes of the search and without them; every import is undone. */
async function importing(run: Run): Promise<Measure> {
  const [backend] = await run('select pg_backend_pid() as pid');
  /** Returns the processor time of the database process so far, in ms: fields 14 and 15, in hundredths of a second. */
  const worked = () => {
    const fields = readFileSync(`/proc/${backend?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  const block = Array.from({ length: IMPORTED }, (_, i) => ({
    ...{
      company: `Municipalité de Saint-Essai-${i}`,
      name: `Chloé Bœuf ${i}`,
      email: `importe${i}@ville${i}.test`,
    },
    ...{
      phone: `418 555-${String(i).padStart(4, '0')}`,
      city: 'Matane',
      region: 'Bas-Saint-Laurent',
      sector: 'municipalité',
    },
  }));
  const imported = async (before: string) => {
    await run(`begin; ${before}`);
    const start = worked();
    await run("select public.import_contacts($1::jsonb, 'Banc')", [JSON.stringify(block)]);
    const time = worked() - start;
    await run('rollback');
    return time;
  };
  const [withThem, without]: [number[], number[]] = [[], []];
  for (let round = 0; round < 2 * ROUNDS; round++) {
    withThem.push(await imported(''));
    without.push(
      await imported('drop index public.contact_searched_idx; drop index public.organisation_searched_idx'),
    );
  }
  const [ours, reference] = [median(withThem), median(without)];
  console.log(
    `import de ${IMPORTED} contacts : ${ours} ms, ${(ours / reference).toFixed(2)} × (${reference} ms sans les index)`,
  );
  return { name: `import de ${IMPORTED} contacts, ms de processeur`, ours, reference };
}
