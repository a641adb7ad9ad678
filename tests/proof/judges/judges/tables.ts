import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Papa from 'papaparse';
import { withoutFormulaGuard } from '../../../../src/admin/kit/lib/csv.ts';
import { differenceOf, type Finding, type Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';
import type { Accounts } from '../things/accounts.ts';
import type { Downloads, ExportedTable } from '../things/downloads.ts';

type Cells = Record<string, string>;

/** Expected amounts in cents and texts of an invoice by column heading, computed independently of the export. */
function expectedRows({ all }: Accounts) {
  const rows = all.filter(({ number }) => number !== null);
  return rows
    .sort((a, b) => ((a.number ?? '') < (b.number ?? '') ? -1 : 1))
    .map((invoice) => {
      const sign = invoice.kind === 'credit' ? -1 : 1;
      return {
        texts: {
          Numéro: invoice.number,
          Date: invoice.issued_on,
          Client: invoice.organization_name,
          Objet: invoice.subject,
        },
        cents: {
          'Montant avant taxes': sign * invoice.taxable_cents,
          TPS: sign * invoice.gst_cents,
          TVQ: sign * invoice.qst_cents,
          Total: sign * invoice.total_cents,
          Solde: invoice.balance_cents,
        },
      };
    });
}

/** A text as it was typed, of a cell as a program read it. */
const typed = (cell: string | undefined) => withoutFormulaGuard(cell ?? '').replaceAll('\r\n', '\n');

/** Before a cell that a spreadsheet took for a number: no text holds it. */
const NUMBER = '\x1e';
const numberOf = (cell: string) => Number(cell.replace(NUMBER, '').replace(',', '.'));

/** The number of rows up to the last that holds something, where a sheet ends. */
const filled = (rows: readonly object[]) =>
  rows.findLastIndex((row) => Object.values(row).some((value) => asText(value) !== '')) + 1;

/** Compares rows as another program read them with the invoices; amounts in cents, texts as they were typed. */
function comparedInvoices(accounts: Accounts, rows: readonly Cells[], decimal: RegExp): Finding[] {
  const where = 'factures.csv';
  const expected = expectedRows(accounts);
  return [
    ...differenceOf('rows', where, expected.length, rows.length),
    ...expected.flatMap(({ texts, cents }, index) => {
      const row = rows[index] ?? {};
      return [
        ...Object.entries(texts).flatMap(([heading, text]) =>
          differenceOf(heading, where, text, typed(row[heading])),
        ),
        ...Object.entries(cents).flatMap(([heading, amount]) => [
          ...differenceOf(heading, where, amount, Math.round(numberOf(row[heading] ?? '') * 100)),
          ...differenceOf(`${heading}: decimal`, where, true, decimal.test(row[heading] ?? '')),
        ]),
      ];
    }),
  ];
}

/** A stored value as « Tout exporter » says that it writes it. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  if (typeof value === 'number') return String(value).replace('.', ',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What is wrong with a table as another program read it: its rows, and cell by cell what `isSame` does not take. */
function comparedTable(
  { file, columns, rows }: ExportedTable,
  read: readonly Cells[],
  isSame: (written: string, cell: string) => boolean,
): Finding[] {
  return [
    ...differenceOf('rows', file.name, filled(rows), filled(read)),
    ...rows.slice(0, filled(rows)).flatMap((row, index) =>
      Object.entries(columns).flatMap(([column, heading]) => {
        const [written, cell] = [asText(row[column]), read[index]?.[heading] ?? '(none)'];
        const short = (text: string) => JSON.stringify(text.slice(0, 80)).replace('\\u001e', 'number ');
        return isSame(written, cell)
          ? []
          : [{ rule: heading, where: file.name, message: `wrote ${short(written)}, read ${short(cell)}` }];
      }),
    ),
  ];
}

const judgedTables = (accounts: Accounts, { tables }: Downloads) => ({
  invoices: expectedRows(accounts).length,
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows.length, 0),
  'empty tables': tables.filter(({ rows }) => rows.length === 0).length,
});

/** Rows of a CSV file, every cell as it stands. */
async function readByCsvkit(file: string, findings: Finding[]): Promise<Cells[]> {
  // A track is one cell, longer than what csvkit takes without being told.
  const parameters = ['-d', ';', '-I', '--blanks', '--maxfieldsize', String(2 ** 30), file];
  const { stdout, stderr } = await run('csvjson', parameters);
  if (stderr) findings.push({ rule: 'csvjson', where: basename(file), message: stderr });
  return JSON.parse(stdout || '[]') as Cells[];
}

/** A reader of tables that knows nothing of Excel. */
export const csvkit: Judge = {
  name: 'csvkit',
  question:
    'Have the invoices, every table of « Tout exporter » (contacts, prospects, calls for tenders …) and the copy of a person (JSON), read back, the same values as the API: accents, line breaks, leading « = », « + », « - », « @ », amounts to the cent?',
  version: () => versionOf('csvjson', '--version'),
  ask: async (things) => {
    const accounts = await things.accounts();
    const downloads = await things.downloads();
    const findings: Finding[] = [];
    const invoices = await readByCsvkit(accounts.invoicesFile.file, findings);
    findings.push(...comparedInvoices(accounts, invoices, /^-?\d+,\d\d$/));
    for (const table of downloads.tables) {
      const read = await readByCsvkit(table.file.file, findings);
      findings.push(...comparedTable(table, read, (written, cell) => typed(cell) === written));
    }
    const { file, contact } = downloads.person;
    // It reads lists: that of one person.
    const copy = JSON.parse(readFileSync(file.file, 'utf8')) as { contact: object };
    const { stdout, stderr } = await run('in2csv', ['-f', 'json', '-I', '--blanks'], {
      input: JSON.stringify([copy.contact]),
    });
    if (stderr) findings.push({ rule: 'in2csv', where: file.name, message: stderr });
    const [read = {}] = Papa.parse<Cells>(stdout, { header: true }).data;
    const { user_id: _, ...kept } = contact;
    for (const [column, value] of Object.entries(kept))
      findings.push(...differenceOf(column, file.name, value === null ? '' : String(value), read[column]));
    return { judged: { ...judgedTables(accounts, downloads), people: 1 }, findings };
  },
};

/** Between cells in what LibreOffice writes: no text holds it. */
const BETWEEN = '\x1f';
/** Every text in quotes, so that what is not is a number. */
const BARE = new RegExp(
  String.raw`(?<=${BETWEEN})(-?\d+(?:\.\d+)?(?:E[+-]?\d+)?)(?=[${BETWEEN}\n])|(?<=\n)(-?\d+(?:\.\d+)?(?:E[+-]?\d+)?)(?=${BETWEEN})`,
  'g',
);

/** Semicolons, quotes, UTF-8, French of Canada (LCID 3084), and cells taken for numbers and dates. */
const READ = 'CSV:59,34,76,1,,3084,false,true';
const WRITE = 'csv:Text - txt - csv (StarCalc):31,34,76,1,,0,true,true,false,false,false,1';

/** Opens CSV files in a spreadsheet; a cell that it took for a number begins with NUMBER. */
async function readByLibreOffice(files: readonly string[], findings: Finding[]): Promise<Cells[][]> {
  const out = join(dirname(files[0] ?? ''), 'libreoffice');
  mkdirSync(out, { recursive: true });
  const profile = `-env:UserInstallation=file://${join(out, 'profile')}`;
  const parameters = ['--headless', profile, `--infilter=${READ}`, '--convert-to', WRITE, '--outdir', out];
  const { stderr } = await run('soffice', [...parameters, ...files]);
  if (/error/i.test(stderr)) findings.push({ rule: 'soffice', where: 'every table', message: stderr });
  const read = files.map((file) => {
    const name = basename(file, '.csv');
    const text = readFileSync(join(out, `${name}-${name}.csv`), 'utf8');
    return Papa.parse<Cells>(text.replace(BARE, `${NUMBER}$1$2`), {
      ...{ header: true, skipEmptyLines: true, delimiter: BETWEEN },
    }).data;
  });
  rmSync(out, { recursive: true });
  return read;
}

/** A spreadsheet set to French of Canada. */
export const libreOffice: Judge = {
  name: 'LibreOffice',
  question:
    'Opened in a spreadsheet set to French of Canada, is in the invoices and in every table of « Tout exporter » each number one of the same value, each date a date, each text as it was typed and not run?',
  version: () => versionOf('soffice', '--version'),
  ask: async (things) => {
    const accounts = await things.accounts();
    const downloads = await things.downloads();
    const findings: Finding[] = [];
    const [invoices = []] = await readByLibreOffice([accounts.invoicesFile.file], findings);
    findings.push(...comparedInvoices(accounts, invoices, new RegExp(`^${NUMBER}`)));
    const files = downloads.tables.map(({ file }) => file.file);
    const read = await readByLibreOffice(files, findings);
    // A number that it shows otherwise than it was written (« 01023 » as 1023) is not the same.
    const isSame = (written: string, cell: string) =>
      cell.startsWith(NUMBER)
        ? String(numberOf(cell)) === written.replace(',', '.')
        : typed(cell) === written;
    downloads.tables.forEach((table, index) => {
      findings.push(...comparedTable(table, read[index] ?? [], isSame));
    });
    return { judged: judgedTables(accounts, downloads), findings };
  },
};
