import { useEffect, useState } from 'react';
import { readServicePrices, type ServicePrice } from '@/site/data/service-prices';
import { services } from '@/site/lib/services';
import { ServicePart } from './service-part';

/** The eight services one by one, with the prices that the studio prints. */
export function ServiceParts() {
  const [prices, setPrices] = useState<readonly ServicePrice[]>([]);
  useEffect(() => {
    let isLeft = false;
    readServicePrices().then((read) => isLeft || setPrices(read));
    return () => {
      isLeft = true;
    };
  }, []);
  return services.map((one) => (
    <ServicePart key={one.id} service={one} price={prices.find(({ service }) => service === one.id)} />
  ));
}
