import { proofSize } from '@tests/proof-size';
import { writtenAddresses } from '@tests/written-addresses';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsv } from '@/admin/kit/lib/csv';
import { decodeText } from '@/admin/kit/lib/decode-text';
import { contactLabels, type ListField, listFields } from '../data/contact-fields';
import { checkRows } from './check-rows';
import { guessMapping, missingFields, missingInput } from './mapping';
import { parseTable } from './parse-table';

const utf8 = (text: string) => Uint8Array.from(new TextEncoder().encode(text));

describe('a table', () => {
  it.each([',', ';', '\t'])('is read whatever separates its cells («\u00a0%s\u00a0»)', (delimiter) => {
    const text = [['Nom', 'Ville', 'Notes'], ['Anne', 'Alma', '"a, b; c\n""d"""'], [], ['Éric', 'Percé', '']]
      .map((cells) => cells.join(delimiter))
      .join('\r\n');
    expect(parseTable(text)).toEqual({
      headers: ['Nom', 'Ville', 'Notes'],
      rows: [
        ['Anne', 'Alma', 'a, b; c\n"d"'],
        ['Éric', 'Percé', ''],
      ],
      lines: [2, 4],
      delimiter,
      above: [],
      doubts: [],
    });
  });
  it('begins at its line of titles, below a title and a date', () => {
    const text =
      'Participants, assises de 2026\n\nProduite le 3 mai\nPrénom;Nom;Organisme;Courriel\nAnne;Côté;Ent.;a@b.example\n';
    expect(parseTable(text)).toMatchObject({
      headers: ['Prénom', 'Nom', 'Organisme', 'Courriel'],
      lines: [5],
      delimiter: ';',
    });
  });
  it('leaves out the line that tells Excel of the delimiter', () => {
    expect(parseTable('sep=,\r\nNom,Ville\r\nAnne,Alma\r\n')).toMatchObject({
      headers: ['Nom', 'Ville'],
      lines: [3],
    });
  });
  it('needs a line of titles and a contact', () => {
    for (const text of ['', '\n\n', 'Nom,Ville\n ,\n'])
      expect(() => parseTable(text)).toThrow(/aucun contact/);
  });
  it('has a limit', () => {
    expect(() => parseTable(`Nom\n${'a\n'.repeat(50_001)}`)).toThrow(/50\u00a0000 lignes/);
  });
});

describe('the columns', () => {
  const columns = (headers: string[]) => {
    const mapping = guessMapping(headers);
    return listFields
      .filter((field) => mapping[field].column !== null)
      .map((field) => [field, mapping[field].column]);
  };
  it('are guessed from usual titles, accents and case aside', () => {
    expect(columns(['COURRIEL', 'Nom', 'Organisme', 'Localité', 'Région', 'Téléphone', 'Site Web'])).toEqual([
      ['name', 1],
      ['company', 2],
      ['email', 0],
      ['phone', 5],
      ['city', 3],
      ['region', 4],
      ['website', 6],
    ]);
    expect(columns(['munnom', 'mcourriel', 'mtel', 'mweb', 'regadm'])).toEqual([
      ['name', 0],
      ['company', 0],
      ['email', 1],
      ['phone', 2],
      ['city', 0],
      ['region', 4],
      ['website', 3],
    ]);
  });
  it('of our own export are all recognised', () => {
    expect(columns(listFields.map((field) => contactLabels[field]))).toEqual(
      listFields.map((field, index) => [field, index]),
    );
  });
  it('that are required and missing are named, unless one value does for all', () => {
    const mapping = guessMapping(['Nom', 'Courriel']);
    expect(missingFields(mapping)).toEqual(['company', 'city']);
    mapping.city.constant = 'Alma';
    expect(missingFields(mapping)).toEqual(['company']);
  });
});

const headers = listFields.map((field) => contactLabels[field]);
const fullRow = [
  'Anne Zola',
  'MRC du Fjord',
  'anne@fjord.example',
  '418 555-0101',
  'Alma',
  'Estrie',
  'MRC',
  'Partenaire',
  'www.fjord.example',
  'Note',
  'Directrice générale et greffière-trésorière',
  '',
  'oui',
];
const check = (...rows: string[][]) =>
  checkRows({ rows, lines: rows.map((_, index) => index + 2) }, guessMapping(headers));
const changedRow = (changes: Partial<Record<ListField, string>>) =>
  fullRow.map((cell, index) => changes[listFields[index] as ListField] ?? cell);

describe('a row', () => {
  it('becomes a contact by the rules of the form', () => {
    expect(check(fullRow).contacts).toEqual([
      {
        name: 'Anne Zola',
        company: 'MRC du Fjord',
        email: 'anne@fjord.example',
        phone: '418 555-0101',
        city: 'Alma',
        region: 'Estrie',
        sector: 'mrc',
        status: 'partenaire',
        website: 'https://www.fjord.example',
        notes: 'Note',
        function_kind: 'direction-générale',
        function_title: 'Directrice générale et greffière-trésorière',
        is_public_office_holder: true,
      },
    ]);
  });
  it.each([
    ['dg', 'direction-générale', ''],
    ['D.G.', 'direction-générale', ''],
    ['Dir. gén.', 'direction-générale', 'Dir. gén.'],
    ['Direction générale', 'direction-générale', ''],
    ['greffière', 'greffe', 'greffière'],
    ['Secrétaire-trésorier', 'direction-générale', 'Secrétaire-trésorier'],
    ['Conseillère en communication', 'communications', 'Conseillère en communication'],
    ['Coordonnatrice loisirs et culture', 'loisirs', 'Coordonnatrice loisirs et culture'],
    ['Inspecteur en bâtiment', 'urbanisme', 'Inspecteur en bâtiment'],
    ['Mairesse', 'mairie', 'Mairesse'],
    ['Préfet', 'mairie', 'Préfet'],
    ['Adjointe administrative', 'autre', 'Adjointe administrative'],
    ['-', null, ''],
  ])('says what a person does: %s', (cell, kind, title) => {
    const [contact] = check(changedRow({ function_kind: cell })).contacts;
    expect([contact?.function_kind, contact?.function_title]).toEqual([kind, title]);
  });
  it('is kept with a title that is too long, among the notes', () => {
    const { contacts, errors } = check(changedRow({ function_kind: `Mairesse ${'x'.repeat(120)}` }));
    expect([errors, contacts[0]?.function_kind, contacts[0]?.function_title]).toEqual([[], 'mairie', '']);
    expect(contacts[0]?.notes).toContain('Fonction\u00a0: Mairesse xxx');
  });
  it('says both in two columns, as our own export, or all of it in one', () => {
    const both = (function_kind: string, function_title: string) => {
      const { contacts } = check(changedRow({ function_kind, function_title, notes: '' }));
      const [contact] = contacts;
      return [contact?.function_kind, contact?.function_title, contact?.notes];
    };
    expect(both('Greffe', 'Mairesse suppléante')).toEqual(['greffe', 'Mairesse suppléante', '']);
    expect(both('', 'Mairesse suppléante')).toEqual([null, 'Mairesse suppléante', '']);
    expect(both('Greffière', 'Conseillère')).toEqual(['greffe', 'Conseillère', 'Fonction\u00a0: Greffière']);
    const table = { rows: [['Anne', 'MRC', 'Alma', 'Estrie', 'Greffière']], lines: [2] };
    const one = checkRows(table, guessMapping(['Nom', 'Entreprise', 'Ville', 'Région', 'Poste']));
    expect(one.contacts).toMatchObject([{ function_kind: 'greffe', function_title: 'Greffière' }]);
  });
  it.each([
    ['Poste', ['204', '12'], null],
    ['Titre', ['M.', 'Mme'], null],
    ['Titre', ['Maire', 'Mme'], 1],
    ['Poste', ['Greffier', 'Mairesse'], 1],
  ])('« %s » is a function by what its cells hold: %j', (heading, cells, column) => {
    const rows = cells.map((cell) => ['Anne', cell]);
    expect(guessMapping(['Nom', heading], rows).function_title.column).toBe(column);
  });
  it('may lack an address, a sector and a status', () => {
    const { contacts, errors } = check(changedRow({ email: '', sector: '', status: '' }));
    expect(errors).toEqual([]);
    expect(contacts[0]).toMatchObject({ email: '', sector: 'autre', status: 'nouveau' });
  });
  it.each([
    [{ name: ' ' }, 'Le nom est requis'],
    [{ email: 'anne@' }, 'Email invalide'],
    [{ city: '', region: '' }, 'La ville est requise; La région est requise'],
    [{ sector: 'Licornes' }, 'Secteur inconnu\u00a0: Licornes'],
    [{ status: 'VIP' }, 'Statut inconnu\u00a0: VIP'],
    [{ website: 'javascript:alert(1)' }, 'URL invalide'],
    [{ is_public_office_holder: 'peut-être' }, 'Titulaire d’une charge publique\u00a0: oui ou non'],
  ])('is refused with the reason, and what is to be mended: %j', (changes, message) => {
    const row = changedRow(changes);
    const { contacts, errors } = check(row);
    expect(contacts).toEqual([]);
    expect(errors).toMatchObject([{ line: 2, message, cells: row }]);
    expect(Object.keys(errors[0]?.faulty ?? {})).toEqual(Object.keys(changes));
  });
  it.each([
    ['mailto:anne@fjord.example', 'anne@fjord.example', ''],
    ['Anne Zola <anne@fjord.example>', 'anne@fjord.example', ''],
    [
      'anne@fjord.example; info@fjord.example',
      'anne@fjord.example',
      'Autre courriel\u00a0: info@fjord.example',
    ],
    ['anne@fjord.example.', 'anne@fjord.example', ''],
    ['n/d', '', ''],
    ['—', '', ''],
  ])('reads the address in « %s »', (cell, email, remark) => {
    const { contacts, remarks } = check(changedRow({ email: cell, notes: '' }));
    expect(contacts[0]).toMatchObject({ email, notes: remark });
    expect(remarks.map(({ message }) => message).join()).toBe(remark);
  });
  it.each(writtenAddresses)(
    'with « %s » has %j whole, or is refused',
    (cell, [email, ...others], refused) => {
      const { contacts, errors } = check(changedRow({ email: cell, notes: '' }));
      expect(contacts.map((contact) => contact.email)).toEqual(email ? [email] : []);
      expect(errors.map(({ message }) => message)).toEqual(email ? [] : ['Email invalide']);
      for (const other of [...others, ...(email ? refused : [])]) expect(contacts[0]?.notes).toContain(other);
    },
  );
  it.each([
    ['(819) 555-0101 poste 4', '819 555-0101 p. 4', ''],
    ['Tél. : 819 555-0101', '819 555-0101', ''],
    ['819 555-0101 / 819 555-0102', '819 555-0101', 'Autre téléphone\u00a0: 819 555-0102'],
    ['aucun', '', ''],
    ['demander à la réception du 2e étage', '', 'Téléphone\u00a0: demander à la réception du 2e étage'],
    ['1'.repeat(21), '', `Téléphone\u00a0: ${'1'.repeat(21)}`],
  ])('is kept whatever its phone: « %s »', (cell, phone, remark) => {
    const { contacts, errors } = check(changedRow({ phone: cell, notes: '' }));
    expect(errors).toEqual([]);
    expect(contacts[0]).toMatchObject({ phone, notes: remark });
  });
  it.each([
    ['Mairie', 'municipalité'],
    ['Hôtel de ville', 'municipalité'],
    ['Resto', 'restaurant'],
    ['Société d’État', 'organisme-public'],
  ])('says « %s » for a sector of ours', (cell, sector) => {
    expect(check(changedRow({ sector: cell, status: 'Client' })).contacts[0]).toMatchObject({
      sector,
      status: 'partenaire',
    });
  });
  it('of a value that nobody knows means what the person says it means, once for all rows', () => {
    const rows = [
      changedRow({ sector: 'Licornes' }),
      changedRow({ sector: 'licornes', email: 'b@fjord.example' }),
    ];
    const table = { rows, lines: [2, 3] };
    const mapping = guessMapping(headers);
    expect(checkRows(table, mapping).unknown).toEqual([{ field: 'sector', text: 'Licornes', rows: 2 }]);
    const meanings = { sector: { licornes: 'tourisme' }, status: {} };
    const { contacts, unknown } = checkRows(table, mapping, { meanings });
    expect(contacts.map(({ sector }) => sector)).toEqual(['tourisme', 'tourisme']);
    expect(unknown).toEqual([]);
  });
  it('of another person at an address that the organisation shares is kept; of nobody in particular is a repeat', () => {
    const shared = (name: string) => changedRow({ name, email: 'info@fjord.example' });
    const { lines, errors } = check(shared('Anne'), shared('Luc'), shared('ANNE'), shared('MRC du Fjord'));
    expect(lines).toEqual([2, 3]);
    expect(errors.map(({ message }) => message)).toEqual(['Doublon de la ligne 2', 'Doublon de la ligne 2']);
  });
  it('without a region has that of its town, and a cell mended takes the place of the one of the file', () => {
    const table = { rows: [changedRow({ region: '', email: 'anne@' })], lines: [7] };
    const { contacts } = checkRows(table, guessMapping(headers), {
      regions: { alma: 'Saguenay–Lac-Saint-Jean' },
      corrected: { 7: { email: 'anne@fjord.example' } },
    });
    expect(contacts).toMatchObject([{ region: 'Saguenay–Lac-Saint-Jean', email: 'anne@fjord.example' }]);
  });
  it('has a name in two columns', () => {
    const mapping = guessMapping(['Nom', 'Prénom', 'Organisme', 'Ville', 'Région']);
    const rows = [['Côté', 'Anne', 'Ent.', 'Alma', 'Estrie']];
    expect(checkRows({ rows, lines: [2] }, mapping).contacts).toMatchObject([{ name: 'Anne Côté' }]);
  });
  it('that comes twice is imported once, by its address or, without one, by who it is', () => {
    const { lines, errors } = check(
      fullRow,
      changedRow({ name: 'Autre', email: 'ANNE@FJORD.EXAMPLE' }),
      changedRow({ name: 'Zoé', email: '' }),
      changedRow({ name: 'ZOÉ', email: '', phone: '' }),
    );
    expect(lines).toEqual([2, 4]);
    expect(errors.map(({ line, message }) => [line, message])).toEqual([
      [3, 'Doublon de la ligne 2'],
      [5, 'Doublon de la ligne 4'],
    ]);
  });
  // Without this rule both would be added when they fall in one block, and one when they do not: no dry run could tell.
  it('without an address, of a person named above with one, is a repeat', () => {
    const { lines, errors } = check(
      fullRow,
      changedRow({ email: '' }),
      changedRow({ email: 'autre@fjord.example' }),
      changedRow({ email: '', city: 'ALMA' }),
    );
    expect(lines).toEqual([2, 4]);
    expect(errors.map(({ line, message }) => [line, message])).toEqual([
      [3, 'Doublon de la ligne 2'],
      [5, 'Doublon de la ligne 2'],
    ]);
  });
  it('shorter than the titles lacks what it lacks', () => {
    expect(check(['Anne']).errors[0]?.message).toContain("L'entreprise est requise");
  });
});

/** A small seeded generator, for reproducible cases. */
function* random(seed: number): Generator<number, number> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

const alphabet = [...'aéÎœ \t",;\n\r\'=+-@|«»0', '\u00a0', '😀', '""', "';"];

describe('what is exported and imported again', () => {
  it.each([';', ',', '\t'])(
    'is the same, saved again by a spreadsheet with «\u00a0%s\u00a0»',
    (delimiter) => {
      const rows = [['=Anne', '+1 418 555-0101', 'Bonjour;=1+1,\n- un']];
      const exported = Papa.parse<string[]>(toCsv(['Nom', 'Téléphone', 'Notes'], rows).trimEnd()).data;
      expect(parseTable(Papa.unparse(exported, { delimiter }))).toMatchObject({ rows, delimiter });
    },
  );
  it.each([1, 2, 3, 4])('is the same table, whatever its cells hold (story %i)', (seed) => {
    const source = random(seed);
    const next = (most: number) => Math.floor(source.next().value * most);
    const cell = () => Array.from({ length: next(9) }, () => alphabet[next(alphabet.length)]).join('');
    for (let table = 0; table < proofSize(50, 250); table++) {
      const width = 2 + next(4);
      const rows = Array.from({ length: 1 + next(5) }, () => [
        'x',
        ...Array.from({ length: width - 1 }, cell),
      ]);
      const titles = Array.from({ length: width }, (_, index) => `T${index}`);
      const file = decodeText(utf8(toCsv(titles, rows))).text;
      const read = parseTable(file);
      expect(read.headers).toEqual(titles);
      expect(read.rows).toEqual(rows);
    }
  });
});

it('the source of the consent of a list is taken without its https://, and refused where it is no address', () => {
  const mapping = guessMapping(['Nom', 'Entreprise', 'Ville']);
  const missing = (source_url: string) =>
    missingInput(mapping, {
      ...{ source: 'Répertoire', mode: 'skip' },
      consent: { basis: 'published', occurred_on: '2026-01-05', source_url, evidence: 'Page publiée' },
    });
  expect(missing('exemple.com/nous-joindre')).toBeUndefined();
  expect(missing('pas une adresse')).toBe('URL invalide');
  expect(missing(' ')).toMatch(/est requise$/);
});
