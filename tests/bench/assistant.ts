/**
 * `npm run bench -- assistant`: a thousand calls of the assistant's tools through its function, a tenth of them drafts, on a
 * real PostgreSQL with 50 000 contacts and 200 000 messages. It prints the times of each tool beside the statement timeout of
 * hosted projects, which ends a call here too, and the memory of the process. CONTACTS, MESSAGES and CALLS change the
 * measure.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import pg from 'pg';
import { systemClock } from '../../supabase/functions/_shared/dependencies.ts';
import { handler } from '../../supabase/functions/assistant/handler.ts';
import { startRealPostgres } from '../database/engines/real-postgres.ts';
import { record } from './performance-page.ts';
import { ADMIN, fillStudio, SEGMENT, TRIP } from './studio-data.ts';
import type { Measure } from './table.ts';

const CONTACTS = Number(process.env.CONTACTS ?? 50_000);
const MESSAGES = Number(process.env.MESSAGES ?? 200_000);
const CALLS = Number(process.env.CALLS ?? 1_000);
/** The statement timeout that hosted projects give to this function and to signed-in people, in ms; visitors have 3 s. */
const TIMEOUT = 8_000;
/** A key opens sixty calls a minute. */
const CALLS_A_MINUTE = 50;

type Call = [tool: string, given: Record<string, unknown>];

const server = await startRealPostgres({ api: false });
try {
  const database = new pg.Client({ connectionString: server.url });
  await database.connect();
  await fillStudio(async (text, values) => (await database.query(text, values)).rows, CONTACTS, MESSAGES);
  const key = `t360_${'b'.repeat(64)}`;
  await database.query(
    `insert into private.assistant_keys (owner, name, hash, expires_at)
     values ($1, 'Banc', encode(sha256(convert_to($2, 'UTF8')), 'hex'), now() + interval '1 day')`,
    [ADMIN, key],
  );
  const calls = await callsOf(database);
  await database.query(`set statement_timeout = ${TIMEOUT}; set role service_role`);

  const client = await connect(database, key);
  const times = new Map<string, number[]>();
  const before = memory();
  for (let call = 0; call < CALLS; call += 1) {
    const [tool, given] = calls(call);
    if (call % CALLS_A_MINUTE === 0) await letAMinutePass(database);
    const begun = performance.now();
    const { content, isError } = await client.callTool({ name: tool, arguments: given });
    if (isError) throw new Error(`${tool} ${JSON.stringify(given)}: ${JSON.stringify(content)}`);
    times.set(tool, [...(times.get(tool) ?? []), performance.now() - begun]);
  }
  const after = memory();
  await client.close();

  const measures: Measure[] = [...times].map(([tool, all]) => {
    all.sort((a, b) => a - b);
    const [median, most, longest] = [0.5, 0.95, 1].map((share) =>
      Math.round(all[Math.ceil(share * all.length) - 1] ?? Number.NaN),
    );
    const name = `${tool} : la plus longue de ${all.length} (médiane ${median}, 95 % en ${most}), ms`;
    console.log(`${name} : ${longest} de ${TIMEOUT}`);
    return { name, ours: longest ?? Number.NaN, most: TIMEOUT };
  });
  const said = (megabytes: typeof before) =>
    `${megabytes.heap} Mo d’objets, ${megabytes.resident} Mo en tout`;
  console.log(`Mémoire avant : ${said(before)}; après : ${said(after)}`);
  measures.push({ name: 'objets gardés dans la mémoire, Mo', ours: after.heap - before.heap, most: 20 });
  record(
    'assistant',
    measures,
    `${CONTACTS} contacts, ${MESSAGES} messages, ${CALLS} appels. Mémoire de la fonction, client compris, avant : ${said(before)}; après : ${said(after)}.`,
  );
  await database.end();
} finally {
  await server.stop();
}

/** Connects a client to the function, whose data API is this connection. */
async function connect(database: pg.Client, key: string): Promise<Client> {
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
  return client;
}

/** Returns the calls by their number: of ten, nine read and the last prepares a draft, each of other records. */
async function callsOf(database: pg.Client): Promise<(call: number) => Call> {
  const idsOf = async (table: string) =>
    (
      await database.query<{ id: string }>(`select id from public.${table} order by md5(id::text) limit 50`)
    ).rows.map(({ id }) => id);
  const [contacts, requests] = [await idsOf('contacts'), await idsOf('quote_requests')];
  const [organisations, quotes] = [await idsOf('organisations'), await idsOf('quotes')];
  const one = <T>(list: readonly T[], round: number) => list[round % list.length];
  const words = [
    'tremblay',
    'tremblai',
    'ville de saint-rade',
    'stationement',
    '418 555-0123',
    'bonjour',
    'zzzzzzz',
  ];
  const text = (round: number) =>
    `Bonjour,\nNous passons chez vous le ${1 + (round % 28)} du mois prochain avec la caméra.\n`.repeat(40);
  const reading: ((round: number) => Call)[] = [
    (round) => ['chercher', { texte: one(words, round) }],
    (round) => ['lire_fiche', { genre: 'contact', id: one(contacts, round) }],
    () => ['aujourdhui', {}],
    (round) => ['lister', { genre: one(['contacts', 'demandes', 'devis', 'factures', 'visites'], round) }],
    () => ['ce_qui_existe', {}],
    (round) => ['lire_fiche', { genre: 'demande', id: one(requests, round) }],
    (round) => ['chercher', { texte: `personne${round}@exemple.test` }],
    () => ['contacts_d_un_segment', { id: SEGMENT }],
    (round) => ['lire_fiche', { genre: 'organisation', id: one(organisations, round) }],
    (round) => ['lister', { genre: 'demandes', etat: one(['nouveau', 'répondu'], round) }],
    (round) => ['municipalite', { id: String(10_000 + round) }],
    () => ['vues_et_segments', {}],
    (round) => ['lire_fiche', { genre: 'devis', id: one(quotes, round) }],
    () => ['deplacement', { id: TRIP }],
    (round) => ['municipalite', { id: String(100 + (round % 100)) }],
  ];
  const drafts: ((round: number) => Call)[] = [
    (round) => [
      'preparer_reponse',
      { genre: 'demande', id: one(requests, round), sujet: 'Votre demande', texte: text(round) },
    ],
    (round) => [
      'preparer_note',
      { id: one(contacts, round), nature: 'appel', jour: '2024-01-15', texte: text(round) },
    ],
    (round) => [
      'preparer_action',
      { genre: 'contact', id: one(contacts, round), titre: 'Rappeler', jour: '2031-01-15' },
    ],
    (round) => [
      'preparer_campagne',
      { nom: 'Relevés', sujet: 'Vos rues', texte: text(round), segment: SEGMENT },
    ],
    (round) => [
      'preparer_devis',
      {
        ...{
          genre: 'contact',
          id: one(contacts, round),
          objet: 'Relevé des rues',
          notes: text(round).slice(0, 1_500),
        },
        lignes: [{ description: 'Relevé', quantite: 2, unite: 'jour', prix: 1_400 }],
      },
    ],
    () => [
      'proposer_contact',
      {
        nom: 'Ève Côté',
        entreprise: 'Ville',
        courriel: 'eve@ailleurs.example',
        notes: text(0).slice(0, 900),
      },
    ],
  ];
  return (call) => {
    const tenth = Math.floor(call / 10);
    if (call % 10 === 9) return (drafts[tenth % drafts.length] as (typeof drafts)[number])(tenth);
    const read = tenth * 9 + (call % 10);
    const round = Math.floor(read / reading.length);
    return (reading[read % reading.length] as (typeof reading)[number])(round);
  };
}

/** Makes the calls a minute older, and throws the drafts away: a hundred may wait. */
async function letAMinutePass(database: pg.Client): Promise<void> {
  await database.query(
    `reset role;
     update private.assistant_calls set called_at = called_at - interval '2 minutes';
     delete from private.assistant_drafts;
     set role service_role`,
  );
}

/** Returns the memory of this process once what nobody needs is collected, in Mo. */
function memory(): { heap: number; resident: number } {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, rss } = process.memoryUsage();
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return { heap: megabytes(heapUsed), resident: megabytes(rss) };
}
