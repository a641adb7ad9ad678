import { paths } from '@/shared/lib/paths';
import { Seo } from '@/shared/ui/seo';
import { services } from '@/site/ui/services';
import { ServicesSection } from '@/site/ui/services-section';
import { breadcrumbs, JsonLd, service } from '@/site/ui/structured-data';

/** The services, on a page of their own. */
export function ServicesPage() {
  return (
    <div className="pt-[4.5rem]">
      <Seo
        title="Services"
        description="Infrastructures, patrimoine, espaces naturels, Street View, relevés avant déneigement&nbsp;: huit services de photographie 360° pour les municipalités et les MRC."
      />
      <JsonLd
        data={service('Photographie 360° pour municipalités et MRC', paths.services.href(), services)}
      />
      <JsonLd data={breadcrumbs([['Services', paths.services.href()]])} />
      <ServicesSection as="h1" />
    </div>
  );
}
