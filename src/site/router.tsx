import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { matchPath, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { ErrorBoundary } from '@/shared/ui/error-boundary';
import { Notifications } from '@/shared/ui/notifications';
import { Spinner } from '@/shared/ui/spinner';
import { useNavigationScroll } from './lib/use-navigation-scroll';
import { BelowFold } from './ui/below-fold';
import { SiteFooter } from './ui/footer';
import { SiteHeader } from './ui/header';
import { PrintHead } from './ui/print-head';

/** One route for a tour and its scenes, so that walking only changes the address. */
const visitPage = () => import('./pages/visit/visit-page').then((m) => m.VisitPage);

/** One page for a street and for its places: driving changes the address and nothing else. */
const streetPage = () => import('./pages/street/street-page').then((m) => m.StreetPage);

/** The pages, each in a script of its own; the last is that of any other address. */
const pages = [
  page(paths.home.path, () => import('./pages/home/home-page').then((m) => m.HomePage)),
  page(paths.services.path, () => import('./pages/services/services-page').then((m) => m.ServicesPage)),
  page(paths.streetView.path, () =>
    import('./pages/street-view/street-view-page').then((m) => m.StreetViewPage),
  ),
  page(paths.street.path, streetPage),
  page(paths.streetPlace.path, streetPage),
  page(paths.portfolio.path, () => import('./pages/portfolio/portfolio-page').then((m) => m.PortfolioPage)),
  page(paths.tour.path, () => import('./pages/tour/tour-page').then((m) => m.TourPage)),
  page(paths.visit.path, visitPage),
  page(paths.visitScene.path, visitPage),
  page(paths.estimate.path, () => import('./pages/estimate/estimate-page').then((m) => m.EstimatePage)),
  page(paths.quoteRequest.path, () =>
    import('./pages/quote-request/quote-request-page').then((m) => m.QuoteRequestPage),
  ),
  page(paths.quoteRequestReceived.path, () =>
    import('./pages/quote-request-outcome/quote-request-received-page').then(
      (m) => m.QuoteRequestReceivedPage,
    ),
  ),
  page(paths.quoteRequestNotSent.path, () =>
    import('./pages/quote-request-outcome/quote-request-not-sent-page').then(
      (m) => m.QuoteRequestNotSentPage,
    ),
  ),
  page(paths.municipalities.path, () =>
    import('./pages/municipalities/municipalities-page').then((m) => m.MunicipalitiesPage),
  ),
  page(paths.about.path, () => import('./pages/about/about-page').then((m) => m.AboutPage)),
  page(paths.accessibility.path, () =>
    import('./pages/accessibility/accessibility-page').then((m) => m.AccessibilityPage),
  ),
  page(paths.verifier.path, () => import('./pages/verifier/verifier-page').then((m) => m.VerifierPage)),
  page(paths.sitePlan.path, () => import('./pages/site-plan/site-plan-page').then((m) => m.SitePlanPage)),
  page(paths.privacy.path, () => import('./pages/privacy/privacy-page').then((m) => m.PrivacyPage)),
  page(paths.unsubscribe.path, () =>
    import('./pages/unsubscribe/unsubscribe-page').then((m) => m.UnsubscribePage),
  ),
  page(paths.publicQuote.path, () => import('./pages/quote/quote-page').then((m) => m.QuotePage)),
  page(paths.personalRecord.path, () =>
    import('./pages/personal-record/personal-record-page').then((m) => m.PersonalRecordPage),
  ),
  page('*', () => import('@/shared/ui/not-found-page').then((m) => m.NotFoundPage)),
];

function page(path: string, load: () => Promise<ComponentType>) {
  return { path, load, Lazy: lazy(async () => ({ default: await load() })) };
}

/** Pages loaded before the first rendering, by what loads them. */
const loadedPages = new Map<() => Promise<ComponentType>, ComponentType>();

/** Loads the page of an address before the first rendering: waiting in a Suspense boundary would delay hydration. */
export async function preloadPage(pathname: string): Promise<void> {
  const found = pages.find(({ path }) => matchPath(path, pathname));
  if (found) loadedPages.set(found.load, await found.load());
}

/** The routes of the public site, inside whichever router the caller has: the browser's, or a fixed address. */
export function PublicRoutes() {
  const routes = pages.map(({ path, load, Lazy }) => {
    const Loaded = loadedPages.get(load);
    const page = Loaded ? (
      <Loaded />
    ) : (
      <Suspense fallback={<div className="min-h-dvh pt-32">{<Spinner />}</div>}>
        <Lazy />
      </Suspense>
    );
    return <Route key={path} path={path} element={page} />;
  });
  const standsAlone = (path: string) => path === paths.visit.path || path === paths.visitScene.path;
  return (
    <Routes>
      {routes.filter(({ props }) => standsAlone(props.path))}
      <Route element={<PublicLayout />}>{routes.filter(({ props }) => !standsAlone(props.path))}</Route>
    </Routes>
  );
}

/** The public site, inside a declarative router: the data router weighs 15 kB more (docs/decisions/0002). */
export function PublicApp({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      {children}
      <Notifications />
    </ErrorBoundary>
  );
}

const MAIN = 'contenu';

/** Header, page and footer of the public site. */
function PublicLayout() {
  const { pathname } = useLocation();
  useNavigationScroll(MAIN);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${MAIN}`}
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-full focus:bg-paper focus:px-5 focus:py-3 focus:font-semibold"
      >
        Aller au contenu
      </a>
      <PrintHead />
      {/* Hydrated after the first screen, or when it is touched: its links work without scripts. */}
      <Suspense>
        <SiteHeader />
      </Suspense>
      <main id={MAIN} tabIndex={-1} className="flex-1 outline-none">
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <BelowFold>
        <SiteFooter />
      </BelowFold>
    </div>
  );
}
