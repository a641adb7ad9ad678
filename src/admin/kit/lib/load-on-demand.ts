import { notify } from '@/shared/lib/notify';

const NOT_LOADED =
  'Une partie de la page n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez la page.';

/**
 * Awaits a dynamic import, and shows an error when it fails. A browser may answer a failed module with the same
 * failure until the page is reloaded (Chromium does; WHATWG HTML, issue 6768), so the message suggests it.
 *
 * @returns the module, or `undefined` when it could not be loaded
 */
export function loadOnDemand<Module>(module: Promise<Module>): Promise<Module | undefined> {
  return module.catch(() => {
    notify.error(NOT_LOADED);
    return undefined;
  });
}
