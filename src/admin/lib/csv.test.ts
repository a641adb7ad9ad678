import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsv } from './csv';

describe('toCsv', () => {
  it('begins with the mark that tells Excel the encoding, and ends lines as Excel does', () => {
    expect(toCsv(['Nom', 'Âge'], [['Zoé', 4]])).toBe('\uFEFFNom,Âge\r\nZoé,4\r\n');
  });
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes %j plain text', (cell) => {
    const [, row] = Papa.parse<string[]>(toCsv(['a'], [[cell]]).trimEnd()).data;
    expect(row?.[0]).toBe(`'${cell}`);
  });
  it('keeps quotes, commas and line breaks inside their cell, and nothing for a missing value', () => {
    const text = 'Dit « oui », "non"\net encore';
    const { data } = Papa.parse<string[]>(toCsv(['a', 'b'], [[text, null]]).trimEnd());
    expect(data[1]).toEqual([text, '']);
  });
});
