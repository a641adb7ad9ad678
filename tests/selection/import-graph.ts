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

/** Tests of these folders build or run what is in a folder that they name; others read its files as texts. */
const RUNS_FOLDERS = /^(build|supabase)\//;

/** A subject of the back office names its screens for the router, which alone opens them: other tests see the subject's words. */
const SUBJECT = /^src\/admin\/[\w-]+\/subject\.ts$/;
const ROUTER = 'src/admin/router.tsx';

const CODE = /\.(ts|tsx|mjs)$/;
const ENDINGS = ['', '.ts', '.tsx', '.mjs'];

/** The dependents of each file, by its path: the files that run it, and those that read it as one text of a folder. */
type Dependents = { runners: Map<string, Set<string>>; readers: Map<string, Set<string>> };

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
): Dependents {
  const known = new Set(files);
  const folders = filesByFolder(files);
  const runners = new Map<string, Set<string>>();
  const readers = new Map<string, Set<string>>();
  for (const file of files.filter((name) => CODE.test(name))) {
    const text = read(file);
    if (text === undefined) continue;
    for (const { 2: path = '', index } of text.matchAll(NAMED_PATH)) {
      const opener = SUBJECT.test(file) && text.slice(0, index).endsWith('import(') ? ROUTER : file;
      const { targets, isFolder } = targetsOf(path.replace(/\?.*$/, ''), file, known, folders);
      const edges = isFolder && !RUNS_FOLDERS.test(file) ? readers : runners;
      for (const target of targets) {
        if (target === file) continue;
        edges.set(target, (edges.get(target) ?? new Set()).add(opener));
      }
    }
  }
  return { runners, readers };
}

/** The files that these are, those that read them, and all that run one of these, however far: the text of a file stays as it is. */
export function closureOf(changed: readonly string[], { runners, readers }: Dependents): Set<string> {
  const reached = new Set([...changed, ...changed.flatMap((file) => [...(readers.get(file) ?? [])])]);
  for (const file of reached) for (const runner of runners.get(file) ?? []) reached.add(runner);
  return reached;
}

/** The links of a file to others: its imports, also those when needed, its workers and its exports, one a line. */
export function linksOf(text: string): string {
  const links = text.matchAll(/\b(?:import|export)\b[^;=(){}\n]*(?:\{[^}]*\})?[^;\n]*|new URL\([^)]*\)/g);
  return Array.from(links, ([link]) => link.replace(/\s+/g, ' ')).join('\n');
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
): { targets: readonly string[]; isFolder: boolean } {
  const alias = ALIASES.find(([prefix]) => path.startsWith(prefix));
  const candidates = alias
    ? [alias[1] + path.slice(alias[0].length)]
    : [join(dirname(from), path), ...(path.startsWith('.') || path.startsWith('/') ? [] : [join(path)])];
  for (const candidate of candidates) {
    const file = ENDINGS.map((ending) => candidate + ending).find((name) => known.has(name));
    if (file) return { targets: [file], isFolder: false };
    const inside = READS_FOLDERS.test(from) && folders.get(candidate.replace(/\/$/, ''));
    if (inside) return { targets: inside, isFolder: true };
  }
  return { targets: [], isFolder: false };
}
