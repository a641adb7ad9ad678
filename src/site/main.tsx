import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { loadFaces } from '@/shared/lib/web-fonts';
import { whenIdle } from '@/shared/lib/when-idle';
import { PublicApp, PublicRoutes, preloadPage } from './router';
import './styles.css';

/** Tokens or errors that a sign-up or password link brings back in the address's fragment. */
const AUTH_RETURN = /[#&](access_token|error_code)=/;

/**
 * A written page carries the styles of what it shows. The whole sheet comes after the scripts; where these do not run,
 * the browser reads it from the same place.
 */
function loadWholeStyleSheet(): void {
  const link = document.querySelector('head noscript')?.textContent ?? '';
  document.head.insertAdjacentHTML('beforeend', link);
}

/** Takes a written page over, or renders one that was not written. */
async function start(root: HTMLElement): Promise<void> {
  const site = (
    <StrictMode>
      <PublicApp>
        <BrowserRouter>
          <PublicRoutes />
        </BrowserRouter>
      </PublicApp>
    </StrictMode>
  );
  // When it cannot be loaded, the page itself says so. Not awaited by the module itself: pages import what it imports.
  await preloadPage(window.location.pathname).catch(() => {});
  // A written page says what it was made from.
  if (document.getElementById('query-state')) {
    // In slices: no long task stands between the first paint and the first touch.
    startTransition(() => {
      hydrateRoot(root, site);
    });
  } else {
    createRoot(root).render(site);
  }
  // Once the page is taken over: what it is made of would be gone through while React is at it.
  whenIdle(() => {
    loadWholeStyleSheet();
    void loadFaces();
  });
}

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no #root');
// What a written page leaves to later frames is all there for what scripts do, moving the keyboard to an anchor included.
rootElement.dataset.scripted = '';

const { hash } = window.location;
if (AUTH_RETURN.test(hash)) {
  // These links come back to the site's root; only the sign-in page carries the library that reads them.
  window.location.replace(`${paths.auth.href()}${hash}`);
} else {
  void start(rootElement);
}
