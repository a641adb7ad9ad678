import { QueryClientProvider } from '@tanstack/react-query';
import { lazy } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { createQueryClient } from '@/lib/query-client';
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

const queryClient = createQueryClient();

/**
 * What visitors see. A declarative router: the data router costs them 15 kB more (docs/decisions/0002).
 */
export function PublicApp() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Routes>
            <Route element={<PublicLayout />}>
              <Route path={paths.home.path} element={<HomePage />} />
              <Route path={paths.services.path} element={<ServicesPage />} />
              <Route path={paths.streetView.path} element={<StreetViewPage />} />
              <Route path={paths.portfolio.path} element={<PortfolioPage />} />
              <Route path={paths.contact.path} element={<ContactPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Routes>
        </BrowserRouter>
        <Notifications />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
