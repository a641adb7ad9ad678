import { describe, expect, test } from 'vitest';
import { isGrounded } from '../_shared/grounding.ts';
import type { Candidate } from './candidate.ts';
import { reasonWriter } from './reasoning.ts';
import type { Studio } from './studio.ts';

const trip = {
  city: 'Le Bic',
  region: 'Bas-Saint-Laurent',
  jobType: 'visite_virtuelle',
  startDate: '2026-12-01',
};
const emptyStudio: Studio = { clients: [], tours: [] };
const rimouski = {
  code: '10043',
  name: 'Rimouski',
  mrc_name: 'Rimouski-Neigette',
  latitude: 48.449,
  longitude: -68.524,
};

const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  origin: 'mamh',
  externalId: 'mamh:10025',
  company: 'Saint-Valérien',
  city: 'Saint-Valérien',
  townCode: '10025',
  mrc: 'Rimouski-Neigette',
  region: 'Bas-Saint-Laurent',
  sector: 'municipalité',
  kind: 'municipalité',
  sourceUrl: 'https://registre.test/',
  latitude: 48.38,
  longitude: -68.63,
  distanceKm: 12.4,
  crossing: null,
  road: null,
  population: 869,
  email: null,
  phone: null,
  website: null,
  ...more,
});
const innCandidate = (n: number, more: Partial<Candidate> = {}) =>
  candidate({
    origin: 'osm',
    externalId: `osm:node/${n}`,
    company: `Auberge ${n}`,
    sector: 'hôtellerie',
    kind: 'auberge',
    population: null,
    ...more,
  });

const writeReason = (studio: Studio, change: Partial<typeof trip> = {}) =>
  reasonWriter({ ...trip, ...change }, studio);
const sentences = (text: string) => text.split(/(?<=[.!?]) /);

describe('a reason', () => {
  test('says that there is no tour yet, and what the job offers', () => {
    expect(writeReason(emptyStudio)(candidate()).text).toBe(
      'Municipalité de 869\u00a0habitants, à 12,4\u00a0km du Bic à vol d’oiseau. Le studio n’a encore réalisé aucune visite à Saint-Valérien. Une visite virtuelle à 360° ferait découvrir les parcs et les bâtiments publics de Saint-Valérien aux futurs résidents.',
    );
  });

  test.each<[string, Studio, Partial<Candidate>, Partial<typeof trip>, string]>([
    [
      'names the neighbour that is a client',
      { clients: [rimouski], tours: [] },
      {},
      {},
      'Rimouski, à 11\u00a0km, compte déjà parmi les clients du studio.',
    ],
    [
      'names what was made in the same MRC',
      { clients: [], tours: [{ ...rimouski, title: 'Le phare' }] },
      {},
      {},
      'Comme Rimouski, où le studio a réalisé «\u00a0Le phare\u00a0», Saint-Valérien est dans la MRC de Rimouski-Neigette.',
    ],
    [
      'names what was made there',
      { clients: [], tours: [{ ...rimouski, code: '10025', title: 'Le village' }] },
      {},
      {},
      'Le studio y a déjà réalisé «\u00a0Le village\u00a0».',
    ],
    [
      'thinks of the snow in October',
      emptyStudio,
      {},
      { startDate: '2026-10-05' },
      'En octobre, un relevé avant déneigement garderait aussi la trace',
    ],
    [
      'offers blue lines',
      emptyStudio,
      {},
      { jobType: 'street_view' },
      'donnerait aux rues de Saint-Valérien leurs lignes bleues',
    ],
    [
      'knows what there is to see',
      emptyStudio,
      { sector: 'tourisme', kind: 'musée' },
      {},
      'les salles d’exposition',
    ],
    [
      'says the road',
      emptyStudio,
      { road: { km: 18.2, minutes: 65 } },
      {},
      'à 18,2\u00a0km du Bic par la route (1\u00a0h\u00a005).',
    ],
    [
      'says the other shore',
      emptyStudio,
      { crossing: { words: 'autre rive', km: 90 } },
      {},
      'à vol d’oiseau, sur l’autre rive du fleuve.',
    ],
    [
      'says that no road leads there',
      emptyStudio,
      { crossing: { words: 'sans', km: null } },
      {},
      'à vol d’oiseau, sans lien routier.',
    ],
    [
      'calls a town what the register does',
      emptyStudio,
      { kind: 'ville', population: 169_000 },
      {},
      'Ville de 169\u00a0000\u00a0habitants',
    ],
  ])('%s', (_, studio, more, change, expected) => {
    expect(writeReason(studio, change)(candidate(more)).text).toContain(expected);
  });

  test('says nothing of the snow in November', () => {
    expect(writeReason(emptyStudio, { startDate: '2026-11-01' })(candidate()).text).not.toMatch(/neige/);
  });
});

test('sixty in one place: no sentence twice, each grounded in its own facts', () => {
  const reasonOf = writeReason({ clients: [rimouski], tours: [{ ...rimouski, title: 'Le phare' }] });
  const list = Array.from({ length: 60 }, (_, n) =>
    n % 2 ? innCandidate(n, { distanceKm: 0.05 }) : candidate({ company: `Saint-Ours-${n}`, distanceKm: 3 }),
  );
  const expected = list.map((one) => ({ one, ...reasonOf(one) }));
  const all = expected.flatMap(({ text }) => sentences(text));
  expect(all.filter((sentence, index) => all.indexOf(sentence) !== index)).toEqual([]);
  expect(expected.every(({ text }) => sentences(text).length >= 2)).toBe(true);
  const known = ['Le Bic', '3', '869', '0,05', 'Auberge', 'Google Maps', 'Le phare', 'Rimouski-Neigette'];
  const loose = expected.filter(
    ({ one, text, facts }) => !isGrounded(text, [one.company, ...known, ...facts]),
  );
  expect(loose.map(({ text }) => text)).toEqual([]);
});
