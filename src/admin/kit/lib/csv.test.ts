import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsv, withoutFormulaGuard } from './csv';

/** Parses the only row like a spreadsheet that splits on `delimiter`. */
function cellsOf(cell: string, delimiter: string): string[] {
  const [, ...rows] = Papa.parse<string[]>(toCsv(['a'], [[cell]]).trimEnd(), { delimiter }).data;
  return rows.flat();
}

/** Splits without regard to quotes: each separator and line break begins a new cell. */
const rawCells = (cell: string) =>
  toCsv(['a'], [[cell]])
    .split(/[;,\t\r\n]/)
    .map((part) => part.replace(/^[\s\u00a0"]+/, ''));

describe('toCsv', () => {
  it('is what Excel of Québec opens: its mark, semicolons, every cell in quotes, its line ends', () => {
    expect(toCsv(['Nom', 'Âge'], [['Zoé', 4]])).toBe('\uFEFF"Nom";"Âge"\r\n"Zoé";"4"\r\n');
  });
  it('keeps quotes, separators and line breaks inside their cell, and nothing for a missing value', () => {
    const text = 'Dit « oui », "non";\net encore';
    const { data } = Papa.parse<string[]>(toCsv(['a', 'b'], [[text, null]]).trimEnd());
    expect(data[1]).toEqual([text, '']);
  });
});

describe('a formula', () => {
  it.each(['=1+1', '+1', '-A1', '-1+1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠A1'])(
    'at the start of a cell is plain text: %j',
    (cell) => expect(cellsOf(cell, ';')).toEqual([`'${cell}`]),
  );
  it.each([
    'Bonjour;=1+1',
    'Bonjour,=1+1',
    'Bonjour\t=1+1',
    'Bonjour\n=1+1',
    'Bonjour\r=1+1',
    'Bonjour; =1+1',
    'Bonjour;"=1+1"',
    '"Bonjour";"=cmd|calc"',
    '\t=1+1',
    '";=1+1',
    '-12,5;=1+1',
    '+1 418 555-0101;=1+1',
    ';;;@SUM(A1)',
  ])('begins no cell, wherever a reader cuts: %j', (cell) => {
    expect(rawCells(cell).filter((part) => /^[=@]/.test(part))).toEqual([]);
    for (const delimiter of [';', ',', '\t']) {
      expect(cellsOf(cell, delimiter).filter((part) => /^[\s"]*[=@]/.test(part))).toEqual([]);
    }
  });
  it.each(['=1+1', "'=1+1", 'Bonjour;=1+1', 'a,\n- b\n- c', '+14185550101', "l'été, '-5'"])(
    'comes back as it was: %j',
    (cell) => expect(withoutFormulaGuard(cellsOf(cell, ';')[0] ?? '')).toBe(cell),
  );
});

describe('what is no formula stays readable', () => {
  it.each([
    '-12,5',
    '-1',
    '-0.75',
    '+1 418 555-0101',
    '+1 (418) 555-0101',
    '+33 1 23 45 67 89',
    'Bureau; +1 418 555-0101',
    '418 555-1234 p. 12',
    'Percé–Gaspé',
    'Merci - à bientôt',
    'eve@perce.example',
  ])('%s', (cell) => expect(cellsOf(cell, ';')).toEqual([cell]));
  it('a number has the decimal comma', () => {
    expect(toCsv(['a'], [[-12.5]])).toContain('"-12,5"');
  });
  // Excel would compute 1 - 418 - 555 - 101.
  it('a phone number that a spreadsheet would calculate is kept as text', () => {
    expect(cellsOf('+1-418-555-0101', ';')).toEqual(["'+1-418-555-0101"]);
  });
});
