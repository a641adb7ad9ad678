// Writes docs/role-matrix.md: `npm run renew -- role-matrix`. tests/repository/docs.test.ts tells when it is stale.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { people } from './applications.ts';
import type { MatrixRole, Rights } from './rights.ts';
import {
  functionsForPeople,
  hiddenColumns,
  matrix,
  publicFunctions,
  schemaFunctions,
} from './role-matrix.ts';

export const ROLE_MATRIX_PAGE = 'docs/role-matrix.md';

const roles: Record<MatrixRole, string> = {
  visitor: 'visitor',
  user: 'account without a role',
  reader: 'reader',
  admin: 'administrator',
  service: 'secret key',
};
const databaseRoles = ['anon', 'authenticated', 'service_role'];

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');
const sorted = <Value>(record: Record<string, Value>) =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Describes rights in words, such as « reads, adds »; « some » where the policies limit the rows. */
function inWords({ select, insert, update, delete: removed }: Rights): string {
  const some = (rows: readonly number[]) => (rows.length < 3 ? ' some' : '');
  const verbs = [
    select && `reads${some(select)}`,
    insert && 'adds',
    update && 'changes',
    removed && `deletes${some(removed)}`,
  ];
  return verbs.filter(Boolean).join(', ') || '–';
}

const functionTable = (functions: Record<string, string[]>) =>
  table(
    ['function', 'visitor', 'signed in', 'secret key'],
    sorted(functions).map(([name, allowed]) => [
      `\`${name}\``,
      ...databaseRoles.map((role) => (allowed.includes(role) ? 'yes' : '–')),
    ]),
  );

export function roleMatrixPage(): string {
  const names = Object.keys(roles) as MatrixRole[];
  const tables = sorted(matrix);
  const assistants = Object.values(people);
  const writes = tables.flatMap(([, { admin }]) =>
    [admin.insert, admin.update, admin.delete].filter(Boolean),
  ).length;
  return `# Who may do what

Written by \`npm run renew -- role-matrix\` from \`tests/database/access/role-matrix.ts\`, the data that the tests of access
ask of the database. Do not edit.

## Tables

« Some » stands where the policies show or give up certain rows only: a visitor reads published tours, a person their own role.
The token of a person that OAuth gave to another application (\`client_id\`) reads and writes nothing in any table, nor any file
of the storage: \`private.is_first_party\`. An assistant's own (\`assistant\`) is
asked in ${assistants.length} names (${assistants.join(', ')}): each of the ${writes} ways in which an administrator writes into the ${tables.length} tables,
and each of the ${functionsForPeople.length} functions for signed-in people, ${assistants.length * (writes + functionsForPeople.length)} questions. All writes are refused; a function that only reads answers what
it answers the person.

${table(
  ['table', ...names.map((name) => roles[name])],
  tables.map(([name, rights]) => [`\`${name}\``, ...names.map((role) => inWords(rights[role]))]),
)}

## Columns that an administrator writes

A column that is not named is refused, whatever the row.

${table(
  ['table', 'in a new row', 'in an existing row'],
  tables
    .filter(([, { admin }]) => admin.insert || admin.update)
    .map(([name, { admin }]) => [
      `\`${name}\``,
      code(admin.insert ?? []) || '–',
      code(admin.update ?? []) || '–',
    ]),
)}

## Columns that nobody reads through the API

${table(
  ['table', 'columns'],
  sorted(hiddenColumns).map(([name, columns]) => [`\`${name}\``, code(columns)]),
)}

## Functions of the API

« Signed in » is any account: functions that want a role check it themselves, or run under the policies of the caller.

${functionTable(publicFunctions)}

## Functions of the schema \`private\`

The API does not show this schema: what may be executed is called by policies, checks and functions of the API. ${
    Object.values(schemaFunctions).filter((allowed) => allowed.length === 0).length
  } more are
executable by their owner alone.

${functionTable(Object.fromEntries(Object.entries(schemaFunctions).filter(([, allowed]) => allowed.length > 0)))}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(fileURLToPath(new URL(`../../../${ROLE_MATRIX_PAGE}`, import.meta.url)), roleMatrixPage());
}
