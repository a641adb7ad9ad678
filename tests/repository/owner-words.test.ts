import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

/**
 * Technical words for whoever installs the product: the owner may read them only in a folded « Détails techniques ».
 */
const technical =
  /VITE_[A-Z]|LLM_[A-Z]|SMTP_[A-Z]|SITE_URL|_HOOK\b|secrets? des fonctions|SHA-256|Adresse réseau|Adresse IP|\bSMTP\b|\bSTARTTLS\b|\bREADME\b|build hook|webhook|variable d’environnement/;

/** A text for people, unlike a name in code, has a space or an accent. */
const isSentence = (text: string) =>
  !/^.[A-Z_]+ \(/.test(text) && (/\p{L}{2,}\s+\p{L}/u.test(text) || /[À-ÿ]/.test(text));

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const textOf = (source: string, node: unknown) => (isNode(node) ? source.slice(node.start, node.end) : '');

/** Tells whether technical words may stand at this node: in a folded part, a list of variables for one, or the log. */
function isFolded(source: string, node: Node, parent: Node): boolean {
  if (node.type === 'JSXElement')
    return textOf(source, (node.openingElement as Node).name) === 'TechnicalDetails';
  if (node.type === 'Property') return textOf(source, node.key) === "'Détails techniques'";
  if (parent.type !== 'CallExpression') return false;
  const name = textOf(source, parent.callee);
  if (name === 'withDetails') return (parent.arguments as Node[])[0] !== node;
  return /^(missingSettings|readSetting|console\.\w+|log)$/.test(name);
}

const isText = ({ type, value }: Node) =>
  type === 'JSXText' || type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/** Lists the technical words of a source outside folded parts, with their line. */
function unfolded(path: string, source: string): string[] {
  const found: string[] = [];
  const look = (node: Node, parent: Node): void => {
    if (isFolded(source, node, parent)) return;
    const words = textOf(source, node);
    if (isText(node) && technical.test(words) && isSentence(words)) {
      const line = source.slice(0, node.start).split('\n').length;
      found.push(`${path}:${line} ${words.trim().slice(0, 120)}`);
      return;
    }
    for (const value of Object.values(node).flat()) if (isNode(value)) look(value, node);
  };
  const program = parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Node;
  look(program, program);
  return found;
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'supabase/functions'])
  .toString()
  .split('\n')
  // Errors of the build are only read by whoever installs the product.
  .filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.|_testing|shared\/lib\/env\.ts|database\.types/.test(path),
  );

describe('the words of an owner', () => {
  it('are technical only where they are folded', () => {
    expect(files.length).toBeGreaterThan(500);
    const sources = files.map((path) => [path, readFileSync(path, 'utf8')] as const);
    const found = sources.flatMap(([path, text]) => (technical.test(text) ? unfolded(path, text) : []));
    expect(found).toEqual([]);
  });

  it.each([
    ["notify.error('Vérifiez LLM_BASE_URL dans les secrets des fonctions.')", 1],
    ['<p>Nommez-la dans VITE_HERO_TOUR, puis reconstruisez.</p>', 1],
    ['<TechnicalDetails>Nommez-la dans VITE_HERO_TOUR.</TechnicalDetails>', 0],
    ["withDetails('Injoignable.', 'vérifiez LLM_BASE_URL ici.')", 0],
    ["withDetails('Vérifiez LLM_BASE_URL ici.', 'rien')", 1],
    ["readSetting(env, 'LLM_BASE_URL')", 0],
  ])('%s', (text, count) => expect(unfolded('a.tsx', text)).toHaveLength(count));
});
