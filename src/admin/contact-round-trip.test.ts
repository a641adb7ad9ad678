import { contact } from '@tests/contact-rows';
import { describe, expect, it } from 'vitest';
import type { Contact } from './contacts/data/contact-list';
import { checkRows } from './contacts/screens/check-rows';
import { contactsToCsv } from './contacts/screens/contact-csv';
import { guessMapping } from './contacts/screens/mapping';
import { parseTable } from './contacts/screens/parse-table';
import { loadTables } from './kit/data/subject-words';
import { toCsv } from './kit/lib/csv';
import { exportedTables } from './privacy/data/exported-tables';
import { subjects } from './subjects';

/**
 * Each column of a contact, and whether a file restores it. A new column does not compile here until it is listed; «
 * attack · contact import · every column of a contact » tests the other half, from the sent row to the table.
 */
const columns: Record<keyof Contact, 'comes back' | 'of the studio' | 'found again from company and city'> = {
  id: 'of the studio',
  user_id: 'of the studio',
  created_at: 'of the studio',
  updated_at: 'of the studio',
  municipality_code: 'found again from company and city',
  organisation_id: 'found again from company and city',
  name: 'comes back',
  company: 'comes back',
  email: 'comes back',
  phone: 'comes back',
  city: 'comes back',
  region: 'comes back',
  sector: 'comes back',
  status: 'comes back',
  website: 'comes back',
  notes: 'comes back',
  function_kind: 'comes back',
  function_title: 'comes back',
  is_public_office_holder: 'comes back',
};

const contactChanges: Partial<Contact>[] = [
  {
    phone: '+1 418 555-0101',
    website: 'https://perce.example/equipe',
    notes: '=1+1;\n« Rappeler »; "ici"',
    sector: 'organisme-public',
    status: 'partenaire',
    is_public_office_holder: false,
    function_kind: 'greffe',
    function_title: 'Directrice générale adjointe',
  },
  { email: null, phone: null, sector: 'autre', is_public_office_holder: true, function_kind: 'autre' },
  { function_title: 'Préfète suppléante', function_kind: null },
  { function_kind: 'direction-générale', function_title: 'Communications' },
  { function_kind: 'mairie', sector: 'hôtellerie', status: 'refusé' },
];
const contactRows = contactChanges.map((change, index) => ({
  email: `p${index}@perce.example`,
  name: `Personne ${index}`,
  ...change,
}));

const restoredColumns = Object.entries(columns)
  .filter(([, place]) => place === 'comes back')
  .map(([column]) => column as keyof Contact);

/** Imports a file and returns the columns that come back, with missing texts as the database stores them. */
function importedRows(file: string): Record<string, unknown>[] {
  const table = parseTable(file);
  const { contacts, errors, remarks } = checkRows(table, guessMapping(table.headers, table.rows));
  expect([errors, remarks]).toEqual([[], []]);
  return contacts.map((row) =>
    Object.fromEntries(
      restoredColumns.map((column) => {
        const value = row[column as keyof typeof row];
        return [column, value === '' ? null : value];
      }),
    ),
  );
}

describe('a contact that was exported and imported', () => {
  const rows = contactRows.map(contact);
  const expected = rows.map((row) =>
    Object.fromEntries(restoredColumns.map((column) => [column, row[column]])),
  );

  it('is the same, by the file of the list', () => {
    expect(importedRows(contactsToCsv(rows))).toEqual(expected);
  });

  it('is the same, by the file of « Tout exporter »', async () => {
    const described =
      exportedTables(await loadTables(subjects)).find(({ table }) => table === 'contacts')?.columns ?? {};
    const cell = (value: unknown) =>
      typeof value === 'boolean' ? (value ? 'oui' : 'non') : (value as string | null);
    const file = toCsv(
      Object.values(described),
      rows.map((row) => Object.keys(described).map((column) => cell(row[column as keyof Contact]))),
    );
    expect(importedRows(file)).toEqual(expected);
  });
});
