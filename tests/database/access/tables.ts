import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { rowFactories } from '../fixtures/rows/row-factories.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import { arranged, sameValue } from '../fixtures/tables.ts';
import { type Actor, mustHappen, mustNotHappen, mustReturn, type Operation } from './operations.ts';
import type { MatrixRole, Rights } from './rights.ts';
import { hiddenColumns, matrix } from './role-matrix.ts';

export const roleNames: Record<Actor, string> = {
  visitor: 'visitor',
  user: 'signed-in user',
  reader: 'reader',
  admin: 'administrator',
  admin2: 'second administrator',
  service: 'secret key',
  owner: 'owner',
};
const roles: MatrixRole[] = ['visitor', 'user', 'reader', 'admin', 'service'];
/** Stand-in people for rows of which only the column names and equality are read. */
const nobody = { id: '', email: '', token: '' };
const anyone = { user: nobody, reader: nobody, admin: nobody, admin2: { ...nobody, id: '2' } };

/** Checks of the role matrix: tables × roles × verbs, and × columns where a right is by column. */
export function tableAccessChecks(): Check[] {
  return rowFactories.flatMap((factory) => [
    ...roles.flatMap((role) => [
      selectChecks(factory, role),
      ...insertChecks(factory, role),
      ...updateChecks(factory, role),
      ...deleteChecks(factory, role),
    ]),
    ...hiddenColumnChecks(factory),
    ...ownershipChecks(factory),
    ...secondAdministratorChecks(factory),
    ...reasonChecks(factory),
  ]);
}

function selectChecks(factory: RowFactory, role: MatrixRole): Check {
  const visible = rightsOf(factory, role).select ?? [];
  const reader = whoMay((other) => (rightsOf(factory, other).select ?? []).length > 0) as MatrixRole;
  return {
    name: `${factory.table} · ${roleNames[role]} · S · ${visible.length ? `rows ${visible.join(', ')}` : 'nothing'}`,
    object: factory.table,
    run: (engine) =>
      arranged(engine, factory, [0, 1, 2], async () => {
        if (visible.length > 0) return mustReturn(engine, role, factory, rowsOf(factory, role, engine));
        await mustNotHappen(engine, role, factory, { verb: 'select' });
        await mustReturn(engine, reader, factory, rowsOf(factory, reader, engine));
      }),
  };
}

/** Checks that a hidden column is never readable, whether named or selected with `*`. */
function hiddenColumnChecks(factory: RowFactory): Check[] {
  return (hiddenColumns[factory.table] ?? []).flatMap((column) =>
    roles
      .filter((role) => role !== 'service')
      .map((role) => ({
        name: `${factory.table} · ${roleNames[role]} · S ${column} · denied`,
        object: factory.table,
        run: (engine: Engine) =>
          arranged(engine, factory, [0, 1, 2], async () => {
            for (const columns of [[column], ['*']]) {
              await mustNotHappen(engine, role, factory, { verb: 'select', columns });
            }
            await mustReturn(engine, 'service', factory, rowsOf(factory, 'service', engine));
          }),
      })),
  );
}

const rowsOf = (factory: RowFactory, role: MatrixRole, { people }: Engine) =>
  (rightsOf(factory, role).select ?? []).map((index) => factory.row(index, people));

function insertChecks(factory: RowFactory, role: MatrixRole): Check[] {
  const optional = columnsOf(factory).filter((column) => !factory.required.includes(column));
  const byColumn = role !== 'service' && rightsOf(factory, role).insert;
  return (byColumn ? [null, ...optional] : [null]).map((column) => {
    const sent = column ? [...factory.required, ...withCompanions(factory, column)] : factory.required;
    return accessCheck(factory, column ? `I ${column}` : 'I', role, {
      may: (other) => mayWrite(factory, other, 'insert', sent),
      operation: (people, actor) => ({ verb: 'insert', body: pick(newRow(factory, people, actor), sent) }),
    });
  });
}

function updateChecks(factory: RowFactory, role: MatrixRole): Check[] {
  const columns = changeable(factory);
  const byColumn = role !== 'service' && rightsOf(factory, role).update;
  return (byColumn ? columns : [likeliestDoor(factory)]).map((column) =>
    accessCheck(factory, `U ${column}`, role, {
      may: (other) => mayWrite(factory, other, 'update', [column]),
      // The refused role asks for this column alone; the owner proves that the row could change.
      operation: (people, actor) =>
        update(factory, people, ...(actor === 'owner' ? withCompanions(factory, column) : [column])),
    }),
  );
}

const withCompanions = ({ together = [] }: RowFactory, column: string): string[] =>
  together.includes(column) ? together : [column];

function deleteChecks(factory: RowFactory, role: MatrixRole): Check[] {
  const deletable = (other: MatrixRole) => rightsOf(factory, other).delete ?? [];
  const byRow = deletable(role).length > 0 && deletable(role).length < 3;
  return (byRow ? [0, 1, 2] : [0]).map((index) =>
    accessCheck(factory, byRow ? `D row ${index}` : 'D', role, {
      may: (other) => deletable(other).includes(index),
      operation: (people) => ({ verb: 'delete', target: factory.row(index, people) }),
    }),
  );
}

/** Checks that a row can only be inserted with the caller's own `user_id`. */
function ownershipChecks(factory: RowFactory): Check[] {
  const author = authorColumn(factory);
  if (!author || !mayWrite(factory, 'admin', 'insert', [author])) return [];
  return [null, 'admin2' as const].map((owner) =>
    accessCheck(factory, `I ${author} = ${owner ? 'another' : 'nobody'}`, 'admin', {
      may: () => false,
      operation: (people, actor) => ({
        verb: 'insert',
        body: {
          ...pick(newRow(factory, people, 'admin'), factory.required),
          [author]: actor === 'owner' ? people.admin.id : owner && people[owner].id,
        },
      }),
      control: 'admin',
      controlAs: 'owner',
    }),
  );
}

/** Checks that a second administrator may change and delete what the first one created. */
function secondAdministratorChecks(factory: RowFactory): Check[] {
  if (!authorColumn(factory)) return [];
  const { update: updatable, delete: deletable } = rightsOf(factory, 'admin');
  const updates = (updatable ?? []).map((column) =>
    accessCheck(factory, `U ${column} of another's row`, 'admin2', {
      may: (other) => other === 'admin',
      operation: (people) => update(factory, people, column),
    }),
  );
  const deletes = (deletable ?? []).slice(0, 1).map((index) =>
    accessCheck(factory, "D of another's row", 'admin2', {
      may: (other) => other === 'admin',
      operation: (people) => ({ verb: 'delete', target: factory.row(index, people) }),
    }),
  );
  return [...updates, ...deletes];
}

/** Checks that only the server writes a hash, whatever the reason; an administrator suppresses through a function. */
function reasonChecks(factory: RowFactory): Check[] {
  if (factory.table !== 'suppressions') return [];
  return ['manual', 'unsubscribed', 'bounced', 'complained'].map((reason) =>
    accessCheck(factory, `I reason = ${reason}`, 'admin', {
      may: (other) => other === 'service',
      operation: (people, actor) => ({
        verb: 'insert',
        body: { ...pick(newRow(factory, people, actor), factory.required), reason },
      }),
    }),
  );
}

type Trial = {
  may: (role: MatrixRole) => boolean;
  /** The operation for an actor; a row that it inserts is signed with the actor's id. */
  operation: (people: Engine['people'], actor: Actor) => Operation;
  /**
   * Role whose success with the same call proves the denial; by default the nearest role with the right, else the
   * owner.
   */
  control?: Actor;
  /** Person who signs the control's row, when it is not the control itself. */
  controlAs?: Actor;
};

function accessCheck(factory: RowFactory, what: string, role: Role, trial: Trial): Check {
  const allowed = trial.may(role === 'admin2' ? 'admin' : role);
  const control = trial.control ?? whoMay(trial.may);
  return {
    name: `${factory.table} · ${roleNames[role]} · ${what} · ${allowed ? 'allowed' : 'denied'}`,
    object: factory.table,
    run: (engine) => {
      const tried = trial.operation(engine.people, role);
      // The new values come from row 2, which must not exist yet.
      return arranged(engine, factory, tried.verb === 'delete' ? [0, 1, 2] : [0, 1], async () => {
        if (allowed) return mustHappen(engine, role, factory, tried);
        await mustNotHappen(engine, role, factory, tried);
        const positive = trial.operation(engine.people, trial.controlAs ?? control);
        await mustHappen(engine, control, factory, positive);
      });
    },
  };
}

/** Chooses the control of a denial: a role for which the same call succeeds, else the owner. */
function whoMay(may: (role: MatrixRole) => boolean): Actor {
  return roles.slice(2).find(may) ?? 'owner';
}

function rightsOf(factory: RowFactory, role: MatrixRole): Rights {
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
