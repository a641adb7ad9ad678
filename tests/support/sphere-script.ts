import { build, type Rolldown } from 'vite';
import type { createSphere } from '../../src/shared/sphere/sphere.ts';
import type { createSphereView } from '../../src/shared/sphere/sphere-view.ts';

declare global {
  /** The engine as scripts, and the sphere that a test shows. */
  var engine: { createSphere: typeof createSphere };
  var views: { createSphereView: typeof createSphereView };
  var shown: { sphere: ReturnType<typeof createSphere>; view: ReturnType<typeof createSphereView> };
}

/** Returns a module of the sphere as a script that leaves what it exports in a variable. */
async function scriptOf(module: string, name: string): Promise<string> {
  const src = new URL('../../src', import.meta.url).pathname;
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@': src } },
    build: { write: false, lib: { entry: `${src}/shared/sphere/${module}.ts`, name, formats: ['iife'] } },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return `${output[0].code};globalThis.${name} = ${name};`;
}

/** Returns the engine of spheres as scripts, which leave `engine` and `views` in a page without the application. */
export const sphereScripts = () =>
  Promise.all([scriptOf('sphere', 'engine'), scriptOf('sphere-view', 'views')]);
