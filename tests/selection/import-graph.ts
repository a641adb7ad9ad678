import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The shorthands of vite.config.ts and tsconfig.json. */
const ALIASES: [prefix: string, folder: string][] = [
  ['@contract/', 'supabase/functions/_shared/contract/'],
  ['@evidence/', 'supabase/functions/_shared/evidence/'],
  ['@geography/', 'supabase/functions/_shared/geography/'],
  ['@message/', 'supabase/functions/_shared/message/'],
  ['@quote/', 'supabase/functions/_shared/quote/'],
  ['@tests/', 'tests/unit/'],
  ['@build/', 'build/'],
  ['@/', 'src/'],
];

/** A text in quotes that may be a path: with a slash or a dot, or a single word, as in join(root, 'supabase'). */
const NAMED_PATH = /(['"`])((?:\.{0,2}\/|@|[\w-]+[/.])[^'"`\s]*|\.{1,2}|[a-z]+)\1/g;

/**
 * Files that read whole folders as texts say so by a path: elsewhere such a word is an attribute or an address.
 */
const READS_FOLDERS = /^(tests\/(?!unit\/)|(build|deploy|local|supabase)\/.*\.test\.ts$)/;

/** A subject of the back office names its screens for the router, which alone opens them: other tests see the subject's words. */
const SUBJECT = /^src\/admin\/[\w-]+\/subject\.ts$/;
const ROUTER = 'src/admin/router.tsx';

const CODE = /\.(ts|tsx|mjs)$/;
const ENDINGS = ['', '.ts', '.tsx', '.mjs'];

/** Every file of the work tree that git keeps or would keep, by its path from the root. */
export function repositoryFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split('\0').filter(Boolean))];
}

/**
 * Finds which files depend on a file: by an import, a worker, a mock, or because they name its path or that of a folder
 * above it, as code that reads a file or a folder does.
 *
 * @param files paths from the root
 * @param read gives the text of one of them; undefined for one that is gone
 */
export function readDependents(
  files: readonly string[],
  read: (file: string) => string | undefined = readText,
): Map<string, Set<string>> {
  const known = new Set(files);
  const folders = filesByFolder(files);
  const dependents = new Map<string, Set<string>>();
  for (const file of files.filter((name) => CODE.test(name))) {
    const text = read(file);
    if (text === undefined) continue;
    for (const { 2: path = '', index } of text.matchAll(NAMED_PATH)) {
      const opener = SUBJECT.test(file) && text.slice(0, index).endsWith('import(') ? ROUTER : file;
      for (const target of targetsOf(path.replace(/\?.*$/, ''), file, known, folders)) {
        if (target === file) continue;
        dependents.set(target, (dependents.get(target) ?? new Set()).add(opener));
      }
    }
  }
  return dependents;
}

/** The files that these are, and all that depend on them, however far. */
export function closureOf(changed: readonly string[], dependents: Map<string, Set<string>>): Set<string> {
  const reached = new Set(changed);
  for (const file of reached) for (const dependent of dependents.get(file) ?? []) reached.add(dependent);
  return reached;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function filesByFolder(files: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
      const inside = folders.get(folder);
      if (inside) inside.push(file);
      else folders.set(folder, [file]);
    }
  }
  return folders;
}

function targetsOf(
  path: string,
  from: string,
  known: Set<string>,
  folders: Map<string, string[]>,
): readonly string[] {
  const alias = ALIASES.find(([prefix]) => path.startsWith(prefix));
  const candidates = alias
    ? [alias[1] + path.slice(alias[0].length)]
    : [join(dirname(from), path), ...(path.startsWith('.') || path.startsWith('/') ? [] : [join(path)])];
  for (const candidate of candidates) {
    const file = ENDINGS.map((ending) => candidate + ending).find((name) => known.has(name));
    if (file) return [file];
    const inside = READS_FOLDERS.test(from) && folders.get(candidate.replace(/\/$/, ''));
    if (inside) return inside;
  }
  return [];
}
