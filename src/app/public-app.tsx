import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { Notifications } from '@/ui/notifications';
import { Spinner } from '@/ui/spinner';
import { ErrorBoundary } from './error-boundary';
import { NotFoundPage } from './not-found-page';
import { PublicLayout } from './public-layout';

type PublicPage = ComponentType<{ notFound: ReactNode }>;

/** The pages, each in a script of its own. */
const pages = [
  page(paths.home.path, () => import('@/features/site/home-page').then((m) => m.HomePage)),
  page(paths.services.path, () => import('@/features/site/services-page').then((m) => m.ServicesPage)),
  page(paths.streetView.path, () => import('@/features/site/street-view-page').then((m) => m.StreetViewPage)),
  page(paths.portfolio.path, () => import('@/features/site/portfolio-page').then((m) => m.PortfolioPage)),
  page(paths.tour.path, () => import('@/features/site/tour-page').then((m) => m.TourPage)),
  page(paths.contact.path, () => import('@/features/site/contact-page').then((m) => m.ContactPage)),
  page(paths.privacy.path, () => import('@/features/site/privacy-page').then((m) => m.PrivacyPage)),
  page(paths.unsubscribe.path, () =>
    import('@/features/site/unsubscribe-page').then((m) => m.UnsubscribePage),
  ),
];

function page(path: string, load: () => Promise<PublicPage>) {
  return { path, load, Later: lazy(async () => ({ default: await load() })) };
}

/** Pages loaded before the first rendering, by path. */
const loaded = new Map<string, PublicPage>();

/**
 * Loads the page of an address, where there is one, so that the first rendering is complete: a boundary to wait in would
 * put the taking over of a written page off.
 */
export async function preloadPage(pathname: string): Promise<void> {
  const found = pages.find(({ path }) => matchPath(path, pathname));
  if (found) loaded.set(found.path, await found.load());
}

/** The routes of the public site, inside whichever router the caller has: the browser's, or a fixed address. */
export function PublicRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        {pages.map(({ path, Later }) => {
          const Loaded = loaded.get(path);
          const notFound = <NotFoundPage />;
          const page = Loaded ? (
            <Loaded notFound={notFound} />
          ) : (
            <Suspense fallback={<div className="min-h-dvh pt-32">{<Spinner />}</div>}>
              <Later notFound={notFound} />
            </Suspense>
          );
          return <Route key={path} path={path} element={page} />;
        })}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

/**
 * What visitors see. The caller gives a declarative router: the data router costs them 15 kB more
 * (docs/decisions/0002).
 */
export function PublicApp({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      {children}
      <Notifications />
    </ErrorBoundary>
  );
}
