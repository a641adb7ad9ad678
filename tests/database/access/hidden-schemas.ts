import type { Arrangement, Check, Engine, Role } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { type RowFactory, uuid } from '../fixtures/rows/row-factory.ts';
import { arrangement, insert, question } from '../fixtures/tables.ts';
import { mustHappen, mustNotHappen, type Operation } from './operations.ts';
import { roleNames } from './tables.ts';

/**
 * A table that the API must not expose. Where the platform's table does not exist here, a stand-in with every privilege
 * is made.
 */
type Hidden = {
  factory: RowFactory;
  standIn: boolean;
  /** The rows belong to accounts, which must exist first. */
  ofAccounts?: true;
  /** The hidden table that the rows point to, whose rows must exist first. */
  of?: RowFactory;
};

const roles: Role[] = ['visitor', 'user', 'reader', 'admin'];
const noPeople = {} as Engine['people'];
const id = (table: number, index: number) => `d0000000-0000-4000-8000-00000000${table}00${index}`;

const assistantKeys: RowFactory = {
  ...{ schema: 'private', table: 'assistant_keys', key: ['id'] },
  required: ['id', 'owner', 'name', 'hash', 'expires_at'],
  row: (i) => ({
    ...{ id: id(7, i), owner: id(1, i), created_at: '2031-05-01', expires_at: '2031-06-01' },
    ...{ revoked_at: null, last_used_at: null, hash: String(i).repeat(64), name: `Clé ${i}` },
  }),
};

const hiddenDescriptions: Hidden[] = [
  {
    standIn: false,
    factory: {
      ...{ schema: 'auth', table: 'users', key: ['id'], required: ['id', 'email'] },
      row: (i) => ({ id: id(1, i), email: `cache${i}@exemple.test` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'storage', table: 'buckets', key: ['id'], required: ['id', 'name'] },
      row: (i) => ({ id: `seau-${i}`, name: `seau-${i}` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'storage', table: 'objects', key: ['id'], required: ['bucket_id', 'name'] },
      row: (i) => ({ id: id(2, i), bucket_id: 'tour-images', name: `cachée-${i}.jpg`, version: `v${i}` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'request_rate_limits', key: ['key'], required: ['key'] },
      row: (i) => ({ key: `clé-${i}`, accepted_at: `2030-01-0${i + 1}T00:00:00+00:00` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'acknowledgements', key: ['notification_id'] },
      required: ['notification_id', 'mailbox'],
      row: (i) => ({ notification_id: id(5, i), mailbox: `boîte-${i}` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'tour_visitors', key: ['visitor'], required: ['visitor'] },
      parents: ['virtual_tours'],
      row: (i) => ({
        ...{
          day: '2031-05-01',
          tour_id: rowFactoryOf('virtual_tours').row(0, noPeople).id,
          visitor: `visiteur-${i}`,
        },
        address: `adresse-${i}`,
      }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'query_slots', key: ['slot'], required: ['slot', 'free_at'] },
      row: (i) => ({ slot: `place-${i}`, holder: id(4, i), free_at: `2030-01-0${i + 1}T00:00:00+00:00` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'tour_editors', key: ['tour_id'], required: ['tour_id'] },
      parents: ['virtual_tours'],
      row: (i) => ({ tour_id: rowFactoryOf('virtual_tours').row(i, noPeople).id, editor: id(3, i) }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'public_slugs', key: ['slug'], required: ['slug', 'tour_id'] },
      row: (i) => ({ slug: `adresse-${i}`, tour_id: id(7, i) }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{
        schema: 'private',
        table: 'public_panorama_folders',
        key: ['folder'],
        required: ['folder', 'tour_id'],
      },
      row: (i) => ({ folder: `${id(7, i)}/${id(8, i)}`, tour_id: id(7, i) }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'trash_rows', key: ['place'], required: ['trash_id', 'place'] },
      parents: ['trash'],
      row: (i) => ({
        ...{ trash_id: rowFactoryOf('trash').row(i, noPeople).id, place: `public.table_${i}`, depth: i },
        content: { name: `nom ${i}` },
      }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'trash_links', key: ['place'], required: ['trash_id', 'place'] },
      parents: ['trash'],
      row: (i) => ({
        ...{ trash_id: rowFactoryOf('trash').row(i, noPeople).id, place: `public.table_${i}` },
        ...{ column_name: 'contact_id', row_id: id(6, i), value: `valeur ${i}` },
      }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'contact_merges', key: ['trash_id'] },
      required: ['trash_id', 'kept_id'],
      parents: ['trash'],
      row: (i) => ({ trash_id: rowFactoryOf('trash').row(i, noPeople).id, kept_id: id(6, i) }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'function_calls', key: ['function_name'] },
      required: ['function_name', 'user_id'],
      row: (i) => ({ function_name: `fonction-${i}`, user_id: id(4, i) }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'inbound_readings', key: ['provider_id'], required: ['provider_id'] },
      row: (i) => ({ provider_id: `re-${i}`, attempts: i + 1 }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'studio_claims', key: ['id'], required: ['code_hash'] },
      row: (i) => ({ id: id(6, i), code_hash: `code-${i}`, wrong_tries: i }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'quote_numbers', key: ['year'], required: ['year', 'last'] },
      row: (i) => ({ year: 2030 + i, last: 7 + i }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'invoice_numbers', key: ['year'], required: ['year', 'last'] },
      row: (i) => ({ year: 2030 + i, last: 7 + i }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'quote_links', key: ['quote_id'], required: ['quote_id'] },
      parents: ['quotes'],
      row: (i) => ({
        quote_id: uuid(52, i),
        token: `${i}`.repeat(32),
        pdf_sha256: `${i}`.repeat(64),
      }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'quote_codes', key: ['id'], required: ['id', 'quote_id', 'code_hash'] },
      parents: ['quotes'],
      row: (i) => ({ id: uuid(55, i), quote_id: uuid(52, i), code_hash: `empreinte-${i}` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'personal_links', key: ['id'], required: ['id', 'email', 'token_hash'] },
      row: (i) => ({ id: uuid(91, i), email: `lien${i}@exemple.test`, token_hash: `empreinte-${i}` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{
        schema: 'private',
        table: 'personal_link_requests',
        key: ['mailbox'],
        required: ['mailbox', 'network'],
      },
      row: (i) => ({ email: `lien${i}@exemple.test`, mailbox: `boîte-${i}`, network: `réseau-${i}` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'personal_link_misses', key: ['network'], required: ['network'] },
      row: (i) => ({ network: `réseau-${i}` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'demo_rows', key: ['row_id'], required: ['table_name', 'row_id'] },
      row: (i) => ({ row_id: `ligne-${i}`, table_name: `table-${i}` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'sender_tests', key: ['sender'], required: ['sender'] },
      row: (i) => ({ sender: `essai${i}@exemple.test` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'address_consents', key: ['address'], required: ['address'] },
      row: (i) => ({ address: `adresse${i}@exemple.test`, otherwise: `état ${i}` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'hash_key', key: ['id'], required: ['id', 'key'] },
      // Row 1 holds the key in use.
      row: (i) => ({ id: i + 10, key: `\\x0${i}` }),
    },
  },
  {
    standIn: false,
    factory: {
      ...{ schema: 'private', table: 'send_mark', key: ['id'], required: ['id', 'number'] },
      // Row 1 holds the counter in use.
      row: (i) => ({ id: i + 10, number: i }),
    },
  },
  {
    standIn: false,
    ofAccounts: true,
    factory: {
      ...{ schema: 'private', table: 'today_preferences', key: ['user_id'], required: ['user_id'] },
      row: (i) => ({ user_id: id(1, i), feed_hash: String(i).repeat(64) }),
    },
  },
  {
    standIn: false,
    ofAccounts: true,
    factory: {
      ...{ schema: 'private', table: 'daily_digests', key: ['id'], required: ['day', 'user_id'] },
      row: (i) => ({ id: id(6, i), day: '2031-05-01', user_id: id(1, i) }),
    },
  },
  { standIn: false, ofAccounts: true, factory: assistantKeys },
  {
    standIn: false,
    ofAccounts: true,
    of: assistantKeys,
    factory: {
      ...{ schema: 'private', table: 'assistant_calls', key: ['id'] },
      required: ['key_id', 'tool', 'arguments'],
      row: (i) => ({
        ...{ id: i + 10, key_id: id(7, i), arguments: {}, row_count: i, refusal: null },
        ...{ called_at: '2031-05-02T00:00:00+00:00', tool: `outil-${i}` },
      }),
    },
  },
  {
    standIn: false,
    ofAccounts: true,
    of: assistantKeys,
    factory: {
      ...{ schema: 'private', table: 'assistant_drafts', key: ['id'] },
      required: ['key_id', 'kind', 'content'],
      row: (i) => ({
        ...{ id: id(8, i), key_id: id(7, i), kind: 'campaign', created_at: '2031-05-02T00:00:00+00:00' },
        ...{ contact_id: null, quote_request_id: null, trip_plan_id: null, closed_at: null },
        content: { name: `Brouillon ${i}` },
      }),
    },
  },
  ...['vault.secrets', 'cron.job'].map((name): Hidden => {
    const [schema, table] = name.split('.') as [string, string];
    return {
      standIn: true,
      factory: {
        schema,
        table,
        key: ['id'],
        required: ['id', 'secret'],
        row: (i) => ({ id: i, secret: `secret ${i}` }),
      },
    };
  }),
];

/** Lists the hidden tables that exist in this database. */
export function hiddenTables(): RowFactory[] {
  return hiddenDescriptions.filter(({ standIn }) => !standIn).map(({ factory }) => factory);
}

/**
 * Checks every table outside `public`, for each role and verb, by the profile headers of PostgREST; the control is the
 * owner, for whom the same operation succeeds.
 */
export function hiddenSchemaChecks(): Check[] {
  return hiddenDescriptions.flatMap((table) => {
    const { factory } = table;
    const about = (who: Role | 'owner', { verb }: Operation, verdict: string) => ({
      name: `${factory.schema}.${factory.table} · ${roleNames[who]} · ${verbLetters[verb]} · ${verdict}`,
      object: `${factory.schema}.${factory.table}`,
    });
    return operations(factory).flatMap((operation): Check[] => {
      const rows = hiddenRows(table, operation.verb === 'insert' ? [0] : [0, 1]);
      return [
        ...roles.map((role) =>
          question(about(role, operation, 'denied'), rows, (engine, before) =>
            mustNotHappen(engine, role, factory, operation, before),
          ),
        ),
        {
          ...about('owner', operation, 'allowed'),
          run: async (engine) => {
            await rows.plant(engine);
            await mustHappen(engine, 'owner', factory, operation).finally(() => rows.clear(engine));
          },
        },
      ];
    });
  });
}

/** Arranges rows of a hidden table, with the schema or the accounts that they need. */
function hiddenRows({ factory, standIn, ofAccounts, of }: Hidden, indexes: number[]): Arrangement {
  const { name, plant, clear } = arrangement(factory, indexes);
  return {
    name,
    plant: async (engine) => {
      if (standIn) await makeStandIn(engine, factory);
      if (ofAccounts) await makeAccounts(engine);
      if (of) for (const index of [0, 1, 2]) await insert(engine, of, of.row(index, noPeople));
      return plant(engine);
    },
    clear: async (engine) => {
      await clear(engine);
      if (standIn) await engine.sql(`drop schema ${factory.schema} cascade`);
      else await clearKeys(engine, factory);
      if (of) await clearKeys(engine, of);
    },
  };
}

const verbLetters: Record<Operation['verb'], string> = { select: 'S', insert: 'I', update: 'U', delete: 'D' };

function operations(factory: RowFactory): Operation[] {
  const [target, fresh] = [factory.row(0, noPeople), factory.row(2, noPeople)];
  const changed = Object.keys(target).at(-1) as string;
  return [
    { verb: 'select' },
    { verb: 'insert', body: fresh },
    { verb: 'update', target, changes: { [changed]: fresh[changed] } },
    { verb: 'delete', target },
  ];
}

/** `reset` deletes these accounts. */
async function makeAccounts(engine: Engine): Promise<void> {
  for (const index of [0, 1, 2]) {
    await engine.sql('insert into auth.users (id, email) values ($1, $2) on conflict do nothing', [
      id(1, index),
      `compte${index}@exemple.test`,
    ]);
  }
}

async function makeStandIn(engine: Engine, { schema, table }: RowFactory): Promise<void> {
  await engine.sql(`
    create schema ${schema};
    create table ${schema}.${table} (id integer primary key, secret text);
    grant usage on schema ${schema} to anon, authenticated, service_role;
    grant all on ${schema}.${table} to anon, authenticated, service_role;
  `);
}

async function clearKeys(engine: Engine, factory: RowFactory): Promise<void> {
  const names = [0, 1, 2].map((index) => factory.row(index, engine.people)[factory.key[0] as string]);
  await engine.sql(
    `delete from ${factory.schema}.${factory.table} where "${factory.key[0]}"::text = any($1::text[])`,
    [names.map(String)],
  );
}
