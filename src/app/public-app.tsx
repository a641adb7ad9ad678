import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { Notifications } from '@/ui/notifications';
import { ErrorBoundary } from './error-boundary';
import { NotFoundPage } from './not-found-page';
import { PublicLayout } from './public-layout';

const HomePage = lazy(() => import('@/features/site/home-page').then((m) => ({ default: m.HomePage })));
const ServicesPage = lazy(() =>
  import('@/features/site/services-page').then((m) => ({ default: m.ServicesPage })),
);
const StreetViewPage = lazy(() =>
  import('@/features/site/street-view-page').then((m) => ({ default: m.StreetViewPage })),
);
const PortfolioPage = lazy(() =>
  import('@/features/site/portfolio-page').then((m) => ({ default: m.PortfolioPage })),
);
const ContactPage = lazy(() =>
  import('@/features/site/contact-page').then((m) => ({ default: m.ContactPage })),
);
const TourPage = lazy(() => import('@/features/site/tour-page').then((m) => ({ default: m.TourPage })));
const PrivacyPage = lazy(() =>
  import('@/features/site/privacy-page').then((m) => ({ default: m.PrivacyPage })),
);

/** The routes of the public site, inside whichever router the caller has: the browser's, or a fixed address. */
export function PublicRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        <Route path={paths.home.path} element={<HomePage />} />
        <Route path={paths.services.path} element={<ServicesPage />} />
        <Route path={paths.streetView.path} element={<StreetViewPage />} />
        <Route path={paths.portfolio.path} element={<PortfolioPage />} />
        <Route path={paths.tour.path} element={<TourPage notFound={<NotFoundPage />} />} />
        <Route path={paths.contact.path} element={<ContactPage />} />
        <Route path={paths.privacy.path} element={<PrivacyPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

/**
 * What visitors see. The caller gives a declarative router: the data router costs them 15 kB more
 * (docs/decisions/0002).
 */
export function PublicApp({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        {children}
        <Notifications />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
