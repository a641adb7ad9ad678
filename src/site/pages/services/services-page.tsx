import { lazy, Suspense } from 'react';
import { paths } from '@/shared/lib/paths';
import { Seo } from '@/shared/ui/seo';
import { services } from '@/site/lib/services';
import { ServicesSection } from '@/site/ui/services-section';
import { breadcrumbs, JsonLd, service } from '@/site/ui/structured-data';
import { whenNear } from '@/site/ui/when-near';

const PARTS = 'un-a-un';

const ServiceParts = lazy(async () => {
  await whenNear(PARTS);
  return { default: (await import('./service-parts')).ServiceParts };
});

/** The services, on a page of their own: in short, then one by one. */
export function ServicesPage() {
  return (
    <div className="pt-[4.5rem]">
      <Seo
        title="Services de visite virtuelle et de photographie 360°"
        description="Infrastructures, patrimoine, espaces naturels, Street View, relevé avant déneigement&nbsp;: huit services de photographie 360° pour les municipalités et les MRC."
      />
      <JsonLd
        data={service('Photographie 360° pour municipalités et MRC', paths.services.href(), services)}
      />
      <JsonLd data={breadcrumbs([['Services', paths.services.href()]])} />
      <ServicesSection as="h1" />
      <div id={PARTS} className="border-t border-line">
        <Suspense fallback={<div className="min-h-dvh" />}>
          <ServiceParts />
        </Suspense>
      </div>
    </div>
  );
}
