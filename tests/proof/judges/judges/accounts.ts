import { readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Papa from 'papaparse';
import { withoutFormulaGuard } from '../../../../src/admin/kit/lib/csv.ts';
import { differenceOf, type Finding, type Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';
import type { Accounts } from '../things/accounts.ts';

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

const cents = (amount: string | undefined) =>
  Math.round(Number((amount ?? '').replace('#', '').replace(',', '.')) * 100);

/** Compares the rows that another program read with the invoices. */
function compareRows(accounts: Accounts, rows: readonly Cells[], decimal: RegExp): Finding[] {
  const where = 'factures.csv';
  const expected = expectedRows(accounts);
  return [
    ...differenceOf('rows', where, expected.length, rows.length),
    ...expected.flatMap(({ texts, cents: amounts }, index) => {
      const row = rows[index] ?? {};
      return [
        ...Object.entries(texts).flatMap(([heading, text]) =>
          differenceOf(
            heading,
            where,
            text,
            withoutFormulaGuard(row[heading] ?? '').replaceAll('\r\n', '\n'),
          ),
        ),
        ...Object.entries(amounts).flatMap(([heading, amount]) => [
          ...differenceOf(heading, where, amount, cents(row[heading])),
          ...differenceOf(`${heading}: decimal`, where, true, decimal.test(row[heading] ?? '')),
        ]),
      ];
    }),
  ];
}

/** A CSV reader without Excel's habits. */
export const csvkit: Judge = {
  name: 'csvkit',
  question:
    'Does the table of invoices, read back, have the same numbers, dates, names (accents, line breaks, leading « = », « + », « - », « @ ») and amounts to the cent, with decimal commas?',
  version: () => versionOf('csvjson', '--version'),
  ask: async (things) => {
    const accounts = await things.accounts();
    const { stdout, stderr } = await run('csvjson', [
      '-d',
      ';',
      '-I',
      '--blanks',
      accounts.invoicesFile.file,
    ]);
    const findings = stderr ? [{ rule: 'csvjson', where: 'factures.csv', message: stderr }] : [];
    findings.push(...compareRows(accounts, JSON.parse(stdout || '[]') as Cells[], /^-?\d+,\d\d$/));
    return { judged: { invoices: expectedRows(accounts).length }, findings };
  },
};

/** Matches values outside quotes, which must be numbers or dates. */
const BARE_VALUE = /(?<=[,\n])(-?\d+(?:\.\d+)?)(?=[,\n])/g;

/**
 * LibreOffice's import filter: semicolons, quotes, UTF-8, Canadian French (LCID 3084), with detection of numbers and
 * dates.
 */
const IMPORT_FILTER = 'CSV:59,34,76,1,,3084,false,true';
const EXPORT_FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,1';

/** LibreOffice with the Canadian French locale. */
export const libreOffice: Judge = {
  name: 'LibreOffice',
  question:
    'Opened in a spreadsheet set to French of Canada, is every amount a number of the same value, every date a date, every name a text that is not run?',
  version: () => versionOf('soffice', '--version'),
  ask: async (things) => {
    const accounts = await things.accounts();
    const { file } = accounts.invoicesFile;
    const out = join(dirname(file), 'libreoffice');
    const profile = `-env:UserInstallation=file://${join(out, 'profile')}`;
    const parameters = [
      '--headless',
      profile,
      `--infilter=${IMPORT_FILTER}`,
      '--convert-to',
      EXPORT_FILTER,
      '--outdir',
      out,
      file,
    ];
    const { stderr } = await run('soffice', parameters);
    const name = basename(file, '.csv');
    const text = readFileSync(join(out, `${name}-${name}.csv`), 'utf8');
    rmSync(out, { recursive: true });
    const { data } = Papa.parse<Cells>(text.replace(BARE_VALUE, '#$1'), {
      header: true,
      skipEmptyLines: true,
    });
    const findings = /error/i.test(stderr)
      ? [{ rule: 'soffice', where: 'factures.csv', message: stderr }]
      : [];
    findings.push(...compareRows(accounts, data, /^#/));
    return { judged: { invoices: expectedRows(accounts).length }, findings };
  },
};

/** hledger, a program for accountants. */
export const hledger: Judge = {
  name: 'hledger',
  question:
    'Does the journal balance under its strict checks, and are its five accounts what the invoices and payments come to?',
  version: () => versionOf('hledger', '--version'),
  ask: async (things) => {
    const accounts = await things.accounts();
    const { journal, all, payments } = accounts;
    const where = journal.name;
    const strict = await run('hledger', ['-f', journal.file, 'check', '--strict']);
    const findings = strict.code === 0 ? [] : [{ rule: 'check', where, message: strict.stderr }];
    const { stdout } = await run('hledger', ['-f', journal.file, 'balance', '--flat', '-N', '-O', 'csv']);
    const { data } = Papa.parse<string[]>(stdout, { skipEmptyLines: true });
    const read = Object.fromEntries(
      data.slice(1).map(([account, balance]) => [account, cents(balance?.split(' ')[0])]),
    );
    const received = payments
      .filter(({ undone_at }) => !undone_at)
      .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const billed = (of: 'total_cents' | 'taxable_cents' | 'gst_cents' | 'qst_cents') =>
      all
        .filter(({ number }) => number !== null)
        .reduce((sum, invoice) => sum + (invoice.kind === 'credit' ? -invoice[of] : invoice[of]), 0);
    const expected = {
      'actif:comptes clients': billed('total_cents') - received,
      'actif:encaissements': received,
      'passif:taxes:TPS': -billed('gst_cents'),
      'passif:taxes:TVQ': -billed('qst_cents'),
      'revenus:services': -billed('taxable_cents'),
    };
    findings.push(...differenceOf('balances', where, expected, read));
    return { judged: { invoices: all.length, payments: payments.length }, findings };
  },
};
