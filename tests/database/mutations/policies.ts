import type { Engine } from '../engines/engine.ts';
import { behaviour, catalogue, type Mutation } from './mutation.ts';

type Policy = {
  schema: string;
  table: string;
  name: string;
  command: string;
  qual: string | null;
  check: string | null;
};

/**
 * Lists mutations of policies: each opened to all, each condition removed, and row-level security disabled on each table of
 * our own.
 */
export async function policyMutations(engine: Engine, schema: 'public' | 'storage'): Promise<Mutation[]> {
  const policies = await catalogue<Policy>(
    engine,
    `select schemaname::text as schema, tablename::text as table, policyname::text as name, cmd as command, qual, with_check as check
       from pg_catalog.pg_policies where schemaname = '${schema}' order by 2, 3`,
  );
  const tables = await catalogue<{ name: string }>(
    engine,
    `select relname::text as name from pg_catalog.pg_class
      where relnamespace = '${schema}'::pg_catalog.regnamespace and relrowsecurity
        -- Hosted projects refuse it to a migration on the tables of the storage.
        and relnamespace <> 'storage'::pg_catalog.regnamespace order by 1`,
  );
  return [
    ...policies.flatMap(loosenPolicy),
    ...tables.map(({ name }): Mutation => {
      const table = `${schema}.${name}`;
      return {
        name: `row-level security off on ${table}`,
        ...{ objects: objectsOf(schema, name), suites: [...behaviour, 'catalogue'] },
        hints: ['signed-in user · S', 'signed-in user · ', 'visitor · '],
        apply: `alter table ${table} disable row level security`,
        revert: `alter table ${table} enable row level security`,
      };
    }),
  ];
}

/** Policies whose check runs late, with part of its name. */
const likeliestChecks: [policyName: string, checkName: string][] = [
  ['quote_requests: anyone sends a new one', 'given to the visitor by mistake'],
  ['quotes: admin writes drafts', 'the snapshot is whole'],
  ['request-files: admin deletes unused', 'deleting a file that a sent reply names'],
  ['survey files: admin deletes unused', 'deleting a file of a survey that a picture names'],
  ['user_roles: own row', 'read with the password alone'],
];

function loosenPolicy(policy: Policy): Mutation[] {
  const change = (what: string, loosen: (expression: string) => string): Mutation[] => {
    const apply = alter(policy, loosen);
    const revert = alter(policy, (expression) => expression);
    if (apply === revert) return [];
    const name = `policy "${policy.name}" · ${what}`;
    const verb = policy.command[0];
    // A request with a filter is also subject to the policy on reading, so one without a filter runs first.
    const unfiltered = { UPDATE: 'PATCH without a filter', DELETE: 'DELETE without a filter' }[
      policy.command
    ];
    const hints = [
      ...likeliestChecks
        .filter(([policyName]) => policyName === policy.name)
        .map(([, checkName]) => checkName),
      ...(unfiltered ? [unfiltered] : []),
      // A condition that is not about the caller shows for a role that may write, on a row that does not meet
      // it.
      ...(/auth\.uid/.test(what) ? ['= nobody'] : []),
      ...(/^without (?!.*is_(admin|member))/.test(what) ? [`administrator · ${verb}`] : []),
      ...[`signed-in user · ${verb}`, `visitor · ${verb}`, ` · ${verb}`, 'given to the visitor by mistake'],
    ];
    return [
      {
        name,
        hints,
        objects: objectsOf(policy.schema, policy.table),
        suites: [...behaviour, 'catalogue'],
        apply,
        revert,
      },
    ];
  };
  const conditions = conjuncts(policy.check ?? policy.qual ?? '');
  return [
    ...change('always true', () => 'true'),
    ...(conditions.length < 2
      ? []
      : conditions.flatMap((condition) =>
          change(`without ${condition}`, () =>
            conditions.filter((other) => other !== condition).join(' and '),
          ),
        )),
  ];
}

/** Splits `((a) AND (b))`, as PostgreSQL prints it, into its conditions. */
function conjuncts(expression: string): string[] {
  const inner = /^\((.*)\)$/s.exec(expression)?.[1] ?? expression;
  const parts = [''];
  let depth = 0;
  for (const piece of inner.split(/(?=[()])|(?<=[()])|( AND )/)) {
    if (piece === ' AND ' && depth === 0) parts.push('');
    else if (piece) parts[parts.length - 1] += piece;
    depth += piece === '(' ? 1 : piece === ')' ? -1 : 0;
  }
  return parts;
}

function alter({ schema, table, name, qual, check }: Policy, loosen: (expression: string) => string): string {
  const using = qual === null ? '' : ` using (${loosen(qual)})`;
  const checking = check === null ? '' : ` with check (${loosen(check)})`;
  return `alter policy "${name}" on ${schema}.${table}${using}${checking}`;
}

function objectsOf(schema: string, table: string): string[] {
  // Rows that a tour's policy shows can also be read through its tag links.
  if (table.startsWith('virtual_tour')) return ['virtual_tours', 'virtual_tour_tags'];
  return [schema === 'public' ? table : `${schema}.${table}`];
}
