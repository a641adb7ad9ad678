import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PublicApp } from '@/app/public-app';
import { isBackOffice, paths } from '@/lib/paths';
import './index.css';

/** Tokens or errors that a sign-up or password link brings back in the address's fragment. */
const AUTH_RETURN = /[#&](access_token|error_code)=/;

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no #root');
const root = createRoot(rootElement);

const { pathname, hash } = window.location;
if (!isBackOffice(pathname) && AUTH_RETURN.test(hash)) {
  // These links come back to the site's root; only the sign-in page carries the library that reads them.
  window.location.replace(`${paths.auth.href()}${hash}`);
} else if (isBackOffice(pathname)) {
  const { AdminApp } = await import('@/app/admin-app');
  root.render(
    <StrictMode>
      <AdminApp />
    </StrictMode>,
  );
} else {
  root.render(
    <StrictMode>
      <PublicApp />
    </StrictMode>,
  );
}
