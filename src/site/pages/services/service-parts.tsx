import { useQuery } from '@tanstack/react-query';
import { studioProfile } from '@/site/data/studio-profile';
import { services } from '@/site/lib/services';
import { withQueries } from '@/site/lib/with-queries';
import { CallToAction } from '@/site/ui/call-to-action';
import { ServicePart } from './service-part';

/** The eight services one by one, with the prices that the studio prints, then the last word of the page. */
export const ServiceParts = withQueries(function ServiceParts() {
  const prices = useQuery(studioProfile()).data?.prices ?? [];
  return (
    <>
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        {services.map((one) => (
          <ServicePart key={one.id} service={one} price={prices.find(({ service }) => service === one.id)} />
        ))}
      </div>
      <CallToAction
        title="Un projet qui n’entre dans aucune case?"
        text="Décrivez-nous le lieu et ce que vous voulez en montrer&nbsp;: nous vous dirons si c’est pour nous."
      />
    </>
  );
});
