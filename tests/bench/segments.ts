/**
 * `npm run bench -- segments`: the time to count each kind of segment as an administrator, on a real PostgreSQL with 10
 * 000 contacts of 1 100 municipalities, messages, quotes and tours. It prints elapsed and processor time, and compares
 * with a plain count of the same joined tables. CONTACTS and ROUNDS change the measure.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import pg from 'pg';
import { startSenderFixture } from '../database/fixtures/sender.ts';
import { record } from './performance-page.ts';
import type { Measure } from './table.ts';

const CONTACTS = Number(process.env.CONTACTS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 15);
/** Longest time to count a segment, in ms. */
const BUDGET = 150;

const fixture = await startSenderFixture(CONTACTS);
try {
  const { sql } = fixture.database;
  await sql(
    `begin;
     insert into public.municipalities (code, kind, name, mrc_code, mrc_name, region, population, latitude, longitude, source)
       select (10000 + i)::text, 'municipalité', 'Ville ' || i, (100 + i % 100)::text, 'MRC', (private.regions())[1 + i % 17],
         i * 37, 45 + (i % 40) / 10.0, -79 + (i % 200) / 10.0, 'Banc' from generate_series(1, 1100) i;
     -- Triggers rest: each contact would look for its town.
     set local session_replication_role = replica;
     with numbered as (select id, row_number() over (order by id) as n from public.contacts)
     update public.contacts as c set municipality_code = (10001 + n % 1100)::text, region = (private.regions())[1 + (n % 17)::int],
       city = 'Ville ' || (1 + n % 1100),
       status = (array['nouveau', 'contacté', 'intéressé', 'partenaire', 'refusé']::public.contact_status[])[1 + (n % 5)::int],
       function_kind = (array['mairie', 'greffe', null]::public.contact_function[])[1 + (n % 3)::int]
     from numbered where numbered.id = c.id;
     update public.consent_events set basis = (array['express', 'inquiry', 'purchase', 'published']::public.consent_basis[])[1 + (hashtext(email) & 3)],
       source_url = 'https://exemple.test';
     insert into public.suppressions (email_hash, reason)
       select private.email_hash(email), 'unsubscribed' from public.contacts where hashtext(email) % 20 = 0;
     insert into public.virtual_tours (title, slug, url, location, status)
       select 'Visite ' || i, 'visite-' || i, 'https://visites.test/' || i,
         'Ville ' || i * 7 || ', ' || (private.regions())[1 + (i * 7) % 17], 'published' from generate_series(1, 150) i;
     insert into public.campaigns (id, name, status) values ('d0000000-0000-4000-8000-000000000001', 'Ancienne', 'terminé');
     insert into public.email_sends (campaign_id, contact_id, subject, body, status, finished_at)
       select 'd0000000-0000-4000-8000-000000000001', id, 'Sujet', 'Corps', 'envoyé', now() - (hashtext(email) & 255) * interval '1 day'
       from public.contacts;
     insert into public.trip_plans (id, city, region, start_date, end_date, latitude, longitude)
       values ('d0000000-0000-4000-8000-000000000002', 'Ville 1', 'Estrie', '2031-01-01', '2031-01-02', 46, -72);
     insert into public.quotes (contact_id, organization_name)
       select id, company from public.contacts where hashtext(email) % 4 = 0;
     commit`,
  );
  for (const table of ['contacts', 'consent_events', 'email_sends', 'quotes', 'municipalities'])
    await sql(`vacuum analyze public.${table}`);
  await sql('vacuum analyze private.address_consents');

  const trip = { id: 'd0000000-0000-4000-8000-000000000002', km: 150 };
  const kinds: Record<string, object> = {
    'tous (région ou non)': { population: { min: 0 } },
    'région et statut': { region: ['Estrie', 'Laval'], status: ['nouveau'] },
    'population, MRC': { population: { max: 5000 }, mrc: ['110', '111', '112'] },
    consentement: { consent: ['permis', 'bientot'] },
    'fin du consentement': { consent_expiry: 400 },
    'dernier message': { last_message: '90' },
    devis: { quote: ['aucun'] },
    'visite dans la municipalité': { tour: 'sans' },
    'appel d’offres': { tender: ['appel', 'contrat'] },
    'distance d’un déplacement': { trip },
    'douze conditions': {
      ...{
        region: ['Estrie', 'Laval', 'Mauricie'],
        population: { min: 100 },
        sector: ['municipalité', 'tourisme'],
      },
      ...{
        status: ['nouveau', 'contacté'],
        email: 'avec',
        last_message: '30',
        consent: ['permis'],
        quote: ['aucun'],
      },
      ...{ tour: 'sans', function: ['mairie', 'greffe'], consent_expiry: 730, trip: { ...trip, km: 500 } },
    },
  };
  const load = () => loadavg()[0]?.toFixed(1) ?? '?';
  console.log(
    `${CONTACTS} contacts, ${ROUNDS} tours, ${availableParallelism()} cœurs, charge ${load()} au début`,
  );
  const client = new pg.Client({ connectionString: fixture.database.url });
  await client.connect();
  const claims = { sub: 'a0000000-0000-4000-8000-000000000002', role: 'authenticated' };
  await client.query("select set_config('request.jwt.claims', $1, false)", [JSON.stringify(claims)]);
  await client.query('set role authenticated');
  const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  /** Returns the processor time of the database process so far, in ms: fields 14 and 15, in hundredths of a second. */
  const worked = () => {
    const fields = readFileSync(`/proc/${own[0]?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  /**
   * Runs a statement several times. Returns the processor time of each run, the median elapsed time, and the last
   * answer.
   */
  const measure = async (statement: string, values: string[]) => {
    const times: number[] = [];
    let answer: { matching?: number; reachable?: number } = {};
    const before = worked();
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      const { rows } = await client.query(statement, values);
      answer = rows[0].answer;
      times.push(performance.now() - start);
    }
    const processor = (worked() - before) / ROUNDS;
    times.sort((a, b) => a - b);
    return { processor, clock: times[Math.floor(ROUNDS / 2)] ?? 0, answer };
  };
  // Reads the tables in full: consents, contacts, municipalities.
  const plain = () =>
    measure(
      `select count(*) as answer from public.contacts c
       left join public.municipalities t on t.code = c.municipality_code
       left join public.consent_events e on lower(e.email) = lower(c.email)`,
      [],
    );
  let slowest = 0;
  const measures: Measure[] = [];
  for (const [name, definition] of Object.entries(kinds)) {
    const { processor: floor } = await plain();
    const { processor, clock, answer } = await measure('select public.count_segment($1::jsonb) as answer', [
      JSON.stringify(definition),
    ]);
    slowest = Math.max(slowest, processor);
    measures.push({ name: `${name}, ms`, ours: processor, reference: floor, most: BUDGET });
    console.log(
      `${processor.toFixed(0).padStart(5)} ms de processeur (${(processor / floor).toFixed(1)} × un simple compte, ${floor.toFixed(0)} ms), ${clock.toFixed(0).padStart(5)} ms à l’horloge  ${name} : ${answer.matching} correspondent, ${answer.reachable} joignables`,
    );
  }
  await client.end();
  record('segments', measures, `${CONTACTS} contacts, ${ROUNDS} tours.`);
  console.log(`La plus lente : ${slowest.toFixed(0)} ms de ${BUDGET}; charge ${load()} à la fin`);
} finally {
  await fixture.stop();
}
