import { workbookOf } from '@tests/contact-files';
import { proofSize } from '@tests/proof-size';
import { randomText, seededIntegers } from '@tests/random-text';
import { strToU8 } from 'fflate';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { CheckedRows } from './check-rows';
import { checkList, type FileSummary, readList } from './import-engine';

/** Reads a file and checks its rows with the proposed mapping. */
async function importFile(file: string | Uint8Array): Promise<CheckedRows & { summary: FileSummary }> {
  const summary = readList(Uint8Array.from(typeof file === 'string' ? strToU8(file) : file));
  return { ...checkList(summary.mapping), summary };
}

const TITLES = 'Nom;Entreprise;Ville;Région;Courriel;Téléphone;Secteur;Notes';
const list = (...rows: string[]) => `\uFEFF${[TITLES, ...rows].join('\r\n')}\r\n`;

describe('a stray quotation mark', () => {
  it('is a letter: every line is a contact', async () => {
    const { contacts, errors } = await importFile(
      list(
        'Rita Gagné;Ville d’Alpha;Alpha;Estrie;rita@alpha.example;;;',
        '"Tom" Thomas Côté;Ville de Beta;Beta;Estrie;tom@beta.example;;;',
        'Zoé Roy;Ville de Gamma;Gamma;Estrie;zoe@gamma.example;;;"Urgent" : rappeler lundi',
        'Yan Lim;"Ville de Delta;Delta;Estrie;yan@delta.example;;;',
        'Éva Morin;Ville d’Epsilon;Epsilon;Estrie;eva@epsilon.example;;;"à ""rappeler"""',
      ),
    );
    expect(errors).toEqual([]);
    expect(contacts.map(({ name, company, notes }) => [name, company, notes])).toEqual([
      ['Rita Gagné', 'Ville d’Alpha', ''],
      ['"Tom" Thomas Côté', 'Ville de Beta', ''],
      ['Zoé Roy', 'Ville de Gamma', '"Urgent" : rappeler lundi'],
      ['Yan Lim', '"Ville de Delta', ''],
      ['Éva Morin', 'Ville d’Epsilon', 'à "rappeler"'],
    ]);
  });
  it('that a second one closes by chance is told, with its line', async () => {
    const { summary } = await importFile(
      list('Rita;A;Alpha;Estrie;r@a.example;;;"Urgent', 'Zoé;B;Beta;Estrie;z@b.example;;;27"'),
    );
    expect(summary.doubts).toMatchObject([
      { line: 2, message: expect.stringContaining('«\u00a0Notes\u00a0»') },
    ]);
  });
});

describe('what spreadsheets and phones do to a cell', () => {
  it.each([
    ['8,19555E+09', ''],
    ['1.41855501E+10', ''],
    ['########', ''],
    ['=8195550102', ''],
    ['819555010,1', ''],
    ['voir Anne', ''],
    ['8195550101', '8195550101'],
    ['\u202a819 555-0103\u202c', '819 555-0103'],
    ['418 555-0101 ::: 418 555-0102', '418 555-0101'],
  ])('« %s » is the phone « %s », and the notes have the rest', async (cell, phone) => {
    const { contacts, remarks } = await importFile(list(`Ada;Ville;Alma;Estrie;ada@sci.example;${cell};;`));
    expect(contacts.map((contact) => contact.phone)).toEqual([phone]);
    if (phone === '') {
      expect(contacts[0]?.notes).toBe(`Téléphone\u00a0: ${cell}`);
      expect(remarks).toEqual([{ line: 2, message: `Téléphone\u00a0: ${cell}` }]);
    }
    if (cell.includes(':::')) expect(contacts[0]?.notes).toBe('Autre téléphone\u00a0: 418 555-0102');
  });
  it('escapes of a workbook are undone, and a line break in a name is a space', async () => {
    const texts = [
      ...['Nom', 'Entreprise', 'Ville', 'Région', 'Courriel', 'Téléphone', 'Notes'],
      ...['Omer_x0020_Roy', 'Musée_x000D_\n du Lac', 'Alma', 'Estrie', 'o@z.example'],
      ...['Ligne 1_x000D_\nLigne 2_x000D_Ligne 3', '_x005F_x000D_ littéral \ud83d'],
    ];
    const row = (number: number, ...cells: string[]) =>
      `<row r="${number}">${cells.map((cell, at) => `<c r="${'ABCDEFG'[at]}${number}" ${cell}</c>`).join('')}</row>`;
    const shared = (at: number) => `t="s"><v>${at}</v>`;
    const sheet =
      row(1, ...[0, 1, 2, 3, 4, 5, 6].map(shared)) +
      row(2, ...[7, 8, 9, 10, 11].map(shared), '><v>8.195550101E9</v>', shared(12)) +
      row(
        3,
        't="inlineStr"><is><t>Ida_x000D_</t></is>',
        ...[8, 9, 10].map(shared),
        '>',
        '><v>819555010.1</v>',
        shared(13),
      );
    const { contacts } = await importFile(workbookOf(sheet, texts));
    expect(contacts.map(({ name, company, phone, notes }) => [name, company, phone, notes])).toEqual([
      ['Omer Roy', 'Musée du Lac', '8195550101', 'Ligne 1\nLigne 2\nLigne 3'],
      ['Ida', 'Musée du Lac', '', '_x000D_ littéral \ufffd\nTéléphone\u00a0: 819555010.1'],
    ]);
  });
  it('marks that nobody sees are taken out, letters are composed, and each person is once', async () => {
    const { contacts, errors } = await importFile(
      list(
        'Marie\u00a0Tremblay;Ville de Nbsp;Nbsp;Estrie;marie@nbsp.example;;;',
        'Marie Tremblay;Ville de Nbsp;Nbsp;Estrie;;;;',
        'E\u0301ric Be\u0301dard;Ville de Nfd;Nfd;Estrie;eric@nfd.example;;;',
        'Éric Bédard;Ville de Nfd;Nfd;Estrie;;;;',
        'Paul\u200b Roy;Ville de Zw;Zw;Estrie;paul@zw.example\u200b;;;',
        '\u2060Lea 👩\u200d💻 Roy\ufeff;Ville\u200b de Zw;Zw;Estrie;lea@zw.example;;;',
        'Guy\u00adlaine Roy;Ville de Zw;Zw;Estrie;\u200eguy@zw.example;;;',
        'Anne L’Heureux;Ville de Val-d’Or;Val-d’Or;Estrie;;;;',
        "ANNE L'HEUREUX;Ville de Val-d'Or;Val d'Or;Estrie;;;;",
        'ᑰᔾᔪᐊᖅ;Ville de Nord;Nord;Estrie;;;;',
        'ᓄᓇᕕᒃ;Ville de Nord;Nord;Estrie;;;;',
        'ליאור כהן;Ville de Nord;Nord;Estrie;;;;',
      ),
    );
    expect(contacts.map(({ name, email }) => [name, email])).toEqual([
      ['Marie\u00a0Tremblay', 'marie@nbsp.example'],
      ['Éric Bédard', 'eric@nfd.example'],
      ['Paul Roy', 'paul@zw.example'],
      ['Lea 👩\u200d💻 Roy', 'lea@zw.example'],
      ['Guylaine Roy', 'guy@zw.example'],
      ['Anne L’Heureux', ''],
      ['ᑰᔾᔪᐊᖅ', ''],
      ['ᓄᓇᕕᒃ', ''],
      ['ליאור כהן', ''],
    ]);
    expect(errors.map(({ line, message }) => [line, message])).toEqual([
      [3, 'Doublon de la ligne 2'],
      [5, 'Doublon de la ligne 4'],
      [10, 'Doublon de la ligne 9'],
    ]);
  });
  it('pipes are separators, and a second column of addresses serves or goes to the notes', async () => {
    const piped = await importFile(
      'Nom|Entreprise|Ville|Région|Courriel\nIda|Ville I|Ii|Estrie|ida@i.example\n',
    );
    expect([piped.summary.delimiter, piped.contacts.length]).toEqual(['|', 1]);
    const { contacts, summary } = await importFile(
      'Prénom;Nom;Municipalité;Région;Courriel;Courriel;Surnom\nIda;Roy;Ville I;Estrie;;ida@i.example;I\nJan;Roy;Ville J;Estrie;jan@j.example;j2@j.example;\n',
    );
    expect(contacts.map(({ email, notes }) => [email, notes])).toEqual([
      ['ida@i.example', ''],
      ['jan@j.example', 'Autre courriel\u00a0: j2@j.example'],
    ]);
    expect(summary.filled).toContain(6);
  });
  it('of Google Contacts the first of « a ::: b » counts and the notes have the second', async () => {
    const { contacts } = await importFile(
      'First Name,Last Name,Organization Name,Organization Title,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Value,Address 1 - City,Région\nRita,Gagné,Ville,Directrice générale,rita@g.example ::: r2@g.example,r3@g.example,418 555-0101 ::: 418 555-0102,Alma,Estrie\n',
    );
    expect(contacts).toMatchObject([
      {
        ...{ name: 'Rita Gagné', email: 'rita@g.example', phone: '418 555-0101' },
        function_title: 'Directrice générale',
        notes: 'Autre courriel\u00a0: r2@g.example, r3@g.example\nAutre téléphone\u00a0: 418 555-0102',
      },
    ]);
  });
  it('cells beyond the titles go to the notes, and lines above them are told', async () => {
    const { contacts, remarks, summary } = await importFile(
      'Liste du congrès\nNom;Entreprise;Ville;Région\nAnne;Ent.;Alma;Estrie;à rappeler;\n',
    );
    expect(contacts[0]?.notes).toBe('Sans titre de colonne\u00a0: à rappeler');
    expect(remarks).toHaveLength(1);
    expect(summary.above).toEqual(['Liste du congrès']);
  });
});

describe('another format', () => {
  it.each([
    ['<html><head><meta charset="utf-8"></head><body><table><tr><th>Nom</th>', /page HTML.*\.xlsx ou en CSV/],
    ['\uFEFF<table border="1"><tr><td>Nom</td>', /page HTML/],
    [
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="x">',
      /XML d’Excel 2003/,
    ],
    ['%PDF-1.7\n%âãÏÓ', /PDF/],
    ['{\\rtf1\\ansi Nom', /RTF/],
    ['[{"nom": "Rita"}]', /JSON/],
  ])('%j is named, with what to do', async (text, message) => {
    await expect(importFile(text)).rejects.toThrow(message);
  });
  it('of address books is read, whatever its version', async () => {
    const cards = [
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Roy;Rita;;;\r\nFN:Rita Roy\r\nORG:Ville de Vcf;Greffe\r\nEMAIL;TYPE=WORK:rita@vcf.example\r\nitem1.TEL;TYPE=CELL:+1 418 555-0199\r\nADR;TYPE=WORK:;;10\\, rue A;Alma;Estrie;G0A 0A0;\r\nNOTE:Rappeler\\nlundi\\; c’est lo\r\n ng\r\nEND:VCARD\r\n',
      'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:B=C3=A9dard;=C3=89r=\nic;;;\nORG:Ville\nTEL;CELL:4185550101\nTEL;WORK:4185550102\nADR;WORK:;;;Alma;Estrie;;\nEND:VCARD\n',
      'BEGIN:VCARD\nVERSION:4.0\nFN:Sans ville\nTEL;VALUE=uri:tel:+1-418-555-0103\nEND:VCARD\n',
    ];
    const { contacts, errors, summary } = await importFile(cards.join(''));
    expect([summary.encoding, summary.count]).toEqual(['vCard', 3]);
    expect(
      contacts.map(({ name, company, email, phone, city, notes }) => [
        name,
        company,
        email,
        phone,
        city,
        notes,
      ]),
    ).toEqual([
      [
        'Rita Roy',
        'Ville de Vcf',
        'rita@vcf.example',
        '+1 418 555-0199',
        'Alma',
        'Rappeler\nlundi; c’est long',
      ],
      ['Éric Bédard', 'Ville', '', '4185550101', 'Alma', 'Autre téléphone\u00a0: 4185550102'],
    ]);
    expect(errors).toMatchObject([{ line: 21, message: expect.stringContaining('La ville est requise') }]);
  });
});

describe('an address book of Outlook or Google', () => {
  it('gives the function from the second « Titre », and the mobile number where another column is empty', async () => {
    const { contacts } = await importFile(
      [
        'Titre,Prénom,Nom,Société,Titre,Ville (bureau),Région,Téléphone (bureau),Téléphone 2 (bureau),Tél. mobile',
        'Mme,Rita,Roy,Ville d’Alma,Greffière,Alma,Estrie,418 555-0101,,581 555-0102',
        'M.,Luc,Côté,Ville d’Alma,Maire,Alma,Estrie,,,581 555-0103',
      ].join('\r\n'),
    );
    expect(contacts.map(({ function_title, phone, notes }) => [function_title, phone, notes])).toEqual([
      ['Greffière', '418 555-0101', 'Autre téléphone\u00a0: 581 555-0102'],
      ['Maire', '581 555-0103', ''],
    ]);
  });
  it('gives the site that Google names', () => {
    const { headers, mapping } = readList(
      Uint8Array.from(
        strToU8(
          'First Name,Last Name,Website 1 - Label,Website 1 - Value\nRita,Roy,Profile,https://roy.example\n',
        ),
      ),
    );
    expect(headers[mapping.website.column ?? -1]).toBe('Website 1 - Value');
  });
  it.each(['Québec', 'QC', 'Qc', 'P.Q.', 'Province de Québec', 'Quebec (Canada)'])(
    'writes the province %s: the region is that of the town',
    (province) => {
      const card = `BEGIN:VCARD\nVERSION:3.0\nFN:Rita Roy\nORG:Ville\nADR:;;;Alma;${province};;\nNOTE:-\nEND:VCARD\n`;
      const { mapping } = readList(Uint8Array.from(strToU8(card)));
      const known = checkList(mapping, { regions: { alma: 'Saguenay–Lac-Saint-Jean' } });
      expect(known.contacts).toMatchObject([{ region: 'Saguenay–Lac-Saint-Jean', notes: '' }]);
      expect(checkList(mapping).errors).toMatchObject([{ line: 1, message: 'La région est requise' }]);
    },
  );
});

/** Characters without those that begin a formula, since our own exports put an apostrophe before one. */
const cellLetters = [...'aéÎœ \t",;|\n\r«»0', '\u00a0', '😀', '""', '"; '];

/** Makes a word that is unique in its file, so that a test can search for it. */
const uniqueWord = (next: (most: number) => number, n: number) =>
  `m${n}${randomText(next, [...'aéÎœ’-  ', 'ᓄ'])}`.trim();

/** Time limit in ms for ten thousand files. */
const TIMEOUT_MS = proofSize(20_000, 300_000);

describe('any file of contacts', () => {
  const fields = ['Nom', 'Entreprise', 'Ville', 'Région', 'Courriel', 'Notes'];
  const rowsOf = (next: (most: number) => number) =>
    Array.from({ length: 2 + next(5) }, (_, n) => [
      ...[uniqueWord(next, n), `E${n}${randomText(next, [...'a";,\'|'])}x`, 'Alma', 'Estrie'],
      ...[`n${n}@x.example`, `n${randomText(next, cellLetters)}z`],
    ]);
  const written = (rows: string[][], next: (most: number) => number) =>
    Papa.unparse([fields, ...rows], {
      delimiter: [';', ',', '\t', '|'][next(4)] as string,
      newline: ['\n', '\r\n'][next(2)] as string,
      quotes: next(2) === 0,
    });
  const plain = (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim();

  it(
    'that another program wrote is read as it was written',
    async () => {
      const next = seededIntegers(11);
      for (let turn = 0; turn < proofSize(120, 10_000); turn++) {
        const rows = rowsOf(next);
        const { contacts, errors } = await importFile(written(rows, next));
        expect(errors).toEqual([]);
        expect(contacts.map(({ name, company, email, notes }) => [name, company, email, notes])).toEqual(
          rows.map(([name = '', company = '', , , email, notes = '']) => [
            name.replace(/\s+$/, ''),
            company,
            email,
            plain(notes),
          ]),
        );
      }
    },
    TIMEOUT_MS,
  );
  it(
    'that was spoiled in up to three places loses nobody silently',
    async () => {
      const next = seededIntegers(12);
      for (let turn = 0; turn < proofSize(120, 10_000); turn++) {
        const rows = rowsOf(next);
        let text = written(rows, next);
        const head = text.indexOf('Notes') + 8;
        for (let spoiled = 0; spoiled < 1 + next(3); spoiled++) {
          const at = head + next(Math.max(1, text.length - head));
          text = text.slice(0, at) + ['"', ';', ',', '\n', '\u200b', 'é'][next(6)] + text.slice(at);
        }
        const { contacts, lines, errors, summary } = await importFile(text);
        expect(contacts.length + errors.length, JSON.stringify(text)).toBe(summary.count);
        // Every complete address in the file is a contact's, in the notes, or on a reported line.
        const told = new Set([...errors, ...summary.doubts].map(({ line }) => line));
        const kept = [
          ...contacts.flatMap(({ email, notes }, at) => [email, told.has(lines[at] ?? 0) ? '' : notes]),
          ...errors.flatMap(({ cells }) => cells),
          ...contacts.flatMap(({ company, name }, at) =>
            told.has(lines[at] ?? 0) ? [company, name, contacts[at]?.notes ?? ''] : [],
          ),
        ].join('\n');
        const lost = rows.filter(([, , , , email = '']) => text.includes(email) && !kept.includes(email));
        expect(lost, JSON.stringify(text)).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );
});
