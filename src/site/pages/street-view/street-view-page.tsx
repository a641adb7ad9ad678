import { Camera, Check, Route } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { buttonClass } from '@/shared/ui/button';
import { StreetsSection } from '@/site/streets/streets-section';
import { CallToAction } from '@/site/ui/call-to-action';
import { IndexedHero } from '@/site/ui/page-hero';
import { ProcessSection } from '@/site/ui/process-section';
import { JsonLd, service } from '@/site/ui/structured-data';

/** Address of the quote request with the service chosen, written in full so that this page's chunk stays small. */
const QUOTE_HREF = `${paths.quoteRequest.path}?service=street-view`;

/** The two services of the Street View page. */
export const streetViewServices = [
  {
    title: 'Captation des lignes bleues',
    text: 'Une rue sans ligne bleue n’existe pas pour qui prépare sa visite. Nous parcourons votre réseau, vos parcs et vos sentiers, puis publions les images dans Google Maps; Google décide de ce qu’il affiche, et quand.',
    picture: '/images/tours/saint-apollinaire-street-view.jpg',
    benefits: [
      'Des rues récentes et des secteurs oubliés enfin visibles',
      'Pistes cyclables, parcs et sentiers que les voitures n’atteignent pas',
      'Des commerces et des attraits plus faciles à trouver',
      'Une mise à jour possible quand vos rues changent',
    ],
    Icon: Route,
  },
  {
    title: 'Relevé avant déneigement',
    text: 'Avant la première neige, nous photographions chaque tronçon confié à un entrepreneur. Au printemps, l’état d’origine des lieux n’est plus une question d’opinion.',
    picture: '/images/tours/sainte-brigitte-avant-deneigement.jpg',
    benefits: [
      'Une preuve datée et localisée avant le début des contrats',
      'Bordures, gazons, clôtures et mobilier documentés',
      'Des réclamations réglées plus vite, pour la ville et pour l’entrepreneur',
      'Un dossier que vos équipes consultent rue par rue, adresse par adresse',
    ],
    Icon: Camera,
  },
];

/** The Street View page: street imagery for the map, and street surveys before snow removal. */
export function StreetViewPage() {
  return (
    <>
      <JsonLd data={service('Street View pour municipalités', paths.streetView.href(), streetViewServices)} />
      <IndexedHero
        page={paths.streetView}
        crumb="Street View"
        headTitle="Street View et relevé avant déneigement pour municipalités"
        description="Captation des lignes bleues Street View et relevé avant déneigement pour les municipalités du Québec."
        title="Street View pour votre municipalité"
        lead="Vos rues telles qu’elles sont aujourd’hui&nbsp;: dans Google Maps, que consultent vos visiteurs, et dans les dossiers de vos travaux publics."
      >
        <Link to={QUOTE_HREF} className={buttonClass({ variant: 'accent', className: 'mt-8' })}>
          Demander une soumission
        </Link>
      </IndexedHero>

      <section aria-labelledby="titre-services" className="py-20 sm:py-28">
        <div className="mx-auto max-w-7xl space-y-20 px-5 sm:px-8">
          <h2 id="titre-services" className="sr-only">
            Nos deux services de rue
          </h2>
          {streetViewServices.map(({ title, text, picture, benefits, Icon }, index) => (
            <article
              key={title}
              aria-labelledby={`titre-service-${index}`}
              className="grid grid-cols-1 items-center gap-8 lg:grid-cols-12 lg:gap-14"
            >
              <img
                src={picture}
                alt=""
                width={800}
                height={433}
                loading={index === 0 ? 'eager' : 'lazy'}
                className={`aspect-[800/433] w-full rounded-2xl object-cover lg:col-span-7 ${
                  index % 2 ? 'lg:order-2' : ''
                }`}
              />
              <div className="lg:col-span-5">
                <Icon aria-hidden="true" strokeWidth={1.5} className="size-9 text-spruce" />
                <h3 id={`titre-service-${index}`} className="mt-4 text-3xl font-bold">
                  {title}
                </h3>
                <p className="mt-3 text-slate">{text}</p>
                <ul className="mt-6 divide-y divide-line border-y border-line">
                  {benefits.map((benefit) => (
                    <li key={benefit} className="flex items-start gap-3 py-3">
                      <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-spruce" />
                      {benefit}
                    </li>
                  ))}
                </ul>
              </div>
            </article>
          ))}
        </div>
      </section>

      <StreetsSection />
      <ProcessSection />
      <CallToAction
        title="Combien de kilomètres à couvrir?"
        text="Envoyez-nous la liste de vos rues ou une simple carte&nbsp;: nous établirons le parcours et la soumission."
        href={QUOTE_HREF}
      />
    </>
  );
}
