import { lazy, Suspense } from 'react';
import { paths } from '@/shared/lib/paths';
import { Seo } from '@/shared/ui/seo';
import { pagePicture } from '@/site/lib/page-picture';
import { JsonLd, localBusiness } from '@/site/ui/structured-data';
import { HomeHero } from './home-hero';

// A separate chunk, so that the first screen does not wait for it; a prerendered page shows these sections at once.
const HomeSections = lazy(() => import('./home-sections').then((m) => ({ default: m.HomeSections })));

/** The home page. */
export function HomePage() {
  return (
    <>
      <Seo
        image={pagePicture(paths.home.path)}
        title="Photographie 360° pour municipalités et MRC"
        description="Visites virtuelles, photographie 360° et imagerie de rue pour les municipalités et les MRC du Québec. Demandez une soumission."
      />
      <JsonLd data={localBusiness()} />
      <HomeHero />
      <Suspense>
        <HomeSections />
      </Suspense>
    </>
  );
}
