import { proofSize } from '@tests/proof-size';
import { randomText, seededIntegers } from '@tests/random-text';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv';

const cellsOf = (text: string, delimiter = ';') => readCsv(text, delimiter).map(({ cells }) => cells);

describe('a quotation mark', () => {
  it.each<[text: string, rows: string[][]]>([
    [
      '"Tom" Thomas;a\nZoé;b',
      [
        ['"Tom" Thomas', 'a'],
        ['Zoé', 'b'],
      ],
    ],
    [
      'a;"Urgent" : lundi\nb;c',
      [
        ['a', '"Urgent" : lundi'],
        ['b', 'c'],
      ],
    ],
    [
      '"Tom;a\nZoé;b',
      [
        ['"Tom', 'a'],
        ['Zoé', 'b'],
      ],
    ],
    [
      'a;"Tom\n"Zoé";b',
      [
        ['a', '"Tom'],
        ['Zoé', 'b'],
      ],
    ],
    [
      'écran 27";a\nZoé;b',
      [
        ['écran 27"', 'a'],
        ['Zoé', 'b'],
      ],
    ],
    ['"a"";b"\nc;d', [['a";b'], ['c', 'd']]],
    ['"a" ;b', [['a', 'b']]],
    ['"";""', [['', '']]],
  ])('that does not close is a letter: %j', (text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });
});

describe('lines', () => {
  it.each(['\n', '\r\n', '\r'])('end with %j, and a cell in quotation marks may have several', (newline) => {
    const text = ['a;"1', '2";b', '', 'c;;'].join(newline);
    expect(readCsv(text, ';')).toEqual([
      { cells: ['a', `1${newline}2`, 'b'], line: 1 },
      { cells: [''], line: 2 },
      { cells: ['c', '', ''], line: 3 },
    ]);
  });
});

it('reads what another program writes: nothing lost, nothing invented', () => {
  const next = seededIntegers(55);
  for (let turn = 0; turn < proofSize(300, 10_000); turn++) {
    const delimiter = [';', ',', '\t', '|'][next(4)] as string;
    const newline = ['\n', '\r\n'][next(2)] as string;
    const width = 1 + next(5);
    const rows = Array.from({ length: 1 + next(6) }, () => [
      'x',
      ...Array.from({ length: width }, () => randomText(next)),
    ]);
    const text = Papa.unparse(rows, { delimiter, newline, quotes: next(2) === 0 });
    expect(cellsOf(text, delimiter), JSON.stringify(text)).toEqual(rows);
  }
});

it('loses no letter of a file that is spoiled anywhere', () => {
  const next = seededIntegers(56);
  const letters = (text: string) => text.replace(/[";\r\n]/g, '');
  for (let turn = 0; turn < proofSize(300, 10_000); turn++) {
    const rows = Array.from({ length: 2 + next(4) }, () => ['x', randomText(next), randomText(next)]);
    let text = Papa.unparse(rows, { delimiter: ';' });
    for (let spoiled = 0; spoiled < 1 + next(3); spoiled++) {
      const at = next(text.length + 1);
      text = text.slice(0, at) + ['"', ';', '\n', ''][next(4)] + text.slice(at + next(2));
    }
    expect(letters(cellsOf(text).flat().join('')), JSON.stringify(text)).toBe(letters(text));
  }
});
