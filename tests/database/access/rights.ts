import type { Role } from '../engines/engine.ts';

/**
 * Rights of a role on a table; an absent one is denied. `select` and `delete` name rows of the factory (0 to 2),
 * `insert` and `update` name columns.
 */
export type Rights = { select?: number[]; insert?: string[]; update?: string[]; delete?: number[] };

export type MatrixRole = Exclude<Role, 'admin2'>;

/** Rights of each role on a table; a reader reads what an administrator reads unless the table says otherwise. */
export type TableRights = Record<Exclude<MatrixRole, 'reader'>, Rights> & { reader?: Rights };

export const everyRow = [0, 1, 2];

/** Full rights on every row. */
export const allRights = { select: everyRow, insert: ['*'], update: ['*'], delete: everyRow };
