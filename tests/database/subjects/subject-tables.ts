import { existsSync, readdirSync } from 'node:fs';
import type { TableRights } from '../access/rights.ts';
import type { ColumnLimits } from '../constraints/limit.ts';
import type { Check } from '../engines/engine.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import type { SeededRandom } from '../fixtures/seeded-random.ts';

/**
 * Knowledge of the database checks about the tables of one subject of the back office: `subjects/<subject>/tables.ts`, in
 * place of a line in each of their lists.
 */
export type SubjectTables = {
  /** Rights of each role on its tables. */
  rights: Record<string, TableRights>;
  /** Roles that may call its functions, which are named with their schema. */
  functions: Record<string, string[]>;
  /** Rows of its tables; parents come before what points to them. */
  rows: RowFactory[];
  /** Its tables that migrations leave one row in. */
  tablesOfMigrations?: string[];
  limits?: Record<string, ColumnLimits>;
  uniques?: { table: string; columns: string[] }[];
  references?: Record<string, string[]>;
  neverNull?: Record<string, string[]>;
  /** Its columns that become empty when a row of another table is deleted: that table → table → columns. */
  empties?: Record<string, Record<string, string[]>>;
  /** A condition that it brings to segments. */
  segmentCondition?: SegmentCondition;
};

/** A condition of segments: rows that it is about, and what it asks of the town of a contact, decided once more. */
type SegmentCondition = {
  /** SQL that makes the rows, around towns 90000 to 90003. */
  rows: string;
  make: (random: SeededRandom) => { field: string; values: string[]; holds: (townCode: string) => boolean };
};

const folder = new URL('./', import.meta.url);
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The tables of every subject that describes its own. */
export const subjectTables: SubjectTables[] = await Promise.all(
  names.map(async (name) => (await import(new URL(`${name}/tables.ts`, folder).href)).tables),
);

/** Merges one list of the subjects: records by their names. */
export const ofSubjects = <Value>(
  list: (tables: SubjectTables) => Record<string, Value> | undefined,
): Record<string, Value> => Object.assign({}, ...subjectTables.map(list));

/** Loads the attacks on the tables of every subject; they need what is above. */
export const subjectAttacks = async (): Promise<Check[]> => {
  const files = names.map((name) => new URL(`${name}/attacks.ts`, folder)).filter((file) => existsSync(file));
  const loaded = await Promise.all(files.map((file) => import(file.href)));
  return loaded.flatMap(({ attacks }) => attacks);
};
