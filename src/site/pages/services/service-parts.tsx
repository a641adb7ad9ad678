import { useQuery } from '@tanstack/react-query';
import { studioProfile } from '@/site/data/studio-profile';
import { services } from '@/site/lib/services';
import { withQueries } from '@/site/lib/with-queries';
import { CallToAction } from '@/site/ui/call-to-action';
import { ProcessSection } from '@/site/ui/process-section';
import { ServicePart } from './service-part';

/** The eight services one by one with the prices that the studio prints, how long they take, and the last word of the page. */
export const ServiceParts = withQueries(function ServiceParts() {
  const profile = useQuery(studioProfile()).data;
  const prices = profile?.prices ?? [];
  const times = profile
    ? [profile.planning_time, profile.capture_time, profile.processing_time, profile.publication_time]
    : [];
  return (
    <>
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        {services.map((one) => (
          <ServicePart key={one.id} service={one} price={prices.find(({ service }) => service === one.id)} />
        ))}
      </div>
      {times.some(Boolean) && (
        <ProcessSection
          times={times}
          lead={
            profile?.is_demo
              ? 'Durées de démonstration\u00a0: elles n’engagent personne.'
              : 'Les durées sont celles d’un projet habituel\u00a0: la soumission fixe celles du vôtre.'
          }
        />
      )}
      <CallToAction
        title="Un projet qui n’entre dans aucune case?"
        text="Décrivez-nous le lieu et ce que vous voulez en montrer&nbsp;: nous vous dirons si nous pouvons le faire."
      />
    </>
  );
});
