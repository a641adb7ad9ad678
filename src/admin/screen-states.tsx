import { useEffect, useState } from 'react';
import { Link, Outlet, useLocation, useMatches, useRouteError } from 'react-router-dom';
import { notify } from '@/shared/lib/notify';
import { isUuid } from '@/shared/lib/uuid';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorScreen } from '@/shared/ui/error-screen';
import { Seo } from '@/shared/ui/seo';
import { connection, useIsOffline } from './kit/lib/connection';
import { PageHeader } from './kit/ui/page-header';
import { NeedsConnection } from './shell/screens/offline';
import { todayPaths } from './today/paths';

/** Shown for an unknown address of the back office, which it logs so that broken links can be found; the menu stays. */
export function UnknownAddress() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.warn('Adresse inconnue :', pathname);
  }, [pathname]);
  return (
    <>
      <Seo title="Adresse inconnue" noIndex />
      <PageHeader title="Cette adresse n’existe pas" />
      <EmptyState title="Le lien est incomplet, ou la page a été déplacée.">
        <Link to={todayPaths.dashboard.href()} className={buttonClass({ variant: 'outline' })}>
          Revenir au Dashboard
        </Link>
      </EmptyState>
    </>
  );
}

/**
 * Renders the screen of the address, unless an id in it is malformed: the database would refuse it with an error of
 * its own.
 */
export function AddressedScreen() {
  const isMalformed = useMatches().some(({ params: { id } }) => id !== undefined && !isUuid(id));
  return isMalformed ? <UnknownAddress /> : <Outlet />;
}

/** Errors of Chromium, Firefox and Safari for a script that did not load. */
const NOT_LOADED = /dynamically imported module|importing a module script failed/i;

/** Replaces a screen that could not be loaded, or that failed; the menu stays. */
export function ScreenError() {
  const error = useRouteError();
  const isNotLoaded = !navigator.onLine || (error instanceof Error && NOT_LOADED.test(error.message));
  return isNotLoaded ? <NotLoaded /> : <ErrorScreen />;
}

function NotLoaded() {
  const [checking, setChecking] = useState(false);
  const isCut = useIsOffline();
  useEffect(() => {
    const reload = () => {
      if (connection.wasCut() && !connection.isOffline()) window.location.reload();
    };
    // The layout shows this only once the connection is back.
    void connection.check().then(reload);
    return connection.subscribe(reload);
  }, []);
  // Chromium remembers the failure of a module until the page is reloaded, which without a network loses the menu too.
  const retry = async () => {
    setChecking(true);
    const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    setChecking(false);
    if (answer) window.location.reload();
    else notify.error('La connexion est toujours coupée.');
  };
  if (isCut) return <NeedsConnection />;
  return (
    <>
      <Seo title="Page non chargée" noIndex />
      <PageHeader title="Cette page n’a pas pu être chargée" />
      <div role="alert">
        <EmptyState title="La connexion est coupée, ou le site vient d’être mis à jour.">
          <p className="text-slate">Vérifiez votre connexion, puis réessayez.</p>
          <Button variant="outline" pending={checking} onClick={retry}>
            Réessayer
          </Button>
        </EmptyState>
      </div>
    </>
  );
}
