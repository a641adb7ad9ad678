import { loadModule, parsePlPgSQLSync, parseSync } from '@libpg-query/parser';

type Node = Record<string, unknown>;

await loadModule();

/**
 * Finds what the extension "safeupdate" of hosted projects refuses: each DELETE and UPDATE without WHERE, at the top of
 * a file, in the body of a function or a `do` block, in a `with`, or in a text that a function executes.
 *
 * @param sql the statements of a file
 * @returns one line each: where it stands and which table it writes to
 */
export function unfilteredWrites(sql: string): string[] {
  // The parser counts bytes.
  const bytes = Buffer.from(sql);
  return (
    parseSync(sql).stmts?.flatMap(({ stmt, stmt_location = 0, stmt_len }) => {
      const text = bytes.subarray(stmt_location, stmt_len && stmt_location + stmt_len).toString();
      const statement = stmt as Node;
      const { CreateFunctionStmt: made, DoStmt: block } = statement as {
        CreateFunctionStmt?: Node;
        DoStmt?: Node;
      };
      const where = made ? `function ${nameOf(made.funcname)}` : 'statement';
      const found = bodyOf(made?.options ?? block?.args, text).flatMap(inTree);
      return [...found, ...inTree(made ? made.sql_body : statement)].map((table) => `${where}: ${table}`);
    }) ?? []
  );
}

/** Parses the statements and expressions inside a function or `do` block; other statements have none. */
function bodyOf(options: unknown, text: string): Node[] {
  if (!Array.isArray(options)) return [];
  const option = (name: string) =>
    options.map(({ DefElem }: { DefElem: Node }) => DefElem).find(({ defname }) => defname === name)
      ?.arg as Node;
  const language = stringsIn(option('language'))[0] ?? 'plpgsql';
  const body = stringsIn(option('as'))[0] ?? '';
  if (language === 'sql') return body === '' ? [] : [parseSync(body) as unknown as Node];
  if (language !== 'plpgsql') throw new Error(`A function in ${language}: nobody reads it here`);
  const isBlock = option('language') === undefined && !/^\s*create/i.test(text);
  // The parser only reads functions.
  const source = isBlock ? `create function block() returns void language plpgsql as ${quoted(body)}` : text;
  return nodes(parsePlPgSQLSync(withRecords(source)), 'PLpgSQL_expr').map(({ query, parseMode }) =>
    parsed(String(query), Number(parseMode)),
  );
}

/** Declares row-type variables as records: the parser has no catalogue to look up their fields. */
function withRecords(source: string): string {
  return source.replace(/^(\s*\w+\s+)(?:public|private)\.\w+(?:%rowtype)?(\s*(?:;|:=))/gim, '$1record$2');
}

/** Parses a PL/pgSQL expression as the list of a `select`. */
function parsed(query: string, mode: number): Node {
  const text =
    mode === 0 ? query : mode === 2 ? `select ${query}` : `select ${query.replace(/^.*?:?=/s, '')}`;
  return parseSync(text) as unknown as Node;
}

/** Finds the tables of unfiltered writes in a syntax tree, and in its texts that are statements. */
function inTree(tree: unknown): string[] {
  const writes = [...nodes(tree, 'DeleteStmt'), ...nodes(tree, 'UpdateStmt')];
  const direct = writes
    .filter(({ whereClause }) => !whereClause)
    .map(({ relation }) => nameOfTable(relation));
  const executed = stringsIn(tree)
    .filter((text) => /^\s*(delete\s+from|update\s+\S+|with\s)/i.test(text))
    .flatMap((text) => inTree(parseSync(filledIn(text)) as unknown as Node));
  return [...direct, ...executed];
}

/** Fills the placeholders of a `format()` text with names and values. */
function filledIn(text: string): string {
  return text.replace(/%(?:\d+\$)?([IsL])/g, (_mark, kind) => (kind === 'L' ? "'value'" : 'name'));
}

/** Finds every node of a kind, at any depth. */
function nodes(tree: unknown, kind: string): Node[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === kind ? [value as Node] : []),
    ...nodes(value, kind),
  ]);
}

function stringsIn(tree: unknown): string[] {
  return [...nodes(tree, 'String'), ...nodes(tree, 'A_Const').map(({ sval }) => sval as Node)]
    .map((node) => (node?.sval ?? node?.str) as string | undefined)
    .filter((text) => text !== undefined);
}

const nameOf = (names: unknown) => stringsIn(names).join('.');

function nameOfTable(relation: unknown): string {
  const { schemaname, relname } = relation as { schemaname?: string; relname: string };
  return schemaname ? `${schemaname}.${relname}` : relname;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
