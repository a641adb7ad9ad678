import Papa from 'papaparse';
import { differenceOf, type Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';

const cents = (amount: string | undefined) => Math.round(Number(amount ?? '') * 100);

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
