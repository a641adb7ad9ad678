import { CONTACTS, contactFiles, workbookOf } from '@tests/contact-files';
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ListField } from '../data/contact-fields';
import { checkList, type FileSummary, readList } from './import-engine';

const read = (bytes: Uint8Array) => readList(Uint8Array.from(bytes));

/** Lists the fields whose proposed column a person would have to correct. */
function wronglyMapped(
  mapping: FileSummary['mapping'],
  headings: string[],
  expected: Record<string, string | [string, string]>,
) {
  return Object.entries(expected).flatMap(([field, is]) => {
    const { column, second } = mapping[field as ListField];
    const columns = [column, second]
      .filter((one) => typeof one === 'number')
      .map((one) => headings[one as number]);
    return columns.join() === [is].flat().join() ? [] : [`${field}: ${columns.join() || 'aucune'}`];
  });
}

describe('forty files as people send them', () => {
  it('are mapped without a hand in nine of ten at least, and all of their contacts are taken', () => {
    const lines: string[] = [];
    let mapped = 0;
    for (const { name, bytes, headings, expected } of contactFiles()) {
      const { mapping } = read(bytes);
      const wrong = wronglyMapped(mapping, headings, expected);
      const { contacts, errors } = checkList(mapping, {
        regions: {
          rimouski: 'Bas-Saint-Laurent',
          alma: 'Saguenay–Lac-Saint-Jean',
          perce: 'Gaspésie–Îles-de-la-Madeleine',
          'mont laurier': 'Laurentides',
        },
      });
      const isWhole = wrong.length === 0 && contacts.length === CONTACTS;
      if (isWhole) mapped++;
      lines.push(
        `${isWhole ? 'sans la main' : 'À LA MAIN '}  ${name}${isWhole ? '' : ` (${[...wrong, errors[0]?.message].filter(Boolean).join('; ')})`}`,
      );
    }
    if (process.env.SHOW_FILES) console.info(`${lines.join('\n')}\n${mapped} de ${lines.length}`);
    expect(lines).toHaveLength(40);
    expect(mapped, lines.filter((line) => line.startsWith('À')).join('\n')).toBeGreaterThanOrEqual(36);
  });
});

const row = (number: number, ...cells: string[]) =>
  `<row r="${number}">${cells.map((cell, index) => cell.replace('<c', `<c r="${'ABCDEFGH'[index]}${number}"`)).join('')}</row>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const head = row(1, text('Nom'), text('Entreprise'), text('Ville'), text('Notes'));

/** Changes the unpacked size that an archive's directory announces for a part. */
function withAnnouncedSize(zip: Uint8Array, part: string, size: number): Uint8Array {
  const bytes = Buffer.from(zip);
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
    const name = bytes.toString('latin1', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    if (name === part) bytes.writeUInt32LE(size, at + 24);
  }
  return bytes;
}

describe('a workbook', () => {
  it('gives the saved results of its formulas, days for dates, and nothing for errors', () => {
    const cells = [
      '<c t="str"><f>CONCATENATE("An","ne")</f><v>Anne</v></c>',
      '<c t="str"><f>HYPERLINK("x")</f></c>',
      '<c t="e"><v>#REF!</v></c>',
      '<c s="1"><v>46000</v></c>',
    ];
    const answer = read(workbookOf(head + row(3, ...cells)));
    expect(answer).toMatchObject({
      encoding: 'Excel',
      sheet: 'Liste & suivi',
      count: 1,
      preview: [['Anne', '', '', '2025-12-09']],
    });
  });
  it('of the 1904 date system, as Excel for Mac wrote them, gives the days that it shows', () => {
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const workbook = (flag: string) => ({
      'xl/workbook.xml': strToU8(
        `<workbook xmlns:r="${relations}"><workbookPr date1904="${flag}"/><sheets><sheet name="Liste" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    });
    const day = row(2, text('Anne'), text('Ent.'), text('Alma'), '<c s="1"><v>44538</v></c>');
    for (const [flag, shown] of [
      ['1', '2025-12-09'],
      ['true', '2025-12-09'],
      ['0', '2021-12-08'],
    ] as const)
      expect(read(workbookOf(head + day, [], workbook(flag)))).toMatchObject({
        preview: [['Anne', 'Ent.', 'Alma', shown]],
      });
  });
  it('gives what merged cells show to each of their rows', () => {
    const rows = [
      // A title above the list is a single cell, and not a header row.
      row(1, text('Municipalités de la Gaspésie')),
      row(2, text('Nom'), text('Entreprise'), text('Ville'), text('Notes')),
      row(3, text('Anne'), text('Ville de Percé'), text('Percé'), text('Du conseil')),
      '<row r="4"><c r="A4" t="inlineStr"><is><t>Luc</t></is></c><c r="B4" s="1"/></row>',
      '<row r="5"><c r="A5" t="inlineStr"><is><t>Ève</t></is></c></row>',
      row(6, text('Zoé'), text('Hôtel'), text('Gaspé')),
    ];
    const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData><mergeCells><mergeCell ref="A1:D1"/><mergeCell ref="B3:B5"/><mergeCell ref="C3:C4"/><mergeCell ref="D3:D1048576"/><mergeCell ref="A7:A9"/></mergeCells></worksheet>`;
    const answer = read(workbookOf('', [], { 'xl/worksheets/sheet1.xml': strToU8(sheet) }));
    expect(answer).toMatchObject({ headers: ['Nom', 'Entreprise', 'Ville', 'Notes'], count: 4 });
    const { contacts, errors } = checkList(answer.mapping, {
      regions: { perce: 'Gaspésie', gaspe: 'Gaspésie' },
      corrected: { 5: { city: 'Percé' } },
    });
    expect(errors).toEqual([]);
    expect(contacts.map(({ name, company, city, notes }) => [name, company, city, notes])).toEqual([
      ['Anne', 'Ville de Percé', 'Percé', 'Du conseil'],
      ['Luc', 'Ville de Percé', 'Percé', 'Du conseil'],
      ['Ève', 'Ville de Percé', 'Percé', 'Du conseil'],
      ['Zoé', 'Hôtel', 'Gaspé', 'Du conseil'],
    ]);
  });
  it('with a cell far away, or many empty rows, is read as it is seen', () => {
    const far = `<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>`;
    const answer = read(workbookOf(head + row(2, text('Anne'), text('Ent.')) + far));
    expect(answer).toMatchObject({ count: 1, preview: [['Anne', 'Ent.']] });
  });
  it.each<[what: string, bytes: () => Uint8Array, message: RegExp]>([
    [
      'that unpacks into a thousand times its size',
      () => withAnnouncedSize(workbookOf(head), 'xl/sharedStrings.xml', 400_000_000),
      /trop grand une fois décompressé/,
    ],
    [
      'that says it unpacks into less than it does',
      () => withAnnouncedSize(workbookOf(head), 'xl/worksheets/sheet1.xml', 120),
      /n’est pas un classeur|aucun contact/,
    ],
    ['that is cut', () => workbookOf(head).slice(0, 300), /n’est pas un classeur Excel lisible/],
    ['that is another archive', () => strToU8('PK\u0003\u0004rien'), /n’est pas un classeur Excel lisible/],
    [
      'whose sheet is no XML',
      () => workbookOf(head, [], { 'xl/worksheets/sheet1.xml': strToU8('<worksheet><sheetData><row') }),
      /n’est pas un classeur|aucun contact/,
    ],
    [
      'that defines its own entities',
      () =>
        workbookOf('', [], {
          'xl/worksheets/sheet1.xml': strToU8(
            `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData>${row(1, text('&b;'))}</sheetData></worksheet>`,
          ),
        }),
      /aucun contact|lisible/,
    ],
    [
      'of an old format, or with a password',
      () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
      /ancien format d’Excel/,
    ],
    ['without a list', () => workbookOf(''), /aucun contact/],
    [
      'of too many rows',
      () => workbookOf(head + Array.from({ length: 50_200 }, (_, n) => row(n + 2, text('a'))).join('')),
      /50\u00a0000 lignes/,
    ],
  ])('%s is refused in French', (_what, bytes, message) => {
    expect(() => read(bytes())).toThrow(message);
  });
});
