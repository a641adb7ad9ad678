import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { loadWebFonts } from '@/shared/lib/web-fonts';
import { whenIdle } from '@/shared/lib/when-idle';
import { PublicApp, PublicRoutes, preloadPage } from './router';
import './styles.css';

/** Tokens or errors that a sign-up or password link brings back in the address's fragment. */
const AUTH_RETURN = /[#&](access_token|error_code)=/;

/** The file of a page, which hosts serve at its own address too: `/services.html` is `/services`. */
const PAGE_FILE = /(\/index)?\.html$/;

/** Hydrates a prerendered page, or renders one that was not prerendered. */
async function startSite(root: HTMLElement): Promise<void> {
  const site = (
    <StrictMode>
      <PublicApp>
        <BrowserRouter>
          <PublicRoutes />
        </BrowserRouter>
      </PublicApp>
    </StrictMode>
  );
  // There is no top-level await, because the pages import modules that import this one.
  const isLoaded = await preloadPage(window.location.pathname).then(
    () => true,
    () => false,
  );
  // Only a prerendered page carries its query data. One whose script failed says so in its place: hydrated, React would
  // report a mismatch.
  if (isLoaded && document.getElementById('query-state')) {
    // A transition renders in slices, so that no long task delays the first input.
    startTransition(() => {
      hydrateRoot(root, site);
    });
  } else {
    createRoot(root).render(site);
  }
  whenIdle(() => void loadWebFonts());
}

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no #root');

const { pathname, search, hash } = window.location;
if (PAGE_FILE.test(pathname)) {
  window.history.replaceState(null, '', `${pathname.replace(PAGE_FILE, '') || '/'}${search}${hash}`);
}
if (AUTH_RETURN.test(hash)) {
  // These links come back to the site's root; only the sign-in page carries the library that reads them.
  window.location.replace(`${paths.auth.href()}${hash}`);
} else {
  void startSite(rootElement);
}
