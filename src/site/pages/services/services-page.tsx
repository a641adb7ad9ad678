import { useQuery } from '@tanstack/react-query';
import { paths } from '@/shared/lib/paths';
import { serviceExamples } from '@/site/data/service-examples';
import { studioProfile } from '@/site/data/studio-profile';
import { services } from '@/site/lib/services';
import { withQueries } from '@/site/lib/with-queries';
import { BeforeAfter } from '@/site/ui/before-after';
import { CallToAction } from '@/site/ui/call-to-action';
import { LazyPicture } from '@/site/ui/lazy-picture';
import { IndexedHero } from '@/site/ui/page-hero';
import { places } from '@/site/ui/places';
import { ProcessSection } from '@/site/ui/process-section';
import { JsonLd, service } from '@/site/ui/structured-data';
import { ServicePicture, ServiceStory, type ToldService } from './service-story';

const wrap = 'mx-auto max-w-7xl px-5 sm:px-8';

/** The eight services, each told once, and how long a project takes where the studio says it. */
export const ServicesPage = withQueries(function ServicesPage() {
  const profile = useQuery(studioProfile()).data;
  const examples = useQuery(serviceExamples()).data ?? {};
  const told = (id: string): ToldService => ({
    service: services.find((one) => one.id === id) as (typeof services)[number],
    example: examples[id],
    price: profile?.prices?.find((one) => one.service === id),
  });
  const times = profile
    ? [profile.planning_time, profile.capture_time, profile.processing_time, profile.publication_time]
    : [];
  return (
    <>
      <JsonLd
        data={service('Photographie 360° pour municipalités et MRC', paths.services.href(), services)}
      />
      <IndexedHero
        page={paths.services}
        crumb="Services"
        headTitle="Services de visite virtuelle et de photographie 360°"
        description="Infrastructures, patrimoine, espaces naturels, Street View, relevé avant déneigement&nbsp;: huit services de photographie 360° pour les municipalités et les MRC."
        place={places.perce}
        title="Huit services pour montrer votre territoire"
        lead="Un seul lieu ou toute une MRC&nbsp;: nous proposons la captation qui sert votre projet."
      />
      <Buildings told={told} />
      <Streets told={told} />
      <Nature {...told('nature')} />
      <Events {...told('evenements')} />
      {times.some(Boolean) && (
        <ProcessSection
          times={times}
          isCompact
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

type Told = { told: (id: string) => ToldService };

/** The services about buildings: one beside a wide picture, one under its own, two in a column. */
function Buildings({ told }: Told) {
  const infrastructures = told('infrastructures');
  const patrimoine = told('patrimoine');
  return (
    <div className={`${wrap} py-7 sm:py-14`}>
      <div className="grid grid-cols-1 items-center gap-x-10 gap-y-5 lg:grid-cols-[7fr_5fr]">
        <ServicePicture
          {...infrastructures}
          isFirst
          sizes="(width < 64rem) 100vw, 44rem"
          className="aspect-[800/433] lg:aspect-auto lg:h-80"
        />
        <ServiceStory {...infrastructures} />
      </div>
      <div className="mt-8 grid grid-cols-1 gap-x-14 gap-y-8 sm:mt-10 lg:grid-cols-[5fr_7fr]">
        <div>
          <ServicePicture
            {...patrimoine}
            sizes="(width < 64rem) 100vw, 30rem"
            className="mb-5 aspect-[800/433] lg:aspect-auto lg:h-60"
          />
          <ServiceStory {...patrimoine} />
        </div>
        <div className="space-y-8 print:grid print:grid-cols-2 print:gap-x-8 print:space-y-0">
          {['developpement', 'commerces'].map((id) => (
            <div
              key={id}
              className="grid grid-cols-1 gap-x-7 gap-y-4 border-t border-line pt-6 sm:grid-cols-[11rem_1fr] print:block"
            >
              <ServicePicture {...told(id)} sizes="22rem" className="hidden h-44 sm:block" />
              <ServiceStory {...told(id)} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The two services of the street around the same place at two dates. */
function Streets({ told }: Told) {
  return (
    <div className="on-dark bg-lake text-white">
      <div
        className={`${wrap} grid grid-cols-1 items-center gap-x-10 gap-y-7 py-9 sm:py-12 lg:grid-cols-[1fr_1.45fr_1fr]`}
      >
        <ServiceStory {...told('street-view')} />
        <BeforeAfter
          label="Comparer la rue avant la neige et au dégel"
          before={{ src: '/images/services/rue-avant-la-neige.jpg', label: 'Avant la neige' }}
          after={{ src: '/images/services/rue-au-degel.jpg', label: 'Au dégel' }}
          caption="Au dégel, la bordure est brisée; l’automne d’avant, elle ne l’était pas. Images de démonstration."
        />
        <ServiceStory {...told('deneigement')} />
      </div>
    </div>
  );
}

/** A view from edge to edge with the text on a panel over its right third. */
function Nature(told: ToldService) {
  return (
    <div className="relative overflow-hidden lg:flex lg:min-h-[28rem] lg:items-center">
      <div data-print className="relative aspect-[800/433] bg-lake lg:absolute lg:inset-0 lg:aspect-auto">
        <LazyPicture
          src="/images/services/fjord-1920.jpg"
          srcSet="/images/services/fjord-960.jpg 960w, /images/services/fjord-1920.jpg 1920w"
          sizes="(width < 64rem) 140vw, 100vw"
          alt=""
          width={1920}
          height={740}
          className="absolute inset-0 size-full object-cover"
        />
        <span className="absolute bottom-3 left-3 rounded bg-ink/85 px-2 py-0.5 text-xs text-white">
          Image de démonstration
        </span>
      </div>
      <div className={`${wrap} relative w-full lg:flex lg:justify-end`}>
        <ServiceStory {...told} className="py-6 lg:my-7 lg:w-[27rem] lg:rounded-2xl lg:bg-snow lg:p-7" />
      </div>
    </div>
  );
}

/** The last service: its text first, then its picture. */
function Events(told: ToldService) {
  return (
    <div
      className={`${wrap} grid grid-cols-1 items-center gap-x-14 gap-y-5 py-7 sm:py-14 lg:grid-cols-[7fr_5fr]`}
    >
      <ServiceStory {...told} />
      <ServicePicture
        {...told}
        sizes="(width < 64rem) 100vw, 30rem"
        className="aspect-[800/433] max-lg:order-first"
      />
    </div>
  );
}
