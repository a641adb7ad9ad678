import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '@/shared/ui/error-boundary';
import { useNavigationScroll } from './lib/use-navigation-scroll';
import { BelowFold } from './ui/below-fold';
import { SiteFooter } from './ui/footer';
import { SiteHeader } from './ui/header';

const MAIN = 'contenu';

/** Header, page and footer of the public site. */
export function PublicLayout() {
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
