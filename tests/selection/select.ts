import { closureOf, readDependents, repositoryFiles } from './import-graph.ts';

/** A change here may reach every test. */
export const EVERYTHING =
  /^(vite\.config\.ts|tsconfig\.json|package(-lock)?\.json|tests\/unit\/(page|quiet-console|jsdom-gaps|fresh-modules|patient-waits|processor-time)\.ts)$/;

const TEST =
  /^(src\/.*\.test\.tsx?|(build|deploy|local|supabase\/functions|tests\/repository|tests\/selection)\/.*\.test\.ts)$/;
const isTest = (file: string) => TEST.test(file) && !file.includes('.proof.');

/**
 * The files of unit tests that a change of these files may break, and how many there are in all.
 *
 * @param changed paths from the root
 */
export function testsFor(changed: readonly string[]): { selected: string[]; all: number } {
  const files = repositoryFiles();
  const tests = files.filter(isTest);
  if (changed.some((file) => EVERYTHING.test(file))) return { selected: tests, all: tests.length };
  const reached = closureOf(changed, readDependents([...new Set([...files, ...changed])]));
  return { selected: tests.filter((file) => reached.has(file)), all: tests.length };
}

/** Files of a subject by their path: those in a folder of its name, or with it in their own, in one number or the other. */
export function filesOfSubject(subject: string, files: readonly string[]): string[] {
  const one = subject.replace(/s$/, '');
  const word = new RegExp(`(^|[/_.-])${one}s?([/_.-]|$)`);
  return files.filter((file) => word.test(file));
}

/** The files of unit tests among these. */
export const testsAmong = (files: readonly string[]): string[] => files.filter(isTest);
