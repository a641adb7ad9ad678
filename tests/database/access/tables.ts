import type { Check, Engine } from '../engines/engine.ts';
import { rowFactories } from '../fixtures/rows/row-factories.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import { arrangement, question, withRows } from '../fixtures/tables.ts';
import { anyone, type Cell, cellsOf, isAllowed, rightsOf, roles } from './cells.ts';
import { type Actor, mustHappen, mustNotHappen, mustReturn, type Operation } from './operations.ts';
import type { MatrixRole } from './rights.ts';
import { hiddenColumns } from './role-matrix.ts';

export const roleNames: Record<Actor, string> = {
  visitor: 'visitor',
  user: 'signed-in user',
  reader: 'reader',
  admin: 'administrator',
  admin2: 'second administrator',
  service: 'secret key',
  owner: 'owner',
};

/** Checks of the role matrix: tables × roles × verbs, and × columns where a right is by column. */
export function tableAccessChecks(): Check[] {
  return rowFactories.flatMap((factory) => {
    const cells = cellsOf(factory);
    return [
      ...roles.map((role) => selectCheck(factory, role)),
      ...hiddenColumnChecks(factory),
      ...cells.map((cell) => (isAllowed(cell) ? allowedCheck(factory, cell) : deniedCheck(factory, cell))),
      ...controls(factory, cells),
    ];
  });
}

const everyRow = (factory: RowFactory) => arrangement(factory, [0, 1, 2]);

function selectCheck(factory: RowFactory, role: MatrixRole): Check {
  const visible = rightsOf(factory, role).select ?? [];
  const what = visible.length ? `rows ${visible.join(', ')}` : 'nothing';
  return question(
    { name: `${factory.table} · ${roleNames[role]} · S · ${what}`, object: factory.table },
    everyRow(factory),
    (engine, table) =>
      visible.length > 0
        ? mustReturn(engine, role, factory, rowsOf(factory, role, engine), table)
        : mustNotHappen(engine, role, factory, { verb: 'select' }, table),
  );
}

/** Checks that a hidden column is never readable, whether named or selected with `*`. */
function hiddenColumnChecks(factory: RowFactory): Check[] {
  return (hiddenColumns[factory.table] ?? []).flatMap((column) =>
    roles
      .filter((role) => role !== 'service')
      .map((role) =>
        question(
          { name: `${factory.table} · ${roleNames[role]} · S ${column} · denied`, object: factory.table },
          everyRow(factory),
          async (engine, table) => {
            for (const columns of [[column], ['*']]) {
              await mustNotHappen(engine, role, factory, { verb: 'select', columns }, table);
            }
          },
        ),
      ),
  );
}

const rowsOf = (factory: RowFactory, role: MatrixRole, { people }: Engine) =>
  (rightsOf(factory, role).select ?? []).map((index) => factory.row(index, people));

/** The new values come from row 2, which must not exist yet. */
const rowsFor = ({ verb }: Operation) => (verb === 'delete' ? [0, 1, 2] : [0, 1]);

function deniedCheck(factory: RowFactory, { what, role, operation }: Cell): Check {
  return question(
    { name: `${factory.table} · ${roleNames[role]} · ${what} · denied`, object: factory.table },
    arrangement(factory, rowsFor(operation(anyone, role))),
    (engine, before) => mustNotHappen(engine, role, factory, operation(engine.people, role), before),
  );
}

function allowedCheck(
  factory: RowFactory,
  { what, role, operation }: Pick<Cell, 'what' | 'operation'> & { role: Actor },
): Check {
  return {
    name: `${factory.table} · ${roleNames[role]} · ${what} · allowed`,
    object: factory.table,
    run: (engine) => {
      const tried = operation(engine.people, role);
      return withRows(engine, factory, rowsFor(tried), () => mustHappen(engine, role, factory, tried));
    },
  };
}

/**
 * Returns the controls of the denials: the same operation succeeds for the nearest role with the right, else for the owner.
 * An allowed cell of the matrix is a control already; the others are merged, so that one writes all the denied columns.
 */
function controls(factory: RowFactory, cells: Cell[]): Check[] {
  const shown = new Set(cells.filter(isAllowed).map(({ role, what }) => `${role} ${what}`));
  const made = new Map<string, Cell[]>();
  for (const cell of cells) {
    const role = whoMay(cell.may);
    if (isAllowed(cell) || cell.isShown || shown.has(`${role} ${cell.what}`)) continue;
    const [verb] = cell.what;
    const key = verb === 'D' ? cell.what : `${role} ${verb}`;
    made.set(key, [...(made.get(key) ?? []), cell]);
  }
  return [...made.values()].map((same) => {
    const role = whoMay((same[0] as Cell).may);
    return allowedCheck(factory, {
      role,
      what: [...new Set(same.map(({ what }) => what))].join(', '),
      operation: (people) => same.map(({ operation }) => operation(people, role)).reduce(withColumnsOf),
    });
  });
}

const whoMay = (may: (role: MatrixRole) => boolean): Actor => roles.slice(2).find(may) ?? 'owner';

/** Merges two operations of the same verb: one that writes the columns of both. */
function withColumnsOf(one: Operation, other: Operation): Operation {
  if (one.verb === 'insert' && other.verb === 'insert')
    return { ...one, body: { ...one.body, ...other.body } };
  if (one.verb === 'update' && other.verb === 'update')
    return { ...one, changes: { ...one.changes, ...other.changes } };
  return one;
}
