/**
 * `npm run bench -- assistant`: calls every tool of the assistant through its function, with 50 000 contacts, 20 000 requests
 * and 5 000 quotes on a real PostgreSQL. It prints the time of each tool beside the statement timeout of hosted projects, and
 * the memory that a thousand calls leave in the process of the function. CONTACTS and CALLS change the measure.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import pg from 'pg';
import { systemClock } from '../../supabase/functions/_shared/dependencies.ts';
import { handler } from '../../supabase/functions/assistant/handler.ts';
import { startSenderFixture } from '../database/fixtures/sender.ts';
import { record } from './performance-page.ts';
import type { Measure } from './table.ts';

const CONTACTS = Number(process.env.CONTACTS ?? 50_000);
const CALLS = Number(process.env.CALLS ?? 1_000);
/** The statement timeout that hosted projects give to signed-in people, in ms. */
const TIMEOUT = 8_000;
const segment = 'd0000000-0000-4000-8000-000000000003';

const fixture = await startSenderFixture(CONTACTS);
const database = new pg.Client({ connectionString: fixture.database.url });
await database.connect();
try {
  await database.query(
    `begin;
     set local session_replication_role = replica;
     insert into public.quote_requests
       (organization_name, contact_name, email, organization_type, service_type, status, message, created_at)
       select 'Ville ' || i, 'Personne ' || i, 'demande' || i || '@exemple.test', 'ville', 'autre',
         (case when i % 50 = 0 then 'nouveau' else 'répondu' end)::public.request_status, 'Nos rues', now() - i * interval '1 hour'
       from generate_series(1, 20000) i;
     insert into public.quotes (organization_name, subject, contact_id)
       select c.company, 'Relevé', c.id from (select * from public.contacts limit 5000) as c;
     insert into public.contact_segments (id, name, definition) values ('${segment}', 'Tous', '{"region": ["Laval"]}');
     commit`,
  );
  for (const table of ['contacts', 'quote_requests', 'quotes', 'consent_events'])
    await database.query(`vacuum analyze public.${table}`);
  const key = `t360_${'b'.repeat(64)}`;
  await database.query(
    `insert into private.assistant_keys (owner, name, hash, expires_at)
     select user_id, 'Banc', encode(sha256(convert_to($1, 'UTF8')), 'hex'), now() + interval '1 day'
     from public.user_roles where role = 'admin' limit 1`,
    [key],
  );
  const idOf = async (table: string) =>
    (await database.query<{ id: string }>(`select id from public.${table} limit 1`)).rows[0]?.id ?? '';
  const [contact, request] = [await idOf('contacts'), await idOf('quote_requests')];
  await database.query('set role service_role');

  /** Calls the database as the data API would, and counts the bytes. */
  const ask = async (url: string, { body }: RequestInit) => {
    const name = url.split('/').at(-1) ?? '';
    const given = Object.entries(JSON.parse(String(body)) as Record<string, unknown>);
    const named = given.map(([argument], index) => `"${argument}" => $${index + 1}`).join(', ');
    const values = given.map(([, value]) => (typeof value === 'object' ? JSON.stringify(value) : value));
    const { rows } = await database.query(`select public.${name}(${named}) as answer`, values);
    return Response.json(rows[0]?.answer ?? null);
  };
  const dependencies: Parameters<typeof handler>[1] = {
    fetch: ask,
    env: (name) => ({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_SECRET_KEY: 'sb_secret_x' })[name],
    clock: systemClock,
    log: ({ detail }) => console.error(detail),
    net: { resolve: () => Promise.reject(new Error()), connect: () => Promise.reject(new Error()) },
    keepAlive: () => undefined,
  };
  const client = new Client({ name: 'banc', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://functions.test/assistant'), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
      fetch: (url, sent) => handler(new Request(url, sent), dependencies),
    }),
  );

  const asked: [name: string, given: Record<string, unknown>][] = [
    ['chercher', { texte: 'ville 4321' }],
    ['chercher', { texte: 'personne' }],
    ['lire_fiche', { genre: 'contact', id: contact }],
    ['lire_fiche', { genre: 'demande', id: request }],
    ['aujourdhui', {}],
    ['ce_qui_existe', {}],
    ['lister', { genre: 'contacts' }],
    ['lister', { genre: 'demandes', etat: 'nouveau' }],
    ['lister', { genre: 'devis' }],
    ['lister', { genre: 'factures' }],
    ['vues_et_segments', {}],
    ['contacts_d_un_segment', { id: segment }],
    [
      'preparer_reponse',
      { genre: 'demande', id: request, sujet: 'Votre demande', texte: 'Bonjour '.repeat(200) },
    ],
    ['proposer_contact', { nom: 'Ève Côté', entreprise: 'Ville', courriel: 'eve@ailleurs.example' }],
  ];
  const times = new Map<string, number[]>();
  globalThis.gc?.();
  const memory = process.memoryUsage().heapUsed;
  for (let call = 0; call < CALLS; call += 1) {
    const [name, given] = asked[call % asked.length] as (typeof asked)[number];
    if (call % 30 === 0) {
      await database.query('reset role');
      // The minute of the limit, and the hundred that may wait, are over.
      await database.query(
        `update private.assistant_calls set called_at = called_at - interval '2 minutes'; delete from private.assistant_drafts`,
      );
      await database.query('set role service_role');
    }
    const begun = performance.now();
    const { content, isError } = await client.callTool({ name, arguments: given });
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
    const words = Object.values(given)[0];
    const label = `${name}${typeof words === 'string' && words.length < 12 ? ` ${words}` : ''}`;
    times.set(label, [...(times.get(label) ?? []), performance.now() - begun]);
  }
  globalThis.gc?.();
  const kept = (process.memoryUsage().heapUsed - memory) / 1024 / 1024;
  const measures: Measure[] = [...times].map(([name, all]) => {
    all.sort((a, b) => a - b);
    const [median, slowest] = [all[Math.floor(all.length / 2)] ?? 0, all.at(-1) ?? 0];
    console.log(
      `${name} : médiane ${median.toFixed(0)} ms, la plus lente ${slowest.toFixed(0)} ms de ${TIMEOUT}`,
    );
    return { name: `${name}, la plus lente, ms`, ours: slowest, most: TIMEOUT };
  });
  console.log(
    `Mémoire gardée après ${CALLS} appels : ${kept.toFixed(1)} Mo; ${(process.memoryUsage().rss / 1024 / 1024).toFixed(0)} Mo en tout`,
  );
  measures.push({ name: `mémoire gardée après ${CALLS} appels, Mo`, ours: kept, most: 20, digits: 1 });
  record('assistant', measures, `${CONTACTS} contacts, 20 000 demandes, ${CALLS} appels.`);
  await client.close();
} finally {
  await database.end();
  await fixture.stop();
}
