import type { Engine, Role, Row } from '../engines/engine.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import { sameValue } from '../fixtures/tables.ts';
import type { Actor, Operation } from './operations.ts';
import type { MatrixRole, Rights } from './rights.ts';
import { matrix } from './role-matrix.ts';

export const roles: MatrixRole[] = ['visitor', 'user', 'reader', 'admin', 'service'];

const nobody = { id: '', email: '', token: '' };
/** Stand-in people for rows of which only the column names and equality are read. */
export const anyone = { user: nobody, reader: nobody, admin: nobody, admin2: { ...nobody, id: '2' } };

/** A cell of the role matrix: an operation that a role tries on a table, which the matrix allows or denies. */
export type Cell = {
  what: string;
  role: Role;
  may: (role: MatrixRole) => boolean;
  /** The operation for an actor; a row that it inserts is signed with the actor's id. */
  operation: (people: Engine['people'], actor: Actor) => Operation;
  /** True if another cell is the control of this one. */
  isShown?: boolean;
};

/** Lists the writes that are tried on a table: roles × verbs, and × columns where a right is by column. */
export function cellsOf(factory: RowFactory): Cell[] {
  return [
    ...roles.flatMap((role) => [
      ...insertCells(factory, role),
      ...updateCells(factory, role),
      ...deleteCells(factory, role),
    ]),
    ...ownershipCells(factory),
    ...secondAdministratorCells(factory),
    ...reasonCells(factory),
  ];
}

/** Tells whether the matrix allows the operation of a cell. */
export const isAllowed = ({ role, may }: Cell) => may(role === 'admin2' ? 'admin' : role);

function insertCells(factory: RowFactory, role: MatrixRole): Cell[] {
  const optional = columnsOf(factory).filter(
    (column) => !factory.required.includes(column) && !factory.generated?.includes(column),
  );
  const byColumn = role !== 'service' && rightsOf(factory, role).insert;
  return (byColumn ? [null, ...optional] : [null]).map((column) => {
    const sent = column ? [...factory.required, ...withCompanions(factory, column)] : factory.required;
    return {
      ...{ what: column ? `I ${column}` : 'I', role },
      may: (other) => mayWrite(factory, other, 'insert', sent),
      operation: (people, actor) => ({ verb: 'insert', body: pick(newRow(factory, people, actor), sent) }),
    };
  });
}

function updateCells(factory: RowFactory, role: MatrixRole): Cell[] {
  const columns = changeable(factory);
  const byColumn = role !== 'service' && rightsOf(factory, role).update;
  return (byColumn ? columns : [likeliestDoor(factory)]).map((column) => ({
    ...{ what: `U ${column}`, role },
    may: (other) => mayWrite(factory, other, 'update', [column]),
    // The refused role asks for this column alone; the owner proves that the row could change.
    operation: (people, actor) =>
      update(factory, people, ...(actor === 'owner' ? withCompanions(factory, column) : [column])),
  }));
}

const withCompanions = ({ together = [] }: RowFactory, column: string): string[] =>
  together.includes(column) ? together : [column];

function deleteCells(factory: RowFactory, role: MatrixRole): Cell[] {
  const deletable = (other: MatrixRole) => rightsOf(factory, other).delete ?? [];
  const byRow = deletable(role).length > 0 && deletable(role).length < 3;
  return (byRow ? [0, 1, 2] : [0]).map((index) => ({
    ...{ what: byRow ? `D row ${index}` : 'D', role },
    may: (other) => deletable(other).includes(index),
    operation: (people) => ({ verb: 'delete', target: factory.row(index, people) }),
  }));
}

/** Cells that try to insert a row with the caller's own `user_id`, with another's and with none. */
function ownershipCells(factory: RowFactory): Cell[] {
  const author = authorColumn(factory);
  if (!author || !mayWrite(factory, 'admin', 'insert', [author])) return [];
  const columns = [...new Set([...factory.required, author])];
  return (['nobody', 'admin2', 'admin'] as const).map((owner) => ({
    what: `I ${author} = ${{ nobody: 'nobody', admin2: 'another', admin: 'oneself' }[owner]}`,
    role: 'admin',
    may: (other) => other === 'admin' && owner === 'admin',
    isShown: true,
    operation: (people) => ({
      verb: 'insert',
      body: {
        ...pick(newRow(factory, people, 'admin'), columns),
        [author]: owner === 'nobody' ? null : people[owner].id,
      },
    }),
  }));
}

/** Cells in which a second administrator changes and deletes what the first one created. */
function secondAdministratorCells(factory: RowFactory): Cell[] {
  if (!authorColumn(factory)) return [];
  const { update: updatable = [], delete: deletable = [] } = rightsOf(factory, 'admin');
  const asAdministrator = { role: 'admin2', may: (other) => other === 'admin' } satisfies Partial<Cell>;
  return [
    ...updatable.slice(0, 1).map(
      (): Cell => ({
        ...{ what: "U of another's row", ...asAdministrator },
        operation: (people) => update(factory, people, ...updatable),
      }),
    ),
    ...deletable.slice(0, 1).map(
      (index): Cell => ({
        ...{ what: "D of another's row", ...asAdministrator },
        operation: (people) => ({ verb: 'delete', target: factory.row(index, people) }),
      }),
    ),
  ];
}

/** Cells that try to write a hash with each reason: only the server may; an administrator suppresses through a function. */
function reasonCells(factory: RowFactory): Cell[] {
  if (factory.table !== 'suppressions') return [];
  return ['manual', 'unsubscribed', 'bounced', 'complained'].map((reason) => ({
    ...{ what: `I reason = ${reason}`, role: 'admin' },
    may: (other) => other === 'service',
    operation: (people, actor) => ({
      verb: 'insert',
      body: { ...pick(newRow(factory, people, actor), factory.required), reason },
    }),
  }));
}

/** Returns the rights of a role on a table. */
export function rightsOf(factory: RowFactory, role: MatrixRole): Rights {
  const rights = matrix[factory.table]?.[role];
  if (!rights) throw new Error(`The matrix says nothing about ${factory.table} for ${role}`);
  return rights;
}

function mayWrite(
  factory: RowFactory,
  role: MatrixRole,
  verb: 'insert' | 'update',
  columns: string[],
): boolean {
  const granted = rightsOf(factory, role)[verb] ?? [];
  return granted.includes('*') || (granted.length > 0 && columns.every((column) => granted.includes(column)));
}

const columnsOf = (factory: RowFactory) => Object.keys(factory.row(0, anyone));
const authorColumn = (factory: RowFactory) =>
  factory.table === 'user_roles'
    ? undefined
    : columnsOf(factory).find((name) => /^(user_id|recorded_by)$/.test(name));

/**
 * Lists the columns that differ between rows 0 and 2, so that a write shows; `updated_at` and generated columns are
 * left out.
 */
function changeable(factory: RowFactory): string[] {
  const [target, source] = [factory.row(0, anyone), factory.row(2, anyone)];
  return columnsOf(factory).filter(
    (column) =>
      column !== 'updated_at' &&
      !factory.generated?.includes(column) &&
      (column === authorColumn(factory) || !sameValue(target[column], source[column])),
  );
}

/**
 * Chooses, for a role without any right to write, a column that another role may write: the likeliest one to be left
 * open.
 */
function likeliestDoor(factory: RowFactory): string {
  const open = changeable(factory).find((column) => mayWrite(factory, 'admin', 'update', [column]));
  return open ?? changeable(factory).find((column) => column !== 'id') ?? 'user_id';
}

function update(factory: RowFactory, people: Engine['people'], ...columns: string[]): Operation {
  return { verb: 'update', target: factory.row(0, people), changes: pick(factory.row(2, people), columns) };
}

/** Returns row 2 signed with the actor's id; a visitor has none and uses the administrator's. */
function newRow(factory: RowFactory, people: Engine['people'], actor: Actor): Row {
  const row = factory.row(2, people);
  const author = authorColumn(factory);
  if (author && actor !== 'service' && actor !== 'owner') {
    row[author] = people[actor === 'visitor' ? 'admin' : actor].id;
  }
  return row;
}

function pick(row: Row, columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
