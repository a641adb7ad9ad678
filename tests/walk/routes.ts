import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { paths } from '../../src/shared/lib/paths.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** Returns the address behind a name in the paths. */
function routeOf(name: string): string {
  const known: Record<string, { path: string } | undefined> = paths;
  const route = known[name];
  if (!route) throw new Error(`${name} is in the router and not in the paths`);
  return route.path;
}

/** Lists every address of the site's router, read from its source so that a new one is walked too. */
export const publicRoutes = (): string[] => [
  ...new Set(
    Array.from(
      readFileSync(`${src}site/router.tsx`, 'utf8').matchAll(/page\(paths\.(\w+)\.path/g),
      ([, name = '']) => routeOf(name),
    ),
  ),
  '/nulle-part',
];

/**
 * Lists every address of the back office, read from the sources of its subjects, since importing them would load the
 * screens.
 */
export const adminRoutes = (): string[] => [
  ...new Set(
    readdirSync(`${src}admin`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^[^/]+\/paths\.ts$/.test(file))
      .flatMap((file) =>
        Array.from(
          readFileSync(`${src}admin/${file}`, 'utf8').matchAll(/'(\/admin[^'?#]*)'/g),
          ([, path = '']) => path,
        ),
      ),
  ),
  '/admin/nulle-part',
];
