import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { build, type Rolldown } from 'vite';
import type { Scene } from '../src/shared/panorama-tour/panorama-tour.ts';
import { FIRST_PICTURE, flatPlaces } from '../src/shared/panorama-tour/viewer-defaults.ts';

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

/** The visit's bar is below it, in two lines where that is narrow (src/shared/panorama-tour/visit-bar.tsx). */
const PICTURE_STYLE = `#${FIRST_PICTURE}{position:fixed;inset:0 0 5rem;overflow:hidden;background:#10343c}@media (min-width:40rem){#${FIRST_PICTURE}{bottom:3.5rem}}#${FIRST_PICTURE} img{position:absolute;top:50%;left:50%;aspect-ratio:2;max-width:none}`;

/**
 * The first picture of a scene as a page shows it before anything else of it has been read, its styles included. The visit's own picture
 * comes over it (src/shared/panorama-tour/scene-poster.tsx).
 */
export function firstPicture(preview: string, { view }: Pick<Scene, 'view'>): string {
  const pictures = flatPlaces(view).map(
    ({ height, transform }) =>
      `<img src="${preview}" alt="" decoding="sync" style="height:${height};transform:${transform}">`,
  );
  return `<style>${PICTURE_STYLE}</style><div id="${FIRST_PICTURE}" class="noscript:hidden" aria-hidden="true">${pictures.join('')}</div>`;
}

/** The source of an inline script as a policy of content names it. */
export const inlineSource = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
