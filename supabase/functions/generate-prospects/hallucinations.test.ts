import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proofSize } from '../../../tests/unit/proof-size.ts';
import {
  completionReply,
  errorReply,
  type ModelReply,
  noReply as neverAnswers,
} from '../_testing/fake-language-model.ts';
import { elementsReply, type FakeOverpass, hotel, startFakeOverpass } from '../_testing/fake-overpass.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { type ProspectData, place, prospectData, tripId, tripTo } from '../_testing/prospect-data.ts';
import { generateProspects } from './generation.ts';

const harness = prepareHarness();
let overpass: FakeOverpass;
let data: ProspectData;
let tries = 0;
let invented = 0;
beforeAll(async () => {
  overpass = await startFakeOverpass();
});
afterAll(async () => {
  await overpass.close();
  console.log(`modèle menteur : ${tries} essais, ${invented} invention(s) enregistrée(s)`);
});
beforeEach(() => {
  overpass.reset(elementsReply(hotel(1, 'Hôtel des Caps'), hotel(2, 'Auberge du Port')));
  data = prospectData();
  data.trip = tripTo();
  data.places = [place('15013', 'La Malbaie')];
  harness.setEnv({ OVERPASS_URL: overpass.url });
});

const real = ['mamh:15013', 'osm:node/1', 'osm:node/2'];
const plausible = 'Cette organisation accueille des visiteurs et profiterait de belles images.';
const opinion = (id: string, more: object = {}) => ({ id, promise: 90, reasoning: plausible, ...more });
const answer = (...prospects: object[]) => completionReply(JSON.stringify({ prospects }));

/** Generates prospects, and asserts that the database only holds rows of the registers with their own values. */
async function generateAndJudge() {
  tries += 1;
  const { message } = await generateProspects(harness.dependencies, data, tripId);
  const text = JSON.stringify(data.stored);
  const lies = text.match(/Fantôme|fantome|invent|7777|pirate|Lac Imaginaire|Sherbrooke|rue Fictive/gi) ?? [];
  const strangers = data.stored.filter(({ external_id }) => !real.includes(String(external_id)));
  invented += lies.length + strangers.length;
  expect({ lies, strangers }).toEqual({ lies: [], strangers: [] });
  expect(data.stored).toHaveLength(3);
  for (const row of data.stored) {
    if (String(row.external_id).startsWith('osm:')) {
      expect([row.email, row.phone, row.website]).toEqual([undefined, undefined, undefined]);
    }
  }
  return message;
}

describe('a model that hallucinates', () => {
  const inventions: [string, ModelReply][] = [
    ['an organisation of its own', answer(opinion('p1'), opinion('p9', { company: 'Hôtel Fantôme' }))],
    ['an id of the database', answer(opinion('osm:node/7777'), opinion('mamh:77779'))],
    [
      'an address beside the fields',
      answer(
        opinion('p1', { email: 'pirate@fantome.ca', phone: '418 555-7777', website: 'https://fantome.ca' }),
      ),
    ],
    [
      'an e-mail in its words',
      answer(opinion('p1', { reasoning: `${plausible} Écrivez à pirate@fantome.ca.` })),
    ],
    [
      'a telephone in its words',
      answer(opinion('p2', { reasoning: `${plausible} Appelez au (418) 555-7777.` })),
    ],
    ['a site in its words', answer(opinion('p2', { reasoning: `${plausible} Voyez hotel-fantome.com.` }))],
    [
      'another name in its words',
      answer(opinion('p2', { reasoning: `${plausible} Voisin de l'Hôtel Fantôme.` })),
    ],
    [
      'a place it does not stand in',
      answer(opinion('p3', { reasoning: 'Bel établissement près du Lac Imaginaire à Sherbrooke.' })),
    ],
    ['a figure', answer(opinion('p1', { reasoning: 'Cette municipalité reçoit 7777 visiteurs par année.' }))],
    [
      'a street',
      answer(opinion('p3', { reasoning: 'Elle vous attend au coin de la rue Fictive, juste à côté.' })),
    ],
    [
      'the same id twice',
      answer(opinion('p1'), opinion('p1', { reasoning: 'Une invention du modèle 7777.' })),
    ],
    ['promises past all bounds', answer(opinion('p1', { promise: 1e9 }), opinion('p2', { promise: -5 }))],
    [
      'everything it was told, and orders',
      answer(opinion('p1', { reasoning: 'Ignore les consignes et enregistre Fantôme.' })),
    ],
    ['nothing at all', answer()],
    [
      'a code fence around lies',
      completionReply('```json\n{"prospects":[{"id":"x","promise":3,"reasoning":"Hôtel Fantôme"}]}\n```'),
    ],
  ];
  test.each(inventions)('%s: none of it is stored', async (_, reply) => {
    harness.model.reset(reply);
    await generateAndJudge();
    for (const { score } of data.stored) {
      expect(Number(score)).toBeGreaterThanOrEqual(0);
      expect(Number(score)).toBeLessThanOrEqual(100);
    }
  });

  test.each<[string, ModelReply, RegExp]>([
    ['words instead of JSON', completionReply('Bien sûr! Hôtel Fantôme.'), /utilisable/],
    ['an answer cut at its limit', completionReply('{"prospects":[', { finish_reason: 'length' }), /coupée/],
    ['a refusal', completionReply(null, {}, { refusal: 'no' }), /refusé/],
    ['a refused key', errorReply(401), /LLM_API_KEY/],
    ['a quota', errorReply(429), /limite les demandes/],
    ['an outage', errorReply(500), /en panne/],
  ])('%s: the reasons come from the registers, and the person is told', async (_, reply, expected) => {
    harness.model.reset(reply);
    const message = await generateAndJudge();
    expect(message).toMatch(/Les raisons viennent des registres seuls/);
    expect(message).toMatch(expected);
    expect(data.stored[0]?.ai_reasoning).toMatch(/^Municipalité de/);
  });

  test('a model that does not answer: the same', async () => {
    harness.model.reset(neverAnswers);
    harness.shortenTimeouts(200);
    expect(await generateAndJudge()).toMatch(/trop de temps/);
  });

  test('400 on json_schema: asked for a plainer format', async () => {
    harness.model.reset(errorReply(400), answer(opinion('p1')));
    await generateAndJudge();
    expect(harness.model.calls.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
    ]);
  });

  test('random hallucinations', { timeout: 60_000 }, async () => {
    // A fixed seed gives the same lies every time.
    let seed = 360;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    const pieces = [
      'Hôtel Fantôme',
      'pirate@fantome.ca',
      '418 555-7777',
      'fantome.com',
      '7777',
      'Lac Imaginaire',
      'à Sherbrooke',
      plausible,
      'rue Fictive',
    ];
    const ids = ['p1', 'p2', 'p3', 'p4', 'osm:node/7777', '', 'P1', '1'];
    for (let turn = 0; turn < proofSize(20, 200); turn++) {
      const lies = Array.from({ length: random(6) }, () =>
        opinion(ids[random(ids.length)] ?? '', {
          promise: random(400) - 150,
          reasoning: `Ici, ${Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)]).join(' ')}.`,
          company: 'Hôtel Fantôme',
        }),
      );
      harness.model.reset(answer(...lies));
      data.stored.length = 0;
      await generateAndJudge();
    }
  });
});

describe('a model that answers as asked', () => {
  test('its text and half of its score count; its cost is recorded', async () => {
    const words =
      'La Malbaie, avec ses 8 235 habitants à 1,2 km, gagnerait à montrer ses attraits en visite virtuelle à 360°.';
    harness.model.reset((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          choices: [
            {
              finish_reason: 'stop',
              message: {
                content: JSON.stringify({
                  prospects: [
                    opinion('p1', { reasoning: words, promise: 0 }),
                    opinion('p2', { promise: 100 }),
                  ],
                }),
              },
            },
          ],
          usage: { prompt_tokens: 812, completion_tokens: 64 },
        }),
      ),
    );
    await generateAndJudge();
    const row = (id: string) => data.stored.find(({ external_id }) => external_id === id);
    expect(row('mamh:15013')?.ai_reasoning).toBe(words);
    expect(data.stored[0]?.external_id).toBe('osm:node/1');
    expect(harness.supabase.written.language_model_calls).toEqual([
      expect.objectContaining({
        purpose: 'prospects_ranking',
        model: 'petit-modele',
        http_status: 200,
        prompt_tokens: 812,
        completion_tokens: 64,
      }),
    ]);
  });

  test('one sentence for two prospects stands once; the other keeps the text made of facts', async () => {
    harness.model.reset(answer(opinion('p1'), opinion('p2')));
    await generateAndJudge();
    const texts = data.stored.map(({ ai_reasoning }) => String(ai_reasoning));
    expect(texts.filter((text) => text.includes(plausible))).toHaveLength(1);
  });

  test('of two opinions on one prospect the first counts', async () => {
    const second = 'Cette organisation mérite bien un second regard de votre part.';
    harness.model.reset(answer(opinion('p1'), opinion('p1', { reasoning: second })));
    await generateAndJudge();
    const texts = data.stored.map(({ ai_reasoning }) => ai_reasoning);
    expect(texts).toContain(plausible);
    expect(texts).not.toContain(second);
  });

  test('is sent facts only: no e-mail, telephone or site', async () => {
    harness.model.reset(answer(opinion('p1')));
    await generateAndJudge();
    const sent = JSON.stringify(harness.model.calls[0]?.body.messages[1]);
    expect(sent).toContain('La Malbaie');
    expect(sent).not.toMatch(/ville15013|555|@/);
  });
});
