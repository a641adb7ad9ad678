import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { shapes } from '../fixtures/rows/row-factories.ts';
import type { Shape } from '../fixtures/rows/row-factory.ts';
import { arranged, sameValue } from '../fixtures/tables.ts';
import { type Actor, mustHappen, mustNotHappen, mustReturn, type Operation } from './operations.ts';
import { type MatrixRole, matrix, type Rights } from './role-matrix.ts';

export const roleNames: Record<Actor, string> = {
  visitor: 'visitor',
  user: 'signed-in user',
  admin: 'administrator',
  admin2: 'second administrator',
  service: 'secret key',
  owner: 'owner',
};
const roles: MatrixRole[] = ['visitor', 'user', 'admin', 'service'];
/** Only column names and equality are read from rows made with these. */
const nobody = { id: '', email: '', token: '' };
const anyone = { user: nobody, admin: nobody, admin2: { ...nobody, id: '2' } };

/** Every cell of the matrix of tables: objects × roles × verbs, then × columns where a right is by column. */
export function matrixCells(): Check[] {
  return shapes.flatMap((shape) => [
    ...roles.flatMap((role) => [
      selectCell(shape, role),
      ...insertCells(shape, role),
      ...updateCells(shape, role),
      ...deleteCells(shape, role),
    ]),
    ...ownershipCells(shape),
    ...secondAdministratorCells(shape),
    ...reasonCells(shape),
  ]);
}

function selectCell(shape: Shape, role: MatrixRole): Check {
  const visible = rightsOf(shape, role).select ?? [];
  const reader = whoMay((other) => (rightsOf(shape, other).select ?? []).length > 0) as MatrixRole;
  const rowsFor = (actor: MatrixRole, { people }: Engine) =>
    (rightsOf(shape, actor).select ?? []).map((index) => shape.row(index, people));
  return {
    name: `${shape.table} · ${roleNames[role]} · S · ${visible.length ? `rows ${visible.join(', ')}` : 'nothing'}`,
    object: shape.table,
    run: (engine) =>
      arranged(engine, shape, [0, 1, 2], async () => {
        if (visible.length > 0) return mustReturn(engine, role, shape, rowsFor(role, engine));
        await mustNotHappen(engine, role, shape, { verb: 'select' });
        await mustReturn(engine, reader, shape, rowsFor(reader, engine));
      }),
  };
}

function insertCells(shape: Shape, role: MatrixRole): Check[] {
  const optional = columnsOf(shape).filter((column) => !shape.required.includes(column));
  const byColumn = role !== 'service' && rightsOf(shape, role).insert;
  return (byColumn ? [null, ...optional] : [null]).map((column) => {
    const sent = column ? [...shape.required, column] : shape.required;
    return cell(shape, column ? `I ${column}` : 'I', role, {
      may: (other) => mayWrite(shape, other, 'insert', sent),
      operation: (people, actor) => ({ verb: 'insert', body: pick(newRow(shape, people, actor), sent) }),
    });
  });
}

function updateCells(shape: Shape, role: MatrixRole): Check[] {
  const columns = changeable(shape);
  const byColumn = role !== 'service' && rightsOf(shape, role).update;
  return (byColumn ? columns : [likeliestDoor(shape)]).map((column) =>
    cell(shape, `U ${column}`, role, {
      may: (other) => mayWrite(shape, other, 'update', [column]),
      operation: (people) => update(shape, people, column),
    }),
  );
}

function deleteCells(shape: Shape, role: MatrixRole): Check[] {
  const deletable = (other: MatrixRole) => rightsOf(shape, other).delete ?? [];
  const byRow = deletable(role).length > 0 && deletable(role).length < 3;
  return (byRow ? [0, 1, 2] : [0]).map((index) =>
    cell(shape, byRow ? `D row ${index}` : 'D', role, {
      may: (other) => deletable(other).includes(index),
      operation: (people) => ({ verb: 'delete', target: shape.row(index, people) }),
    }),
  );
}

/** « I with user_id = self »: nobody signs with another's name, or with none. */
function ownershipCells(shape: Shape): Check[] {
  const author = authorColumn(shape);
  if (!author || !mayWrite(shape, 'admin', 'insert', [author])) return [];
  return [null, 'admin2' as const].map((owner) =>
    cell(shape, `I ${author} = ${owner ? 'another' : 'nobody'}`, 'admin', {
      may: () => false,
      operation: (people, actor) => ({
        verb: 'insert',
        body: {
          ...pick(newRow(shape, people, 'admin'), shape.required),
          [author]: actor === 'owner' ? people.admin.id : owner && people[owner].id,
        },
      }),
      control: 'admin',
      controlAs: 'owner',
    }),
  );
}

/** Updating and deleting do not depend on who created the row: a second administrator must not be broken. */
function secondAdministratorCells(shape: Shape): Check[] {
  if (!authorColumn(shape)) return [];
  const { update: updatable, delete: deletable } = rightsOf(shape, 'admin');
  const updates = (updatable ?? []).map((column) =>
    cell(shape, `U ${column} of another's row`, 'admin2', {
      may: (other) => other === 'admin',
      operation: (people) => update(shape, people, column),
    }),
  );
  const deletes = (deletable ?? []).slice(0, 1).map((index) =>
    cell(shape, "D of another's row", 'admin2', {
      may: (other) => other === 'admin',
      operation: (people) => ({ verb: 'delete', target: shape.row(index, people) }),
    }),
  );
  return [...updates, ...deletes];
}

/** Whatever the reason, only the server writes a hash; an administrator suppresses by a function. */
function reasonCells(shape: Shape): Check[] {
  if (shape.table !== 'suppressions') return [];
  return ['manual', 'unsubscribed', 'bounced', 'complained'].map((reason) =>
    cell(shape, `I reason = ${reason}`, 'admin', {
      may: (other) => other === 'service',
      operation: (people, actor) => ({
        verb: 'insert',
        body: { ...pick(newRow(shape, people, actor), shape.required), reason },
      }),
    }),
  );
}

type Trial = {
  may: (role: MatrixRole) => boolean;
  /** What is tried when `actor` tries it: rows are signed by whoever sends them. */
  operation: (people: Engine['people'], actor: Actor) => Operation;
  /** Who shows, after a denial, that the same call works: by default the nearest role that may, else the owner. */
  control?: Actor;
  /** In whose name the control's operation is made, when not its own. */
  controlAs?: Actor;
};

function cell(shape: Shape, what: string, role: Role, trial: Trial): Check {
  const allowed = trial.may(role === 'admin2' ? 'admin' : role);
  const control = trial.control ?? whoMay(trial.may);
  return {
    name: `${shape.table} · ${roleNames[role]} · ${what} · ${allowed ? 'allowed' : 'denied'}`,
    object: shape.table,
    run: (engine) => {
      const tried = trial.operation(engine.people, role);
      // What is written comes from row 2, which must not be there yet.
      return arranged(engine, shape, tried.verb === 'delete' ? [0, 1, 2] : [0, 1], async () => {
        if (allowed) return mustHappen(engine, role, shape, tried);
        await mustNotHappen(engine, role, shape, tried);
        const positive = trial.operation(engine.people, trial.controlAs ?? control);
        await mustHappen(engine, control, shape, positive);
      });
    },
  };
}

/** A denial proves something only when the same call succeeds for someone. */
function whoMay(may: (role: MatrixRole) => boolean): Actor {
  return roles.slice(2).find(may) ?? 'owner';
}

function rightsOf(shape: Shape, role: MatrixRole): Rights {
  const rights = matrix[shape.table]?.[role];
  if (!rights) throw new Error(`The matrix says nothing about ${shape.table} for ${role}`);
  return rights;
}

function mayWrite(shape: Shape, role: MatrixRole, verb: 'insert' | 'update', columns: string[]): boolean {
  const granted = rightsOf(shape, role)[verb] ?? [];
  return granted.includes('*') || (granted.length > 0 && columns.every((column) => granted.includes(column)));
}

const columnsOf = (shape: Shape) => Object.keys(shape.row(0, anyone));
const authorColumn = (shape: Shape) =>
  shape.table === 'user_roles'
    ? undefined
    : columnsOf(shape).find((name) => /^(user_id|recorded_by)$/.test(name));

/** Columns for which rows 0 and 2 differ, so that a write shows. `updated_at` moves by itself. */
function changeable(shape: Shape): string[] {
  const [target, source] = [shape.row(0, anyone), shape.row(2, anyone)];
  return columnsOf(shape).filter(
    (column) =>
      column !== 'updated_at' &&
      (column === authorColumn(shape) || !sameValue(target[column], source[column])),
  );
}

/** Where a role may write nothing, the column that somebody may write is the likeliest door. */
function likeliestDoor(shape: Shape): string {
  const open = changeable(shape).find((column) => mayWrite(shape, 'admin', 'update', [column]));
  return open ?? changeable(shape).find((column) => column !== 'id') ?? 'user_id';
}

function update(shape: Shape, people: Engine['people'], column: string): Operation {
  return { verb: 'update', target: shape.row(0, people), changes: pick(shape.row(2, people), [column]) };
}

/** Row 2 as the actor would send it: signed with its own name (a visitor has none and borrows the administrator's). */
function newRow(shape: Shape, people: Engine['people'], actor: Actor): Row {
  const row = shape.row(2, people);
  const author = authorColumn(shape);
  if (author && actor !== 'service' && actor !== 'owner') {
    row[author] = people[actor === 'visitor' ? 'admin' : actor].id;
  }
  return row;
}

function pick(row: Row, columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
