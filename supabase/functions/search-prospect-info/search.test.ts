import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { completionReply } from '../_testing/fake-language-model.ts';
import { answers, elementsReply, type FakeOverpass, startFakeOverpass } from '../_testing/fake-overpass.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { type ProspectData, place, prospectData } from '../_testing/prospect-data.ts';
import { loopbackNetwork, type SitesServer, startSites } from '../_testing/sites-server.ts';
import { searchProspectInfo } from './search.ts';

const harness = prepareHarness();
let sites: SitesServer;
let overpass: FakeOverpass;
let data: ProspectData;
beforeAll(async () => {
  [sites, overpass] = await Promise.all([startSites(), startFakeOverpass()]);
});
afterAll(() => Promise.all([sites.close(), overpass.close()]));
beforeEach(() => {
  data = prospectData();
  overpass.reset(elementsReply());
  harness.dependencies.net = loopbackNetwork;
  harness.setEnv({ SITE_READER_ALLOWED: `127.0.0.1:${sites.port}`, OVERPASS_URL: overpass.url });
});

const siteAddress = (name: string) => `http://${name}.test:${sites.port}/`;
const search = (company: string, website: string | null, more: object = {}) =>
  searchProspectInfo(
    { company, city: 'La Malbaie', region: 'Capitale-Nationale', website, ...more },
    harness.dependencies,
    AbortSignal.timeout(10_000),
    () => data,
  );

describe('an organisation with a site', () => {
  test('gets what its contact page publishes, each value with its page and date', async () => {
    const found = await search('Auberge du Fjord', siteAddress('auberge-du-fjord'));
    const source = {
      url: `${siteAddress('auberge-du-fjord')}contact`,
      foundAt: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(found).toEqual({
      email: 'info@auberge-du-fjord.test',
      phone: '418 555-0110',
      website: siteAddress('auberge-du-fjord'),
      sources: { email: source, phone: source },
      verified: null,
      notice: null,
      note: null,
      isPartial: false,
    });
    expect(sites.asked.slice(-3)).toEqual(
      ['robots.txt', '', 'contact'].map((path) => `auberge-du-fjord.test/${path}`),
    );
  });

  test('a notice that refuses solicitation is recorded', async () => {
    expect(await search('Ville de Modèle', siteAddress('ville-de-modele'))).toMatchObject({
      notice: { url: expect.stringContaining(siteAddress('ville-de-modele')), foundAt: expect.any(String) },
    });
  });

  test('instructions hidden in a page change nothing: no model is asked', async () => {
    harness.model.reset(completionReply('{"email":"pirate@mechant.test"}'));
    expect(await search('Librairie du Port', siteAddress('librairie-du-port'))).toMatchObject({
      email: 'commande@librairie-du-port.test',
      phone: '418 555-0124',
    });
    expect(harness.model.calls).toEqual([]);
  });

  test('a page without an address gives null, never a guess', async () => {
    expect(await search('Boutique du Marché', siteAddress('boutique-du-marche'))).toMatchObject({
      email: null,
    });
  });

  test.each([
    ['http://127.0.0.1:1/', 400, /pas celle d’un site public/],
    ['http://169.254.169.254/', 400, /pas celle d’un site public/],
    ['http://localhost/', 400, /pas celle d’un site public/],
  ])('%s is refused in French', async (website, status, message) => {
    await expect(search('Auberge', website)).rejects.toMatchObject({
      status,
      message: expect.stringMatching(message),
    });
  });

  test('an unreachable site gives a French error', async () => {
    await expect(search('Auberge', siteAddress('aucun-site'))).rejects.toMatchObject({
      status: 502,
      code: 'site_error_status',
    });
  });
});

describe('an address to verify', () => {
  const verify = (company: string, website: string | null, email: string) =>
    search(company, website, { email }).then(({ verified, notice }) => ({ verified, notice }));

  test.each(['info@auberge-du-fjord.test', ' INFO@Auberge-du-Fjord.test '])(
    '« %s » stands on the organisation’s own page: its address and the date prove it',
    async (email) => {
      expect(await verify('Auberge du Fjord', siteAddress('auberge-du-fjord'), email)).toEqual({
        verified: {
          url: `${siteAddress('auberge-du-fjord')}contact`,
          foundAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
        notice: null,
      });
    },
  );

  test.each(['autre@auberge-du-fjord.test', 'fo@auberge-du-fjord.test', 'rien', ''])(
    '« %s » does not: nothing is proven',
    async (email) => {
      expect(await verify('Auberge du Fjord', siteAddress('auberge-du-fjord'), email)).toMatchObject({
        verified: null,
      });
    },
  );

  test('a page that refuses solicitation says so beside', async () => {
    const website = siteAddress('ville-de-modele');
    expect(await verify('Ville de Modèle', website, 'ville@ville-de-modele.test')).toEqual({
      verified: { url: expect.stringContaining(website), foundAt: expect.any(String) },
      notice: { url: expect.stringContaining(website), foundAt: expect.any(String) },
    });
  });

  test('the municipal register is proof, OpenStreetMap is none', async () => {
    data.towns = [{ ...place('15013', 'La Malbaie'), website: null, official_email: 'ville@malbaie.test' }];
    expect(await verify('Ville de La Malbaie', null, 'ville@malbaie.test')).toMatchObject({
      verified: { url: expect.stringContaining('donneesquebec'), foundAt: '2026-10-01T12:00:00Z' },
    });
    const tags = { name: 'Musée des Glaces', tourism: 'museum', email: 'accueil@glaces.test' };
    overpass.reset(elementsReply({ type: 'way', id: 5, center: { lat: 47.6, lon: -70.1 }, tags }));
    expect(await verify('Musée des Glaces', null, 'accueil@glaces.test')).toMatchObject({ verified: null });
  });
});

describe('an organisation without a site', () => {
  test('a municipality is found in the register, with its site, address and date', async () => {
    data.towns = [{ ...place('15013', 'La Malbaie'), website: siteAddress('ville-de-modele') }];
    const found = await search('Ville de La Malbaie', '');
    expect(found).toMatchObject({
      website: siteAddress('ville-de-modele'),
      // This address is on the site's own contact page, which is newer than the register.
      email: 'ville@ville-de-modele.test',
      sources: {
        website: { url: expect.stringContaining('donneesquebec'), foundAt: '2026-10-01T12:00:00Z' },
      },
    });
    expect(overpass.queries).toEqual([]);
  });

  test('a business is found in OpenStreetMap near its town, by its exact name, and then its own site is read', async () => {
    data.towns = [place('15013', 'La Malbaie')];
    const tags = { name: 'Musée des Glaces', tourism: 'museum', website: siteAddress('musee-des-glaces') };
    overpass.reset(elementsReply({ type: 'way', id: 5, center: { lat: 47.6, lon: -70.1 }, tags }));
    expect(await search('Musée des Glaces', null)).toMatchObject({
      website: siteAddress('musee-des-glaces'),
      email: 'accueil@musee-des-glaces.test',
      sources: { website: { url: 'https://www.openstreetmap.org/way/5' } },
    });
    expect(overpass.queries[0]).toContain('"name"="Musée des Glaces"');
    await search('Musée des Glaces', null);
    expect(overpass.queries).toHaveLength(1);
  });

  test('a name cannot inject into the query', async () => {
    data.towns = [place('15013', 'La Malbaie')];
    await search('x"];out;\\', null);
    expect(overpass.queries[0]).toContain('"name"="x\\"];out;\\\\"');
  });

  test('found nowhere: nothing, and a note, even when OpenStreetMap fails', async () => {
    data.towns = [place('15013', 'La Malbaie')];
    overpass.reset(answers(500));
    expect(await search('Inconnue', null)).toEqual({
      email: null,
      phone: null,
      website: null,
      sources: {},
      verified: null,
      notice: null,
      note: expect.stringMatching(/OpenStreetMap n’a pas pu être interrogé.*Aucun site n’a été trouvé/),
      isPartial: true,
    });
  });
});
