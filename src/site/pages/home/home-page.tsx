import { lazy, Suspense } from 'react';
import { Seo } from '@/shared/ui/seo';
import { JsonLd, studio } from '@/site/ui/structured-data';
import { HomeHero } from './home-hero';

// Their scripts come after those of the first screen, and never hold it up; a written page shows them all the same.
const HomeSections = lazy(() => import('./home-sections').then((m) => ({ default: m.HomeSections })));

/** The home page. */
export function HomePage() {
  return (
    <>
      <Seo
        title="Photographie 360° pour municipalités et MRC"
        description="Visites virtuelles, photographie 360° et imagerie de rue pour les municipalités et les MRC du Québec. Demandez une soumission."
      />
      <JsonLd data={studio()} />
      <HomeHero />
      <Suspense>
        <HomeSections />
      </Suspense>
    </>
  );
}
