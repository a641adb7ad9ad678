import { notify } from '@/shared/lib/notify';

const NOT_LOADED =
  'Une partie de la page n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez la page.';

/**
 * What a person asked for, once its script is there. A browser may answer a script that failed to load with the same
 * failure until the page is reloaded (Chromium does; WHATWG HTML, issue 6768): they are told.
 *
 * @returns the module, or `undefined` when it did not come
 */
export function lateScript<Module>(script: Promise<Module>): Promise<Module | undefined> {
  return script.catch(() => {
    notify.error(NOT_LOADED);
    return undefined;
  });
}
