import { isDeepStrictEqual } from 'node:util';
import { defaults, neverNull, nullable as nullColumns } from '../constraints/rules.ts';
import type { Engine } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { catalogue, type Mutation, type SuiteName } from './mutation.ts';

type Constraint = { table: string; name: string; type: string; definition: string; target: string | null };

/**
 * Lists mutations of constraints: each one dropped, each foreign key with another `on delete`, each default and trigger
 * removed.
 */
export async function constraintMutations(engine: Engine): Promise<Mutation[]> {
  const constraints = await catalogue<Constraint>(
    engine,
    `select c.conrelid::pg_catalog.regclass::text as table, c.conname::text as name, c.contype::text as type,
            pg_catalog.pg_get_constraintdef(c.oid) as definition,
            case when c.confrelid > 0 then c.confrelid::pg_catalog.regclass::text end as target
       from pg_catalog.pg_constraint c
      where c.connamespace = 'public'::pg_catalog.regnamespace and c.contype in ('c', 'u', 'p', 'f')
        -- A key that others refer to cannot go alone.
        and not exists (select from pg_catalog.pg_constraint f where f.conindid = c.conindid and f.contype = 'f' and c.contype <> 'f')
      order by 1, 2`,
  );
  return [
    ...constraints.map(dropConstraint),
    ...constraints.filter(({ type }) => type === 'f').map(deletingOtherwise),
    ...Object.entries(neverNull).flatMap(([table, columns]) =>
      columns.map((column) => nullable(table, column)),
    ),
    ...requiredColumns().map(([table, column]) => nullable(table, column)),
    ...Object.entries(defaults).flatMap(([table, columns]) =>
      Object.keys(columns).flatMap((column) => otherDefault(table, column, columns[column], engine)),
    ),
    ...(await triggers(engine)),
    ...indexes,
  ];
}

/** Selects the checks of these tables: constraints first, then attacks. */
const lookingAt = (...objects: (string | null)[]): { objects: string[]; suites: SuiteName[] } => ({
  objects: objects.filter((object) => object !== null).map((object) => object.replace(/^public\./, '')),
  suites: ['constraints', 'attacks'],
});

function dropConstraint({ table, name, definition, type }: Constraint): Mutation {
  const column = name
    .replace(`${table.replace('public.', '')}_`, '')
    .replace(/_(length|format|one_line|known|range|key|fkey|count)$/, '');
  return {
    ...lookingAt(table),
    hints: [
      type === 'f'
        ? 'reference'
        : type === 'c'
          ? `limit · ${table.replace('public.', '')}.${column} `
          : 'unique',
    ],
    name: `constraint dropped · ${name}`,
    apply: `alter table ${table} drop constraint "${name}"`,
    revert: `alter table ${table} add constraint "${name}" ${definition}`,
  };
}

function deletingOtherwise({ table, name, definition, target }: Constraint): Mutation {
  const [, action] = / ON DELETE (CASCADE|SET NULL)/.exec(definition) ?? [];
  const other = definition.replace(
    / ON DELETE (CASCADE|SET NULL)/,
    action === 'CASCADE' ? '' : ' ON DELETE CASCADE',
  );
  const swap = (by: string) =>
    `alter table ${table} drop constraint "${name}"; alter table ${table} add constraint "${name}" ${by}`;
  return {
    ...lookingAt(target, table),
    hints: ['deletion', 'go with their record'],
    name: `other deletion rule · ${name} · ${action} becomes ${action === 'CASCADE' ? 'a refusal' : 'CASCADE'}`,
    ...{ apply: swap(other), revert: swap(definition) },
  };
}

function requiredColumns(): [string, string][] {
  const tables = ['tags', 'virtual_tours', 'quote_requests', 'notifications', 'municipalities', 'trip_plans'];
  return [
    ...tables,
    'suggested_prospects',
    'contacts',
    'email_templates',
    'campaigns',
    'email_sends',
    'consent_events',
    'suppressions',
    'contact_events',
  ].flatMap((table) =>
    rowFactoryOf(table)
      .required.filter(
        (column) =>
          !['user_id', 'recorded_by', 'contact_id', 'template_id', 'code'].includes(column) &&
          !nullColumns[table]?.includes(column),
      )
      .map((column): [string, string] => [table, column]),
  );
}

function nullable(table: string, column: string): Mutation {
  return {
    ...lookingAt(table),
    hints: [`required · ${table}.${column}`, `never null · ${table}.${column}`],
    name: `null allowed · ${table}.${column}`,
    apply: `alter table public.${table} alter column ${column} drop not null`,
    revert: `alter table public.${table} alter column ${column} set not null`,
  };
}

function otherDefault(table: string, column: string, value: unknown, { people }: Engine): Mutation[] {
  const other = rowFactoryOf(table).row(2, people)[column];
  const isUuids = Array.isArray(other) && other.every((item) => typeof item === 'string');
  const literal = (content: unknown) => {
    if (isUuids && Array.isArray(content)) return `'{${content.join()}}'`;
    if (typeof content === 'string') return `'${content}'`;
    return content !== null && typeof content === 'object' ? `'${JSON.stringify(content)}'` : String(content);
  };
  const set = (content: unknown) =>
    `alter table public.${table} alter column ${column} set default ${literal(content)}`;
  // The factory's rows have no other value.
  if (isDeepStrictEqual(other, value)) return [];
  return [
    {
      ...lookingAt(table),
      hints: ['defaults'],
      name: `other default · ${table}.${column}`,
      ...{ apply: set(other), revert: set(value) },
    },
  ];
}

async function triggers(engine: Engine): Promise<Mutation[]> {
  const rows = await catalogue<{ table: string; name: string; always: boolean }>(
    engine,
    `select tgrelid::pg_catalog.regclass::text as table, tgname::text as name, tgenabled = 'A' as always from pg_catalog.pg_trigger
      where not tgisinternal and tgrelid in (select oid from pg_catalog.pg_class where relnamespace = 'public'::pg_catalog.regnamespace)
      order by 1, 2`,
  );
  return rows.map(({ table, name, always }) => {
    const elsewhere = shownElsewhere.filter(([part]) => name.includes(part));
    return {
      ...lookingAt(table, ...elsewhere.map(([, object]) => object)),
      hints: [
        ...elsewhere.map(([, , check]) => check),
        ...['update stamp', 'changed by hand', 'change of status', '« répondu »', 'request'],
      ],
      name: `trigger off · ${name}`,
      apply: `alter table ${table} disable trigger "${name}"`,
      revert: `alter table ${table} enable ${always ? 'always ' : ''}trigger "${name}"`,
    };
  });
}

/** Triggers that change another table: part of the trigger's name, that table, and part of the check's name. */
const shownElsewhere: [trigger: string, object: string, check: string][] = [
  ['_record_', 'activity_log', 'created, changed and deleted by a member'],
  ['_keep_in_trash', 'trash', 'a plain DELETE'],
  ['_change_site', 'publications', 'a change of what the site shows'],
  ['_remember_public_slug', 'publications', 'slugs'],
  ['_queue_alert', 'email_sends', 'alerts'],
  ['_drop_empty_organisation', 'organisations', 'organisations'],
  ['organisations_normalise_region', 'organisations', 'organisations'],
  ['_place', 'municipalities', 'town and region'],
  ['_normalise_region', 'municipalities', 'town and region'],
  ['_forget_actions', 'next_actions', 'go with their record'],
  ['_follow_tax_status', 'quotes', 'the snapshot is whole'],
];

const emailIndex = 'create unique index contacts_email_key on public.contacts (lower(email))';
const indexes: Mutation[] = [
  {
    ...lookingAt('contacts'),
    hints: ['unique'],
    name: 'unique e-mails of contacts · case-sensitive',
    apply:
      'drop index public.contacts_email_key; create unique index contacts_email_key on public.contacts (email)',
    revert: `drop index public.contacts_email_key; ${emailIndex}`,
  },
  {
    ...lookingAt('contacts'),
    hints: ['unique'],
    name: 'unique e-mails of contacts · dropped',
    apply: 'drop index public.contacts_email_key',
    revert: emailIndex,
  },
];
