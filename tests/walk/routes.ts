import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { paths } from '../../src/shared/lib/admin-paths.ts';

const source = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../src/${file}`, import.meta.url)), 'utf8');
const { admin, ...site } = paths;
/** No page: where the back office begins. */
const publicPaths: Record<string, { path: string } | undefined> = site;
const adminPaths: Record<string, { path: string } | undefined> = admin;

const routesIn = (text: string, pattern: RegExp, known: Record<string, { path: string } | undefined>) =>
  Array.from(text.matchAll(pattern), ([, name = '']) => {
    const route = known[name];
    if (!route) throw new Error(`${name} is in a router and not in the paths`);
    return route.path;
  });

/** Every address of the two routers, read in their sources: what is added there is walked. */
export const publicRoutes = (): string[] => [
  ...new Set(routesIn(source('site/router.tsx'), /page\(paths\.(\w+)\.path/g, publicPaths)),
  '/nulle-part',
];

export const adminRoutes = (): string[] => [
  ...new Set(routesIn(source('admin/router.tsx'), /^ {2}(\w+): (?:page|wide)\(/gm, adminPaths)),
  '/admin/nulle-part',
];
