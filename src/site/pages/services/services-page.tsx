import { useEffect, useState } from 'react';
import { paths } from '@/shared/lib/paths';
import { whenIdle } from '@/shared/lib/when-idle';
import { Seo } from '@/shared/ui/seo';
import { readServicePrices, type ServicePrice } from '@/site/data/service-prices';
import { services } from '@/site/lib/services';
import { CallToAction } from '@/site/ui/call-to-action';
import { ServicesSection } from '@/site/ui/services-section';
import { breadcrumbs, JsonLd, service } from '@/site/ui/structured-data';
import { ServicePart } from './service-part';

/** The services, on a page of their own: in short, then one by one. */
export function ServicesPage() {
  const [prices, setPrices] = useState<readonly ServicePrice[]>([]);
  useEffect(() => {
    let isLeft = false;
    whenIdle(() => void readServicePrices().then((read) => isLeft || setPrices(read)));
    return () => {
      isLeft = true;
    };
  }, []);
  return (
    <div className="pt-[4.5rem]">
      <Seo
        title="Services de visite virtuelle et de photographie 360°"
        description="Infrastructures, patrimoine, espaces naturels, Street View, relevés avant déneigement&nbsp;: huit services de photographie 360° pour les municipalités et les MRC."
      />
      <JsonLd
        data={service('Photographie 360° pour municipalités et MRC', paths.services.href(), services)}
      />
      <JsonLd data={breadcrumbs([['Services', paths.services.href()]])} />
      <ServicesSection as="h1" />
      <div className="border-t border-line">
        <div className="mx-auto max-w-7xl px-5 sm:px-8">
          {services.map((one) => (
            <ServicePart
              key={one.id}
              service={one}
              price={prices.find((price) => price.service === one.id)}
            />
          ))}
        </div>
      </div>
      <CallToAction
        title="Un projet qui n’entre dans aucune case?"
        text="Décrivez-nous le lieu et ce que vous voulez en montrer&nbsp;: nous vous dirons si c’est pour nous."
      />
    </div>
  );
}
