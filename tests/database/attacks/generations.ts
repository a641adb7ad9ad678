import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Dependencies, systemClock } from '../../../supabase/functions/_shared/dependencies.ts';
import type { ServiceApi } from '../../../supabase/functions/_shared/service-api.ts';
import {
  completionReply,
  startFakeLanguageModel,
} from '../../../supabase/functions/_testing/fake-language-model.ts';
import {
  elementsReply,
  hotel,
  startFakeOverpass,
} from '../../../supabase/functions/_testing/fake-overpass.ts';
import { generateProspects } from '../../../supabase/functions/generate-prospects/generation.ts';
import type { Check, Engine } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { snapshot, withRows } from '../fixtures/tables.ts';

const trips = rowFactoryOf('trip_plans');

/** The function's client of the database, with the secret key as in a hosted project. */
function serviceOf(engine: Engine): ServiceApi {
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await engine.request('service', { method, path: `/rest/v1/${path}`, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.text ? answer.body : null;
  };
  return {
    read: (path) => send('GET', path),
    call: (name, body) => send('POST', `rpc/${name}`, body),
    insert: async (table, row) => {
      await send('POST', table, row);
    },
  };
}

/** The function's own code between a real database and outside services of the test's. */
async function withOutsideServices(
  engine: Engine,
  run: (
    generate: () => ReturnType<typeof generateProspects>,
    model: {
      queries: string[];
      calls: unknown[];
      lie: (text: string) => void;
      /** OpenStreetMap's next answers wait for this promise. */
      answerAfter: (event: Promise<unknown>) => void;
    },
  ) => Promise<void>,
): Promise<void> {
  const [overpass, model] = await Promise.all([startFakeOverpass(), startFakeLanguageModel()]);
  const row = trips.row(0, engine.people);
  const place = { lat: Number(row.latitude) + 0.01, lon: Number(row.longitude) };
  const inns = Array.from({ length: 30 }, (_, index) => hotel(index + 1, `Hôtel ${index + 1}`, {}, place));
  overpass.reset(elementsReply(...inns));
  const settings: Record<string, string> = {
    ...{ OVERPASS_URL: overpass.url, SITE_URL: 'https://exemple.test' },
    ...{ LLM_BASE_URL: `${model.url}/v1`, LLM_MODEL: 'essai', LLM_API_KEY: 'cle' },
  };
  const dependencies: Dependencies = {
    fetch: (url, init) => fetch(url, init),
    env: (name) => settings[name],
    clock: systemClock,
    log: () => undefined,
    keepAlive: () => undefined,
    net: { resolve: () => Promise.reject(new Error()), connect: () => Promise.reject(new Error()) },
  };
  const lie = (text: string) => model.reset(completionReply(text));
  lie('{"prospects":[]}');
  try {
    const generate = () => generateProspects(dependencies, serviceOf(engine), String(row.id));
    const answerAfter = (event: Promise<unknown>) =>
      overpass.reset((response) => void event.then(() => elementsReply(...inns)(response)));
    await run(generate, {
      ...{ calls: model.calls, lie, answerAfter },
      get queries() {
        return overpass.queries;
      },
    });
  } finally {
    await Promise.all([overpass.close(), model.close()]);
  }
}

function check(
  name: string,
  run: Parameters<typeof withOutsideServices>[1],
  checkInvariants: (engine: Engine) => Promise<void>,
  needs?: Check['needs'],
): Check {
  return {
    name: `attack · whole generation · ${name}`,
    object: 'prospect_generations',
    needs,
    run: (engine) =>
      withRows(engine, trips, [0], async () => {
        await withOutsideServices(engine, run);
        await checkInvariants(engine);
      }),
  };
}

const prospects = (engine: Engine) => snapshot(engine, rowFactoryOf('suggested_prospects'));

/** Every row is one that the registers hold: an inn of the map, or a place of the municipalities. */
async function onlyFromRegisters(engine: Engine, invented: RegExp): Promise<void> {
  const rows = await prospects(engine);
  ok(rows.length >= 20, `${rows.length} prospects`);
  for (const row of rows) {
    ok(/^(osm:node\/([1-9]|[12]\d|30)|mamh:.+)$/.test(String(row.external_id)), String(row.external_id));
    ok(!invented.test(JSON.stringify([row.company, row.ai_reasoning, row.email, row.phone, row.website])));
  }
}

const modelLies = [
  { id: 'p1', promise: 99, reasoning: "Tout près de l'Hôtel Fantôme, écrivez à pirate@fantome.ca." },
  { id: 'p2', promise: 99, reasoning: 'Appelez au 418 555-7777 pour visiter le Manoir Fantôme.' },
  { id: 'osm:node/7777', promise: 99, reasoning: 'Manoir Fantôme, à ne pas manquer du tout.' },
  { id: 'p3', promise: 99, reasoning: 'Voyez leur site fantome.com avant de partir.', email: 'a@fantome.ca' },
];

export const wholeGenerations: Check[] = [
  check(
    'a model that lies · no invention in the database',
    async (generate, { lie }) => {
      lie(JSON.stringify({ prospects: modelLies }));
      equal((await generate()).state, 'finished');
    },
    (engine) => onlyFromRegisters(engine, /fant[ôo]me|7777|pirate/i),
  ),
  check(
    'two in a row · the second adds only what is left',
    async (generate) => {
      await generate();
      await generate();
    },
    async (engine) => {
      const rows = await prospects(engine);
      equal(new Set(rows.map(({ external_id }) => external_id)).size, rows.length);
    },
  ),
  check(
    'ten at once · one works, one batch, one question to OpenStreetMap',
    async (generate, outside) => {
      // The generation that holds the lock waits until the nine others were refused: on a slow machine one of
      // them could otherwise start after its end, and rightly succeed.
      let told = 0;
      let release = () => {};
      outside.answerAfter(new Promise<void>((resolve) => (release = resolve)));
      const once = async () => {
        const answer = await generate();
        if (answer.state === 'running' && ++told === 9) release();
        return answer;
      };
      // If two generations run at once only eight are refused, and this timeout ends the check.
      const timeout = setTimeout(() => release(), 5_000);
      const answers = await Promise.all(Array.from({ length: 10 }, once)).finally(() =>
        clearTimeout(timeout),
      );
      deepEqual(answers.map(({ state }) => state).sort(), ['finished', ...Array(9).fill('running')]);
      equal(outside.queries.length, 1);
    },
    async (engine) => {
      const rows = await prospects(engine);
      equal(new Set(rows.map(({ external_id }) => external_id)).size, rows.length);
      const generations = await snapshot(engine, rowFactoryOf('prospect_generations'));
      deepEqual(
        generations.map(({ status }) => status),
        ['finished'],
      );
      equal(generations[0]?.added, rows.length);
    },
    'simultaneity',
  ),
];
