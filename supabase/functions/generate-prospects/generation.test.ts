import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { completionReply } from '../_testing/fake-language-model.ts';
import {
  answers,
  brokenReply,
  elementsReply,
  type FakeOverpass,
  hangingReply,
  hotel,
  type OverpassReply,
  partialReply,
  startFakeOverpass,
} from '../_testing/fake-overpass.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson, startServer } from '../_testing/http-server.ts';
import { type ProspectData, place, prospectData, tripId, tripTo } from '../_testing/prospect-data.ts';
import { generateProspects } from './generation.ts';

const harness = prepareHarness();
let overpass: FakeOverpass;
let data: ProspectData;
beforeAll(async () => {
  overpass = await startFakeOverpass();
});
afterAll(() => overpass.close());
beforeEach(() => {
  overpass.reset(elementsReply(hotel(1, 'Hôtel des Caps')));
  data = prospectData();
  data.trip = tripTo();
  data.places = [place('15013', 'La Malbaie')];
  harness.setEnv({ OVERPASS_URL: `${overpass.url}/api/interpreter`, LLM_BASE_URL: undefined });
  harness.shortenTimeouts(2_000);
});

const generate = () => generateProspects(harness.dependencies, data, tripId);
const storedIds = () => data.stored.map(({ external_id }) => external_id);

describe('a generation', () => {
  test('stores organisations of the register and of OpenStreetMap, each value with its source', async () => {
    overpass.reset(
      elementsReply(
        hotel(1, 'Hôtel des Caps', {
          'contact:email': 'Bonjour@HotelDesCaps.qc.ca',
          phone: '+1 418 555 0141;+1 418 555 0142',
          website: 'www.hoteldescaps.qc.ca',
          'addr:city': 'La Malbaie',
        }),
      ),
    );
    const answer = await generate();
    expect(answer).toEqual({
      message: '2\u00a0prospects ajoutés\u00a0: 1\u00a0municipalité et 1\u00a0entreprise.',
      state: 'finished',
      added: 2,
      isPartial: false,
    });
    expect(data.steps).toEqual(['businesses', 'ranking', 'saving']);
    expect(data.finished).toEqual([{ outcome: 'finished', said: answer.message }]);
    const [town, inn] = data.stored;
    expect(town).toMatchObject({
      origin: 'mamh',
      external_id: 'mamh:15013',
      company: 'La Malbaie',
      city: 'La Malbaie',
      sector: 'municipalité',
      distance_km: 1.2,
      phone: '418 555-0140',
      email: 'info@ville15013.qc.ca',
      email_found_at: '2026-10-01T12:00:00Z',
      email_source_url: expect.stringContaining('donneesquebec.ca'),
      website: 'https://ville15013.qc.ca/',
      ai_reasoning:
        'Municipalité de 8\u00a0235\u00a0habitants, à 1,2\u00a0km de La Malbaie à vol d’oiseau. Le studio n’a encore réalisé aucune visite à La Malbaie. Une visite virtuelle à 360° ferait découvrir les parcs et les bâtiments publics de La Malbaie aux futurs résidents.',
    });
    expect(inn).toMatchObject({
      origin: 'osm',
      external_id: 'osm:node/1',
      company: 'Hôtel des Caps',
      sector: 'hôtellerie',
      email: 'bonjour@hoteldescaps.qc.ca',
      phone: '418 555-0141',
      website: 'https://www.hoteldescaps.qc.ca/',
      source_url: 'https://www.openstreetmap.org/node/1',
      city: 'La Malbaie',
      email_source_url: 'https://www.openstreetmap.org/node/1',
    });
    expect(Number(town?.score)).toBeGreaterThan(Number(inn?.score));
  });

  test('identifies the site, and queries all kinds of named things, in metres, when no type is chosen', async () => {
    await generate();
    expect(overpass.userAgents).toEqual([
      expect.stringMatching(/^Territoire360\/1\.0 .*visites\.example\.ca/),
    ]);
    const [query] = overpass.queries;
    expect(query).toContain('(around:40000,47.65470,-70.15250)');
    for (const filter of [
      'hotel|motel|guest_house',
      'museum|gallery',
      '["shop"]',
      'estate_agent',
      'restaurant|cafe',
    ]) {
      expect(query).toContain(filter);
    }
    expect(query?.match(/\["name"\]/g)).toHaveLength(query?.match(/nwr\(/g)?.length ?? 0);
  });

  test('the radius for businesses is at most 50 km; farther things are left out', async () => {
    data.trip = tripTo({ radius_km: 300 });
    overpass.reset(elementsReply(hotel(1, 'Près'), hotel(2, 'Loin', {}, { lat: 48.5 })));
    await generate();
    expect(overpass.queries[0]).toContain('(around:50000,');
    expect(storedIds()).not.toContain('osm:node/2');
  });

  test('the chosen types decide what is queried; those whose customers are municipalities query nothing', async () => {
    data.trip = tripTo({}, [{ name: 'Patrimoine et culture', slug: 'patrimoine-et-culture' }]);
    await generate();
    expect(overpass.queries[0]).toContain('museum');
    expect(overpass.queries[0]).not.toContain('shop');
    data.trip = tripTo({}, [{ name: 'Captation Street View', slug: 'captation-street-view' }]);
    await generate();
    expect(overpass.queries).toHaveLength(1);
  });

  test('a second run within 30 days uses the cache, and the slot is released each time', async () => {
    await generate();
    await generate();
    expect(overpass.queries).toHaveLength(1);
    expect(data.pauses).toEqual([0]);
  });

  test('another run under way: « en cours », and nothing is queried or stored', async () => {
    data.started = false;
    expect(await generate()).toEqual({
      message: expect.stringContaining('déjà en cours'),
      state: 'running',
      added: 0,
      isPartial: false,
    });
    expect(overpass.queries).toEqual([]);
    expect([data.stored, data.finished]).toEqual([[], []]);
  });

  test('at most 60, and neither source crowds out the other', async () => {
    data.places = Array.from({ length: 200 }, (_, n) => place(String(20_000 + n), `Ville ${n}`));
    overpass.reset(elementsReply(...Array.from({ length: 200 }, (_, n) => hotel(n + 1, `Hôtel ${n}`))));
    await generate();
    expect(data.stored).toHaveLength(60);
    expect(storedIds().filter((id) => String(id).startsWith('osm:'))).toHaveLength(20);
    const scores = data.stored.map(({ score }) => Number(score));
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
  });

  test('each kind has its share, the studio’s own customers twice one of the others', async () => {
    const kinds = ['hotel', 'museum'].flatMap((tourism, kind) =>
      Array.from({ length: 40 }, (_, n) => hotel(kind * 100 + n + 1, `${tourism} ${n}`, { tourism })),
    );
    const shops = Array.from({ length: 40 }, (_, n) =>
      hotel(n + 300, `Boutique ${n}`, { tourism: '', shop: 'gift' }),
    );
    data.places = Array.from({ length: 40 }, (_, n) => place(String(20_000 + n), `Ville ${n}`));
    overpass.reset(elementsReply(...kinds, ...shops));
    const { message } = await generate();
    const of = (sector: string) => data.stored.filter((row) => row.sector === sector).length;
    expect(['municipalité', 'hôtellerie', 'tourisme', 'commerce'].map(of)).toEqual([24, 12, 12, 12]);
    expect(message).toContain(
      '100\u00a0autres organisations attendent\u00a0: générez de nouveau pour les voir.',
    );
  });

  test('chains, and things that nobody runs, are left out and counted; all of them come when they are asked for', async () => {
    const spot = { tourism: 'attraction' };
    overpass.reset(
      elementsReply(
        hotel(1, 'Hôtel des Caps'),
        hotel(2, 'Comfort Inn', { brand: 'Comfort Inn' }),
        hotel(3, 'Le Gros Rocher', spot),
        hotel(4, 'Phare du Cap', { ...spot, man_made: 'lighthouse', operator: 'Corporation du phare' }),
      ),
    );
    expect((await generate()).message).toContain(
      'Laissés de côté\u00a0: 1\u00a0établissement d’une chaîne et 1\u00a0lieu sans exploitant connu.',
    );
    expect(storedIds().sort()).toEqual(['mamh:15013', 'osm:node/1', 'osm:node/4']);
    expect(data.stored.find(({ external_id }) => external_id === 'osm:node/4')?.ai_reasoning).toMatch(
      /^Phare, à/,
    );
    data.stored.length = 0;
    await generateProspects(harness.dependencies, data, tripId, true);
    expect(storedIds()).toHaveLength(5);
  });

  test('by the road, where a server says it; across the river, the way there', async () => {
    const routing = await startServer((_request, response) =>
      sendJson(response, 200, { code: 'Ok', distances: [[0, 1_900, 140_000]], durations: [[0, 180, 7_500]] }),
    );
    const kamouraska = { latitude: 47.567, longitude: -69.867, distance_km: 24.1, shore: 'sud' };
    data.places = [place('15013', 'La Malbaie'), place('14050', 'Kamouraska', kamouraska)];
    overpass.reset(elementsReply());
    await generate();
    const across = data.stored.find(({ company }) => company === 'Kamouraska');
    expect(across?.crossing).toMatch(
      /^autre rive\u00a0: par la traverse Rivière-du-Loup–Saint-Siméon, environ /,
    );
    expect(across?.ai_reasoning).toContain('à vol d’oiseau, sur l’autre rive du fleuve.');
    expect(across?.road_km).toBeUndefined();
    harness.setEnv({ OVERPASS_URL: overpass.url, ROUTING_URL: routing.url });
    data.stored.length = 0;
    await generate();
    await routing.close();
    expect(data.stored.map(({ road_km, road_minutes }) => [road_km, road_minutes])).toEqual([
      [1.9, 3],
      [140, 125],
    ]);
    expect(data.stored[1]?.ai_reasoning).toContain(
      'à 140\u00a0km de La Malbaie par la route (2\u00a0h\u00a005).',
    );
  });

  test('nothing new: the message says so, and that the register may be empty', async () => {
    data.places = [];
    overpass.reset(elementsReply());
    expect((await generate()).message).toMatch(
      /Aucun nouveau prospect .*40\u00a0km autour de La Malbaie.*importez-le/,
    );
  });
});

describe('duplicates', () => {
  test.each([
    ['the same register number', { external_id: 'osm:node/1' }],
    ['the same e-mail', { email: 'Bonjour@caps.qc.ca' }],
    ['the same site', { website: 'http://caps.qc.ca/fr' }],
    ['the same name and town without accents', { company: 'HOTEL DES CAPS', city: 'la malbaie' }],
  ])('%s is left out', async (_, same) => {
    const inn = hotel(1, 'Hôtel des Caps', {
      email: 'bonjour@caps.qc.ca',
      website: 'https://www.caps.qc.ca',
    });
    overpass.reset(elementsReply(inn, hotel(2, 'Hôtel voisin')));
    data.known = [
      { external_id: null, company: 'Autre', city: 'Ailleurs', email: null, website: null, ...same },
    ];
    await generate();
    expect(storedIds()).toEqual(['mamh:15013', 'osm:node/2']);
  });

  test('the domain of a platform identifies no organisation; « Ville de » is no part of a name', async () => {
    const page = 'https://www.facebook.com/';
    overpass.reset(
      elementsReply(hotel(1, 'Un', { website: `${page}un` }), hotel(2, 'Deux', { website: `${page}deux` })),
    );
    data.known = [
      { external_id: null, company: 'Trois', city: 'X', email: null, website: `${page}trois` },
      { external_id: null, company: 'Ville de La Malbaie', city: 'La Malbaie', email: null, website: null },
    ];
    await generate();
    expect(storedIds().sort()).toEqual(['osm:node/1', 'osm:node/2']);
  });

  test('two of the same in one answer are stored once', async () => {
    const way = hotel(
      7,
      'Hôtel des Caps',
      {},
      { type: 'way', lat: undefined, lon: undefined, center: { lat: 47.66, lon: -70.15 } },
    );
    overpass.reset(elementsReply(hotel(1, 'Hôtel des Caps'), way));
    await generate();
    expect(storedIds()).toEqual(['mamh:15013', 'osm:node/1']);
  });
});

describe('failures of OpenStreetMap', () => {
  const failures: [string, OverpassReply, RegExp][] = [
    ['an outage', answers(500), /ne répond pas/],
    ['a refusal without User-Agent (406)', answers(406), /refuse les demandes du studio/],
    ['too many requests (429)', answers(429), /limite les demandes \(429\)/],
    ['an overload (504)', answers(504), /trop de temps/],
    ['silence', hangingReply, /trop de temps/],
    ['half an answer', brokenReply, /coupée/],
    ['a page instead of data', answers(200), /coupée/],
    ['a dead line', (response) => response.destroy(), /ne répond pas/],
  ];
  test.each(failures)(
    '%s: the register’s part is kept, and the reason said in French',
    async (_, reply, expected) => {
      harness.shortenTimeouts(150);
      overpass.reset(reply);
      const { message, ...outcome } = await generate();
      expect(outcome).toEqual({ state: 'finished', added: 1, isPartial: true });
      expect(message).toMatch(expected);
      expect(message).toMatch(/^1\u00a0prospect ajouté/);
      expect(storedIds()).toEqual(['mamh:15013']);
      expect(data.kept.size).toBe(0);
    },
  );

  test('without any other prospect it is an error, recorded in the state too', async () => {
    data.places = [];
    overpass.reset(answers(500));
    await expect(generate()).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('ne répond pas'),
    });
    expect(data.finished).toEqual([{ outcome: 'failed', said: expect.stringContaining('ne répond pas') }]);
  });

  test('after a 429 it backs off and retries once; after another, the slot keeps the back-off', {
    timeout: 20_000,
  }, async () => {
    harness.shortenTimeouts(800);
    overpass.reset(answers(429), elementsReply(hotel(1, 'Hôtel des Caps')));
    expect((await generate()).message).toBe(
      '2\u00a0prospects ajoutés\u00a0: 1\u00a0municipalité et 1\u00a0entreprise.',
    );
    overpass.reset(answers(429));
    data.kept.clear();
    await generate();
    expect(overpass.queries).toHaveLength(2);
    expect(data.pauses).toEqual([0, 30]);
  });

  test('a partial answer is used, with a warning, and not cached', async () => {
    overpass.reset(partialReply(hotel(1, 'Hôtel des Caps')));
    expect((await generate()).message).toContain('incomplète');
    expect(storedIds()).toContain('osm:node/1');
    expect(data.kept.size).toBe(0);
  });

  test('the slot taken by another search: nothing is queried', async () => {
    harness.shortenTimeouts(5);
    data.isSlotFree = false;
    expect((await generate()).message).toContain('déjà interrogé');
    expect(overpass.queries).toEqual([]);
  });

  test('elements that are malformed, closed, nameless or without coordinates are skipped', async () => {
    overpass.reset(
      elementsReply(
        { type: 'star', id: 1 },
        hotel(2, ''),
        hotel(3, 'Fermé', { opening_hours: 'closed' }),
        hotel(4, 'Nulle part', {}, { lat: undefined }),
        hotel(5, 'Autre chose', { tourism: 'information' }),
        hotel(6, 'Un\r\nBcc: a@b.test', { website: 'javascript:alert(1)', email: 'x', phone: '12' }),
      ),
    );
    await generate();
    const [, odd] = data.stored;
    expect(storedIds()).toEqual(['mamh:15013', 'osm:node/6']);
    expect(odd).toMatchObject({ company: 'Un Bcc: a@b.test' });
    expect([odd?.website, odd?.email, odd?.phone]).toEqual([undefined, undefined, undefined]);
  });
});

describe('where the trip goes', () => {
  test('without coordinates, the town is found by name and region, accents and dashes apart', async () => {
    data.trip = tripTo({ latitude: null, longitude: null, region: 'capitale nationale' });
    data.towns = [
      { code: '43027', region: 'Estrie', latitude: 45, longitude: -71 },
      { code: '15013', region: 'Capitale-Nationale', latitude: 47.65, longitude: -70.15 },
    ];
    await generate();
    expect(overpass.queries[0]).toContain('47.65000,-70.15000');
  });

  test.each([
    [],
    [
      { code: '15013', region: 'Capitale-Nationale', latitude: 47, longitude: -70 },
      { code: '15014', region: 'Capitale-Nationale', latitude: 48, longitude: -70 },
    ],
  ])('unknown or ambiguous, the person is asked to choose it', async (...towns) => {
    data.trip = tripTo({ latitude: null, longitude: null });
    data.towns = towns;
    await expect(generate()).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('choisissez la ville dans la liste'),
    });
    expect(data.finished[0]?.outcome).toBe('failed');
    expect(overpass.queries).toEqual([]);
  });

  test('an unknown trip is 404', async () => {
    data.trip = undefined;
    await expect(generate()).rejects.toMatchObject({ status: 404 });
  });
});

test('without a language model none is called', async () => {
  harness.model.reset(completionReply('{"prospects":[]}'));
  await generate();
  expect(harness.model.calls).toEqual([]);
});
