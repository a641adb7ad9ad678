import { build, type Rolldown } from 'vite';
import type { createSphere } from '../../src/shared/sphere/sphere.ts';
import type { createSphereView } from '../../src/shared/sphere/sphere-view.ts';

declare global {
  /** Globals that the scripts define: the engine, and the sphere of the test. */
  var engine: { createSphere: typeof createSphere };
  var views: { createSphereView: typeof createSphereView };
  var shown: { sphere: ReturnType<typeof createSphere>; view: ReturnType<typeof createSphereView> };
}

/** Bundles a module of the sphere as a script that puts its exports in a global variable. */
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

/** Bundles the sphere engine as scripts that define `engine` and `views` in a blank page. */
export const sphereScripts = () =>
  Promise.all([scriptOf('sphere', 'engine'), scriptOf('sphere-view', 'views')]);
