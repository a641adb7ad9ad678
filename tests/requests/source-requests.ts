import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import type { Role } from '../database/engines/engine.ts';
import type { RecordedRequest } from './recorded-request.ts';

/** A node of the syntax tree, as far as it is read here. */
type Node = { type: string; [key: string]: unknown };

/** The rows that the source asks for, as literals, and the functions of the database that it names. */
type SourceRequests = { reads: RecordedRequest[]; functions: NamedFunction[] };

export type NamedFunction = { name: string; role: Role };

const FOLDERS: Record<string, Role> = {
  'src/site': 'visitor',
  'src/shared': 'visitor',
  'src/admin': 'admin',
  'supabase/functions': 'service',
};

/** Reads what the application asks of the data API from its own text: no journey may come to it. */
export function readSourceRequests(): SourceRequests {
  const reads = new Map<string, RecordedRequest>();
  const functions = new Map<string, Role>();
  for (const [folder, role] of Object.entries(FOLDERS)) {
    const files = execFileSync('git', ['ls-files', folder], { encoding: 'utf8' }).split('\n');
    for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/_testing\//.test(name))) {
      for (const { target, select } of requestsOf(readFileSync(file, 'utf8'), file)) {
        if (select === undefined) functions.set(target, role);
        else {
          const query = [`select=${select.replace(/\s/g, '')}`, 'limit=2'];
          reads.set(`${role} ${target} ${query[0]}`, { role, method: 'GET', target, query });
        }
      }
    }
  }
  return { reads: [...reads.values()], functions: [...functions].map(([name, role]) => ({ name, role })) };
}

/** `select` is absent for a function of the database. */
type Found = { target: string; select?: string };

/** The requests that a file writes out: `.from(…).select(…)`, `readRows(…)`, `rpc(…)`, and paths with `select=`. */
function requestsOf(source: string, file: string): Found[] {
  if (!/select|rpc/.test(source)) return [];
  const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file) as unknown as Node;
  const constants = new Map<string, Node>();
  const calls: Node[] = [];
  const found: Found[] = [];
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator') constants.set(String((node.id as Node).name), node.init as Node);
    if (node.type === 'CallExpression') calls.push(node);
    const path = textOf(node, constants, '');
    const [, target, query] = path?.match(/^(\w+)\?(\S*select=\S+)$/) ?? [];
    const select = query && new URLSearchParams(query).get('select');
    if (target && select) found.push({ target, select });
  });
  for (const { callee, arguments: args } of calls) {
    const [first, second] = args as Node[];
    const name = nameOf(callee as Node);
    const text = first && textOf(first, constants);
    if (text === undefined) continue;
    if (name === 'rpc') found.push({ target: text });
    else if (name === 'select') {
      const table = tableOf(callee as Node, constants);
      if (table) found.push({ target: table, select: text });
    } else if (name === 'readRows' && second?.type === 'ObjectExpression') {
      const property = (second.properties as Node[]).find((one) => nameOf(one.key as Node) === 'select');
      const select = property && textOf(property.value as Node, constants);
      if (select) found.push({ target: text, select });
    }
  }
  return found;
}

/** The table of a chain of calls that begins with `.from('…')`. */
function tableOf(node: Node | undefined, constants: Map<string, Node>): string | undefined {
  if (!node) return undefined;
  if (node.type === 'MemberExpression') return tableOf(node.object as Node, constants);
  if (node.type !== 'CallExpression') return undefined;
  const [first] = node.arguments as Node[];
  if (nameOf(node.callee as Node) === 'from') return first && textOf(first, constants);
  return tableOf(node.callee as Node, constants);
}

function nameOf(node: Node | undefined): unknown {
  if (node?.type === 'MemberExpression') return (node.property as Node).name;
  return node?.type === 'Identifier' ? node.name : undefined;
}

/**
 * The text of a literal, of a constant of the file, or of those joined.
 *
 * @param unknown stands for what is only known later; without it such a text is undefined
 */
function textOf(node: Node, constants: Map<string, Node>, unknown?: string): string | undefined {
  const inner = (one: unknown) => textOf(one as Node, constants, unknown);
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TSAsExpression') return inner(node.expression);
  if (node.type === 'Identifier') {
    const value = constants.get(String(node.name));
    return value && value !== node ? inner(value) : undefined;
  }
  const isJoined = node.type === 'BinaryExpression' && node.operator === '+';
  if (!isJoined && node.type !== 'TemplateLiteral') return undefined;
  const quasis = (node.quasis ?? []) as { value: { cooked: string } }[];
  const parts = isJoined
    ? [node.left, node.right].map((part) => inner(part) ?? unknown)
    : quasis.flatMap(({ value }, index) => {
        const expression = (node.expressions as Node[])[index];
        return expression ? [value.cooked, inner(expression) ?? unknown] : [value.cooked];
      });
  return parts.includes(undefined) ? undefined : parts.join('');
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (node !== null && typeof node === 'object') {
    if ('type' in node) visit(node as Node);
    for (const inner of Object.values(node)) walk(inner, visit);
  }
}
