import { existsSync, readdirSync } from 'node:fs';
import type { TableRights } from '../access/rights.ts';
import type { ColumnLimits } from '../constraints/limit.ts';
import type { Check } from '../engines/engine.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import type { SeededRandom } from '../fixtures/seeded-random.ts';

/**
 * What the database checks need to know about the tables of one subject: `subjects/<subject>/tables.ts` exports it, so
 * that no central list names them.
 */
export type SubjectTables = {
  /** Rights of each role on its tables. */
  rights: Record<string, TableRights>;
  /** Roles that may call each of its functions, which are named with their schema. */
  functions: Record<string, string[]>;
  /** Rows of its tables; parents come before what points to them. */
  rows: RowFactory[];
  /** Its tables in which the migrations insert one row. */
  tablesOfMigrations?: string[];
  limits?: Record<string, ColumnLimits>;
  uniques?: { table: string; columns: string[] }[];
  references?: Record<string, string[]>;
  neverNull?: Record<string, string[]>;
  /** Its columns that become null when a row of another table is deleted: that table → table → columns. */
  empties?: Record<string, Record<string, string[]>>;
  /** A condition that it adds to segments. */
  segmentCondition?: SegmentCondition;
};

/** A condition of segments: rows that it is about, and an independent test of a contact's municipality. */
type SegmentCondition = {
  /** SQL that inserts the rows, around the municipalities 90000 to 90003. */
  rows: string;
  make: (random: SeededRandom) => { field: string; values: string[]; holds: (townCode: string) => boolean };
};

const folder = new URL('./', import.meta.url);
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The tables of every subject with a `tables.ts`. */
export const subjectTables: SubjectTables[] = await Promise.all(
  names.map(async (name) => (await import(new URL(`${name}/tables.ts`, folder).href)).tables),
);

/** Merges one of the subjects' lists: records by name. */
export const ofSubjects = <Value>(
  list: (tables: SubjectTables) => Record<string, Value> | undefined,
): Record<string, Value> => Object.assign({}, ...subjectTables.map(list));

/** Loads the attacks of every subject; they import this module. */
export const subjectAttacks = async (): Promise<Check[]> => {
  const files = names.map((name) => new URL(`${name}/attacks.ts`, folder)).filter((file) => existsSync(file));
  const loaded = await Promise.all(files.map((file) => import(file.href)));
  return loaded.flatMap(({ attacks }) => attacks);
};
