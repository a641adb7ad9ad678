import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitSqlStatements } from '@supabase/lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeSqlError, planMigrations, readMigrations } from './migrations.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'migrations-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const file = (name: string, sql = 'select 1;') => writeFileSync(join(directory, name), sql);

describe('readMigrations', () => {
  it('reads what the official CLI would, in its order', () => {
    file('20260102000000_second.sql');
    file('20260101000000_first_of_all.sql', 'select 42;');
    file('20260103000000_not-sql.txt');
    file('notes.sql');
    expect(readMigrations(directory)).toEqual([
      { version: '20260101000000', name: 'first_of_all', sql: 'select 42;' },
      { version: '20260102000000', name: 'second', sql: 'select 1;' },
    ]);
  });

  it('refuses two files with one number', () => {
    file('20260101000000_a.sql');
    file('20260101000000_b.sql');
    expect(() => readMigrations(directory)).toThrow('Deux migrations portent le numéro 20260101000000');
  });

  it('finds none in a folder that is not there', () => {
    expect(readMigrations(join(directory, 'absent'))).toEqual([]);
  });
});

describe('planMigrations', () => {
  const migration = (version: string, sql = `select ${version};`) => ({ version, name: 'x', sql });

  it('tells apart what is pending, edited since, and gone', () => {
    const applied = new Map<string, string[] | null>([
      ['1', splitSqlStatements('select 1;')],
      ['2', splitSqlStatements('select 2;')],
      ['3', null],
      ['9', ['select 9']],
    ]);
    const files = [migration('1'), migration('2', 'select 22;'), migration('3'), migration('4')];
    const plan = planMigrations(files, applied);
    expect(plan.pending.map(({ version }) => version)).toEqual(['4']);
    expect(plan.edited.map(({ version }) => version)).toEqual(['2']);
    expect(plan.missing).toEqual(['9']);
  });
});

describe('describeSqlError', () => {
  it('names the line that PostgreSQL points at', () => {
    const sql = 'select 1;\nselect\n  oops;';
    const error = Object.assign(new Error('column "oops" does not exist'), {
      position: String(sql.indexOf('oops') + 1),
      hint: 'Perhaps …',
    });
    expect(describeSqlError(error, sql)).toBe('column "oops" does not exist — ligne 3 — Perhaps …');
  });
});
