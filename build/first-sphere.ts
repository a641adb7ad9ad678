import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { build, type Rolldown } from 'vite';

/** Scripts of a page that begins with a sphere: the one that stands in it, and the one that adds the others to it. */
export type FirstSphereScripts = { begin: string; rest: string };

/** Builds a module as the text of one classic script. */
async function scriptOf(module: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: { '@': resolve('src') } },
    build: {
      write: false,
      lib: { entry: resolve(`src/shared/panorama-tour/${module}.ts`), name: 'visit', formats: ['iife'] },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code.trim().replaceAll('</script', '<\\/script');
}

/** Builds the scripts with which a page of a visit shows its first picture before the application has come (docs/decisions/0138). */
export async function firstSphereScripts(): Promise<FirstSphereScripts> {
  const [begin, rest] = await Promise.all([scriptOf('begin-visit'), scriptOf('rest-of-page')]);
  return { begin, rest };
}

/** The source of an inline script as a policy of content names it. */
export const inlineSource = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
