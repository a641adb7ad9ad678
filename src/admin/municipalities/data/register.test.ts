import { readFileSync } from 'node:fs';
import { proofSize } from '@tests/proof-size';
import { seededIntegers } from '@tests/random-text';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { decodeText } from '@/admin/kit/lib/decode-text';
import { regions } from './regions';
import { type RegisterPlace, readRegister } from './register';
import { cellText, readEmail, readMrc, readPhone, readRegion, readWebsite } from './register-cells';
import type { RegisterFile } from './register-files';

const fixture = (name: string): RegisterFile => ({
  name,
  text: decodeText(readFileSync(`tests/fixtures/register/${name}`)).text,
});
const officialFiles = () => [fixture('MUN.csv'), fixture('MRC_CM_Arg.csv'), fixture('coordinates.csv')];

const columns = ['mcode', 'munnom', 'mdes', 'regadm', 'mrc', 'mtel', 'mcourriel', 'mweb', 'mpopul'];
type Town = Partial<Record<(typeof columns)[number], string>>;
const laMalbaie: Town = {
  mcode: '15013',
  munnom: 'La Malbaie',
  mdes: 'Ville',
  regadm: 'Capitale-Nationale (03)',
  mrc: 'Charlevoix-Est (150)',
  mtel: '4185550101',
  mcourriel: 'Mairie@Exemple.test',
  mweb: 'www.exemple.test',
  mpopul: '8 141',
};
const townFile = (towns: Town[], config: Papa.UnparseConfig = {}): RegisterFile => ({
  name: 'MUN.csv',
  text: Papa.unparse(
    { fields: columns, data: towns.map((town) => columns.map((name) => town[name] ?? '')) },
    config,
  ),
});
/** Returns the places without the MRCs, which are derived from the municipalities. */
const townsOf = ({ places }: { places: RegisterPlace[] }) =>
  places.filter(({ kind }) => kind === 'municipalité');
it.each([
  ['Métabetchouan--Lac-à-la-Croix', 'Métabetchouan–Lac-à-la-Croix'],
  ["Saint-Félix-d'Otis", 'Saint-Félix-d’Otis'],
])('writes « %s » as its people do', (munnom, name) => {
  expect(townsOf(registerOf({ munnom }))[0]?.name).toBe(name);
});

const registerOf = (town: Town) => readRegister([townFile([{ ...laMalbaie, ...town }])]);

describe('readRegister on the sample of the official files', () => {
  it('reads every row: the 17 regions, MRCs by code, coordinates from the third file', () => {
    const { places, problems, rejected, ignored } = readRegister(officialFiles());
    expect([problems, rejected, ignored]).toEqual([[], [], []]);
    expect(places).toHaveLength(116);
    expect(new Set(places.map(({ region }) => region))).toEqual(new Set(regions));
    expect(places.find(({ name }) => name === 'La Malbaie')).toEqual({
      code: '15013',
      kind: 'municipalité',
      name: 'La Malbaie',
      designation: 'Ville',
      mrc_code: '150',
      mrc_name: 'Charlevoix-Est',
      region: 'Capitale-Nationale',
      latitude: 47.652,
      longitude: -70.149,
      population: 8100,
      official_email: null,
      phone: null,
      website: 'https://www.ville.lamalbaie.qc.ca',
      address: null,
      approximate: false,
    });
    expect(places.filter(({ kind }) => kind === 'mrc')).toHaveLength(46);
    expect(places.find(({ name }) => name === 'Les Îles-de-la-Madeleine')?.code).toBe('01023');
  });
});

describe('readRegister on what the product ships with', () => {
  const shipped = (name: string): RegisterFile => ({
    name,
    text: readFileSync(`src/admin/municipalities/data/shipped/${name}`, 'utf8'),
  });

  it('reads the whole register: MRCs made of it, nobody without coordinates but roughly placed by their MRC', () => {
    const { places, problems, rejected } = readRegister([shipped('MUN.csv'), shipped('coordinates.csv')]);
    expect([problems, rejected]).toEqual([[], []]);
    const [towns, mrcs] = [townsOf({ places }), places.filter(({ kind }) => kind === 'mrc')];
    expect([towns.length, mrcs.length]).toEqual([1285, 87]);
    expect(mrcs.filter(({ latitude }) => latitude === null)).toEqual([]);
    const centres = new Set(mrcs.map(({ code }) => code));
    expect(
      towns.filter(({ latitude, mrc_code }) => latitude === null && !centres.has(mrc_code ?? '')),
    ).toEqual([]);
    expect(mrcs.find(({ code }) => code === '150')).toMatchObject({
      name: 'Charlevoix-Est',
      region: 'Capitale-Nationale',
      approximate: false,
    });
    expect(towns.find(({ code }) => code === '99095')).toMatchObject({ name: 'Kuujjuaq', approximate: true });
  });
});

describe('readRegister on files that differ', () => {
  it('names the missing columns and imports nothing, even beside a file that is right', () => {
    const renamed = fixture('MUN.csv');
    renamed.text = renamed.text.replace('"mcourriel"', '"courriel_officiel"').replace('"mweb"', '"site"');
    const { problems, places } = readRegister([renamed, fixture('MRC_CM_Arg.csv')]);
    expect(places).toEqual([]);
    expect(problems).toEqual([
      'MUN.csv\u00a0: colonnes manquantes\u00a0: «\u00a0mcourriel\u00a0», «\u00a0mweb\u00a0». Colonnes sans emploi dans le fichier\u00a0: «\u00a0madr1\u00a0», «\u00a0mcodpos\u00a0», «\u00a0courriel_officiel\u00a0», «\u00a0site\u00a0».',
    ]);
  });
  it('says what a wrong file holds, and what was expected', () => {
    const { problems } = readRegister([{ name: 'autre.csv', text: 'a;b\n1;2' }]);
    expect(problems[0]).toMatch(/^autre\.csv.*«\u00a0a\u00a0», «\u00a0b\u00a0».*«\u00a0mcode\u00a0»/);
    expect(readRegister([{ name: 'vide.csv', text: '' }]).problems[0]).toMatch(/aucune colonne connue/);
    expect(readRegister([]).problems).toEqual(['Choisissez au moins MUN.csv ou MRC_CM_Arg.csv.']);
    expect(readRegister([fixture('coordinates.csv')]).problems).toHaveLength(1);
    expect(readRegister([fixture('MUN.csv'), fixture('MUN.csv')]).problems[0]).toMatch(/deux fois/);
  });
  it('takes a quotation mark that does not close for a letter, and tells of its line', () => {
    const file = fixture('MUN.csv');
    file.text = file.text.replace('"Percé","Ville"', '"Percé,"Ville"');
    const { places, problems, rejected, ignored, lines } = readRegister([file]);
    expect([problems, rejected]).toEqual([[], []]);
    expect(townsOf({ places })).toHaveLength(lines);
    expect(places.filter(({ name }) => name === '"Percé')).toHaveLength(1);
    expect(ignored).toContainEqual(expect.objectContaining({ reason: 'un guillemet ne se ferme pas' }));
  });
  it('spoiled in up to three places is whole: each line is a place or is told', () => {
    const next = seededIntegers(27);
    const good = townFile([
      laMalbaie,
      { ...laMalbaie, mcode: '15014', munnom: 'Gaspé' },
      { ...laMalbaie, mcode: '15015', munnom: 'Percé' },
    ]);
    const start = good.text.indexOf('\n') + 1;
    for (let turn = 0; turn < proofSize(200, 10_000); turn++) {
      let { text } = good;
      for (let spoiled = 0; spoiled < 1 + next(3); spoiled++) {
        const at = start + next(text.length - start);
        text = text.slice(0, at) + ['"', ',', ';', '\n', 'é'][next(5)] + text.slice(at);
      }
      const { places, rejected, lines } = readRegister([{ name: 'MUN.csv', text }]);
      expect(townsOf({ places }).length + rejected.length, JSON.stringify(text)).toBe(lines);
      expect(lines, JSON.stringify(text)).toBeGreaterThanOrEqual(3 - 2 * rejected.length);
    }
  });
  it('rejects a line with a cell too many, and tells of one with a cell too few', () => {
    const file = townFile([laMalbaie, { ...laMalbaie, mcode: '15014' }]);
    const [titles = '', first = '', second = ''] = file.text.split('\r\n');
    file.text = [titles, `${first},x`, second.slice(0, second.lastIndexOf(','))].join('\n');
    const { rejected, ignored, lines } = readRegister([file]);
    expect(lines).toBe(2);
    expect(rejected).toMatchObject([{ line: 2, reason: '1\u00a0cellule de plus que de titres' }]);
    expect(ignored).toMatchObject([{ line: 3, reason: '1\u00a0cellule de moins que de titres' }]);
  });
  it('reads Windows-1252 as well as UTF-8', () => {
    const bytes = Buffer.from(townFile([{ ...laMalbaie, munnom: 'Gaspé' }]).text, 'latin1');
    const { places } = readRegister([{ name: 'MUN.csv', text: decodeText(bytes).text }]);
    expect(places[0]?.name).toBe('Gaspé');
  });
  it('keeps the zeros that spreadsheets take from codes', () => {
    expect(registerOf({ mcode: '1023' }).places[0]?.code).toBe('01023');
  });
  it.each([
    [{ mcode: 'X' }, 'code absent ou invalide'],
    [{ mcode: '123456' }, 'code absent ou invalide'],
    [{ munnom: ' ' }, 'nom absent'],
    [{ munnom: 'é'.repeat(101) }, 'nom de plus de 100 caractères'],
    [{ regadm: 'Ontario' }, 'région inconnue\u00a0: «\u00a0Ontario\u00a0»'],
    [{ regadm: '18' }, 'région inconnue\u00a0: «\u00a018\u00a0»'],
  ] as [Town, string][])('leaves out a row with %o', (town, reason) => {
    const register = readRegister([
      townFile([
        { ...laMalbaie, ...town },
        { ...laMalbaie, mcode: '15035' },
      ]),
    ]);
    expect(register.rejected).toMatchObject([{ file: 'MUN.csv', line: 2, reason }]);
    expect(townsOf(register).map(({ code }) => code)).toEqual(['15035']);
  });
  it('leaves out the second row of a code', () => {
    const register = readRegister([townFile([laMalbaie, { ...laMalbaie, munnom: 'Bis' }])]);
    const { rejected } = register;
    expect(townsOf(register)).toHaveLength(1);
    expect(rejected).toMatchObject([
      { line: 3, place: 'Bis', reason: 'le code 15013 est déjà celui de la ligne 2' },
    ]);
  });
  it('leaves out values that it cannot read, keeps the row, and says so', () => {
    const wrong = { mtel: '12', mcourriel: 'à venir', mweb: 'javascript:alert(1)', mpopul: 'n/d' };
    const { places, ignored } = registerOf(wrong);
    expect(places[0]).toMatchObject({ phone: null, official_email: null, website: null, population: null });
    expect(ignored.map(({ reason }) => reason).sort()).toEqual([
      'courriel illisible\u00a0: «\u00a0à venir\u00a0»',
      'population illisible\u00a0: «\u00a0n/d\u00a0»',
      'site illisible\u00a0: «\u00a0javascript:alert(1)\u00a0»',
      'téléphone illisible\u00a0: «\u00a012\u00a0»',
    ]);
  });
  it('reports coordinates of elsewhere, and of nothing that is known', () => {
    const coordinates = { name: 'c.csv', text: 'code;latitude;longitude\n15013;-70,1;47,6\n99999;46;-71\n' };
    const { places, ignored } = readRegister([townFile([laMalbaie]), coordinates]);
    expect(places[0]?.latitude).toBeNull();
    expect(ignored.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'coordonnées absentes ou hors du Québec'],
      [3, 'code absent des autres fichiers'],
    ]);
  });
});

describe('cells', () => {
  it('reads a region by name, number or both, with any dash', () => {
    for (const [index, name] of regions.entries()) {
      const number = String(index + 1).padStart(2, '0');
      const plain = name.replaceAll('–', '--');
      for (const cell of [
        name,
        plain,
        `${plain} (${number})`,
        `${number} - ${name}`,
        number,
        name.toUpperCase(),
      ]) {
        expect(readRegion(cell), cell).toBe(name);
      }
    }
    expect(readRegion('Charlevoix 3')).toBeNull();
    expect(readRegion('')).toBeNull();
  });
  it.each([
    ['Charlevoix-Est (150)', '150', 'Charlevoix-Est'],
    ['AR150 - Charlevoix-Est', '150', 'Charlevoix-Est'],
    ['Charlevoix-Est', null, 'Charlevoix-Est'],
    ['020', '020', null],
    ['', null, null],
  ])('reads the MRC « %s »', (cell, code, name) => expect(readMrc(cell)).toEqual({ code, name }));
  it.each([
    ['4185550101', '418 555-0101'],
    ['(418) 555-0101', '418 555-0101'],
    ['+1 418 555 0101', '418 555-0101'],
    ['418-555-0101, poste 23', '418 555-0101 p. 23'],
    ['1 418 555-0101 x2345', '418 555-0101 p. 2345'],
    ['555-0101', null],
    ['418 555-01012', null],
  ])('reads the phone « %s »', (cell, phone) => {
    expect(readPhone(cell)).toBe(phone);
    expect(phone?.length ?? 0).toBeLessThanOrEqual(20);
  });
  it.each([
    ['www.exemple.test', 'http://www.exemple.test'],
    ['HTTPS://exemple.test/a', 'HTTPS://exemple.test/a'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['exemple', null],
    ['a b.test', null],
    ['//exemple.test', null],
  ])('reads the site « %s »', (cell, site) => expect(readWebsite(cell)).toBe(site));
  it.each([
    ['A@Exemple.TEST', 'a@exemple.test'],
    ['a@exemple.test; b@exemple.test', 'a@exemple.test'],
    ['mailto:a@exemple.test', 'a@exemple.test'],
    ['a@exemple', null],
    ['a@québec.example', 'a@xn--qubec-csa.example'],
    ['a\u00ad@exemple.test', 'a@exemple.test'],
    ['a (arobase) exemple.test', null],
  ])('reads the e-mail « %s »', (cell, email) => expect(readEmail(cell)).toBe(email));
  it('leaves out what cannot be seen, which the database refuses', () => {
    expect(cellText(' Per\u00adcé\u202e\n(Ville)\ufeff ')).toBe('Percé (Ville)');
  });
});

describe('whatever the spelling of the file', () => {
  /** Seeded, so that a failure can be reproduced. */
  const random = ((seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  })(42);
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)] as T;
  const names = [
    'L’Anse-Saint-Jean',
    'Sainte-Anne, « la belle »',
    'Le "Petit" Lac',
    'A;B',
    'Deux\nlignes',
    'Œuvré',
  ];

  it('files of any separator, quotes, line ends, mark, order and spelling of columns say the same', () => {
    for (let run = 0; run < proofSize(60, 300); run++) {
      const towns: (Town & { mcode: string; munnom: string })[] = Array.from(
        { length: 1 + Math.floor(random() * 5) },
        (_, index) => ({
          ...laMalbaie,
          mcode: String(10_000 + index),
          munnom: pick(...names),
        }),
      );
      const order = [...columns, 'madr1'].sort(() => random() - 0.5);
      const spelt = order.map((name) => pick(name, name.toUpperCase(), ` ${name} `));
      const newline = pick('\n', '\r\n');
      const text = Papa.unparse(
        {
          fields: spelt,
          data: towns.map((town) => order.map((name) => town[name as keyof Town] ?? '1, rue A')),
        },
        { delimiter: pick(',', ';', '\t'), quotes: pick(true, false), newline },
      );
      const file = {
        name: 'MUN.csv',
        text: pick('', '\uFEFF') + text + pick('', newline, newline + newline),
      };
      const { places, problems, rejected, ignored } = readRegister([file]);
      expect([problems, rejected, ignored], JSON.stringify(file.text)).toEqual([[], [], []]);
      expect(townsOf({ places }).map(({ code, name }) => [code, name])).toEqual(
        towns.map(({ mcode, munnom }) => [mcode, munnom.replace('\n', ' ')]),
      );
      expect(places[0]).toMatchObject({ region: 'Capitale-Nationale', mrc_code: '150', population: 8141 });
    }
  });
  it('files of noise are refused or read, never a crash, and never a place the database would refuse', () => {
    const letters = ['"', ',', ';', '\n', '\r', '\t', 'a', '1', 'é', '\u0000', '\uFEFF', 'mcode', ' '];
    for (let run = 0; run < proofSize(60, 200); run++) {
      const noise = Array.from({ length: Math.floor(random() * 60) }, () => pick(...letters)).join('');
      const { places } = readRegister([
        { name: 'MUN.csv', text: columns.join(',') + pick('\n', '') + noise },
      ]);
      for (const { code, name } of townsOf({ places })) {
        expect(code).toMatch(/^\d{5}$/);
        expect(name).toMatch(/^[^\p{Cc}]{1,100}$/u);
      }
    }
  });
});
