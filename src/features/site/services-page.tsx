import { Seo } from '@/ui/seo';
import { ServicesSection } from './services-section';

/** The services, on a page of their own. */
export function ServicesPage() {
  return (
    <div className="pt-[4.5rem]">
      <Seo
        title="Services"
        description="Infrastructures, patrimoine, espaces naturels, Street View, relevés avant déneigement&nbsp;: huit services de photographie 360° pour les municipalités et les MRC."
      />
      <ServicesSection as="h1" />
    </div>
  );
}
