import type { Check, Engine, Role } from '../engines/engine.ts';
import { shapeOf } from '../fixtures/rows/row-factories.ts';
import type { Shape } from '../fixtures/rows/row-factory.ts';
import { arranged } from '../fixtures/tables.ts';
import { mustHappen, mustNotHappen, type Operation } from './operations.ts';
import { roleNames } from './tables.ts';

/** A table the API must not show. Where the platform does not have it here, a stand-in is made, wide open. */
type Hidden = { shape: Shape; standIn: boolean };

const roles: Role[] = ['visitor', 'user', 'admin'];
const nobody = {} as Engine['people'];
const id = (table: number, index: number) => `d0000000-0000-4000-8000-00000000${table}00${index}`;

const hidden: Hidden[] = [
  {
    standIn: false,
    shape: {
      ...{ schema: 'auth', table: 'users', key: ['id'], required: ['id', 'email'] },
      row: (i) => ({ id: id(1, i), email: `caché${i}@exemple.test` }),
    },
  },
  {
    standIn: false,
    shape: {
      ...{ schema: 'storage', table: 'buckets', key: ['id'], required: ['id', 'name'] },
      row: (i) => ({ id: `seau-${i}`, name: `seau-${i}` }),
    },
  },
  {
    standIn: false,
    shape: {
      ...{ schema: 'storage', table: 'objects', key: ['id'], required: ['bucket_id', 'name'] },
      row: (i) => ({ id: id(2, i), bucket_id: 'tour-images', name: `cachée-${i}.jpg`, version: `v${i}` }),
    },
  },
  {
    standIn: false,
    shape: {
      ...{ schema: 'private', table: 'quote_rate_limits', key: ['key'], required: ['key'] },
      row: (i) => ({ key: `clé-${i}`, accepted_at: `2030-01-0${i + 1}T00:00:00+00:00` }),
    },
  },
  {
    standIn: false,
    shape: {
      ...{ schema: 'private', table: 'tour_visitors', key: ['visitor'], required: ['visitor'] },
      parents: ['virtual_tours'],
      row: (i) => ({
        ...{
          day: '2031-05-01',
          tour_id: shapeOf('virtual_tours').row(0, nobody).id,
          visitor: `visiteur-${i}`,
        },
        address: `adresse-${i}`,
      }),
    },
  },
  {
    standIn: false,
    shape: {
      ...{ schema: 'private', table: 'query_slots', key: ['slot'], required: ['slot', 'free_at'] },
      row: (i) => ({ slot: `place-${i}`, holder: id(4, i), free_at: `2030-01-0${i + 1}T00:00:00+00:00` }),
    },
  },
  {
    standIn: false,
    shape: {
      ...{ schema: 'private', table: 'tour_editors', key: ['tour_id'], required: ['tour_id'] },
      parents: ['virtual_tours'],
      row: (i) => ({ tour_id: shapeOf('virtual_tours').row(i, nobody).id, editor: id(3, i) }),
    },
  },
  {
    standIn: false,
    shape: {
      ...{ schema: 'private', table: 'function_calls', key: ['function_name'] },
      required: ['function_name', 'user_id'],
      row: (i) => ({ function_name: `fonction-${i}`, user_id: id(4, i) }),
    },
  },
  {
    standIn: false,
    shape: {
      ...{ schema: 'private', table: 'hash_key', key: ['id'], required: ['id', 'key'] },
      // Row 1 is the key itself.
      row: (i) => ({ id: i + 10, key: `\\x0${i}` }),
    },
  },
  ...['vault.secrets', 'cron.job'].map((name): Hidden => {
    const [schema, table] = name.split('.') as [string, string];
    return {
      standIn: true,
      shape: {
        schema,
        table,
        key: ['id'],
        required: ['id', 'secret'],
        row: (i) => ({ id: i, secret: `secret ${i}` }),
      },
    };
  }),
];

/** The tables that are really there, as the catalogue knows them. */
export function hiddenTables(): Shape[] {
  return hidden.filter(({ standIn }) => !standIn).map(({ shape }) => shape);
}

/** Tables outside `public` × roles × verbs, asked for by name through the profile headers. */
export function hiddenSchemaCells(): Check[] {
  return hidden.flatMap(({ shape, standIn }) =>
    roles.flatMap((role) =>
      operations(shape).map(
        (operation): Check => ({
          name: `${shape.schema}.${shape.table} · ${roleNames[role]} · ${letters[operation.verb]} · denied`,
          object: `${shape.schema}.${shape.table}`,
          run: async (engine) => {
            if (standIn) await makeStandIn(engine, shape);
            try {
              await arranged(engine, shape, operation.verb === 'insert' ? [0] : [0, 1], async () => {
                await mustNotHappen(engine, role, shape, operation);
                await mustHappen(engine, 'owner', shape, operation);
              });
            } finally {
              if (standIn) await engine.sql(`drop schema ${shape.schema} cascade`);
              else await clear(engine, shape);
            }
          },
        }),
      ),
    ),
  );
}

const letters: Record<Operation['verb'], string> = { select: 'S', insert: 'I', update: 'U', delete: 'D' };

function operations(shape: Shape): Operation[] {
  const [target, fresh] = [shape.row(0, nobody), shape.row(2, nobody)];
  const changed = Object.keys(target).at(-1) as string;
  return [
    { verb: 'select' },
    { verb: 'insert', body: fresh },
    { verb: 'update', target, changes: { [changed]: fresh[changed] } },
    { verb: 'delete', target },
  ];
}

async function makeStandIn(engine: Engine, { schema, table }: Shape): Promise<void> {
  await engine.sql(`
    create schema ${schema};
    create table ${schema}.${table} (id integer primary key, secret text);
    grant usage on schema ${schema} to anon, authenticated, service_role;
    grant all on ${schema}.${table} to anon, authenticated, service_role;
  `);
}

async function clear(engine: Engine, shape: Shape): Promise<void> {
  const names = [0, 1, 2].map((index) => shape.row(index, engine.people)[shape.key[0] as string]);
  await engine.sql(
    `delete from ${shape.schema}.${shape.table} where "${shape.key[0]}"::text = any($1::text[])`,
    [names.map(String)],
  );
}
