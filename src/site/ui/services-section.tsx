import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { homeAnchors, paths } from '@/shared/lib/paths';
import { useRevealOnScroll } from '@/site/lib/use-reveal-on-scroll';
import { places } from '@/site/ui/places';
import { LazyPicture } from './lazy-picture';
import { SectionHeading } from './section-heading';

/** One of the eight services; those with a picture are shown larger. */
type Service = { title: string; text: string; picture?: string };

export const services: Service[] = [
  {
    title: 'Infrastructures municipales',
    text: 'Arénas, bibliothèques, ponts, usines de traitement de l’eau\u00a0: faites visiter vos équipements et gardez une trace de leur état.',
    picture: '/images/tours/pont-rouge-sainte-agathe.jpg',
  },
  {
    title: 'Patrimoine et culture',
    text: 'Églises, musées, places anciennes\u00a0: ouvrez vos lieux de mémoire toute l’année, à toute heure.',
    picture: '/images/tours/vieux-la-prairie.jpg',
  },
  {
    title: 'Projets de développement',
    text: 'Nouveaux quartiers, grands chantiers\u00a0: montrez le site aux citoyens et aux investisseurs, étape par étape.',
  },
  {
    title: 'Zones commerciales',
    text: 'Rues principales, marchés, parcs industriels\u00a0: donnez envie de s’y arrêter, puis de s’y établir.',
  },
  {
    title: 'Captation Street View',
    text: 'Les lignes bleues de la carte tracées dans vos rues, vos parcs et le long de vos pistes cyclables.',
  },
  {
    title: 'Relevés avant déneigement',
    text: 'Bordures, clôtures, aménagements\u00a0: un état des lieux photographique daté, avant le début des contrats.',
  },
  {
    title: 'Espaces naturels',
    text: 'Parcs, belvédères, plages et sentiers, captés au bon moment du jour et de l’année.',
    picture: '/images/tours/lac-temiscouata.jpg',
  },
  {
    title: 'Événements spéciaux',
    text: 'Festivals, inaugurations, marchés de Noël\u00a0: une ambiance que l’on peut revisiter bien après la fête.',
    picture: '/images/tours/marche-noel-deschambault.jpg',
  },
];

/** The grid columns of each service: two with a picture, four without on one line, two with a picture. */
const columnSpans = [
  'lg:col-span-7',
  'lg:col-span-5',
  'lg:col-span-3',
  'lg:col-span-3',
  'lg:col-span-3',
  'lg:col-span-3',
  'lg:col-span-5',
  'lg:col-span-7',
];

/**
 * The eight services.
 *
 * @param as the level of the title: `h1` where the section is the whole page
 */
export function ServicesSection({ as = 'h2' }: { as?: 'h1' | 'h2' }) {
  const { list, item } = useRevealOnScroll<HTMLUListElement>(80);
  const Title = as === 'h1' ? 'h2' : 'h3';
  return (
    <section
      id={homeAnchors.services}
      aria-labelledby="titre-services"
      className={`-scroll-mt-4 pb-20 sm:pb-28 ${as === 'h1' ? 'pt-14 sm:pt-20' : 'pt-20 sm:pt-28'}`}
    >
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        <SectionHeading
          id="titre-services"
          as={as}
          place={places.perce}
          title="Huit services pour montrer votre territoire"
          lead="Un seul lieu ou toute une MRC&nbsp;: nous proposons la captation qui sert votre projet."
        />
        <ul ref={list} className="mt-12 grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-12">
          {services.map(({ title, text, picture }, index) => {
            const { className, style } = item(index);
            return (
              <li key={title} style={style} className={`${className} ${columnSpans[index]}`}>
                {picture ? (
                  <div className="mb-5 aspect-[800/433] overflow-hidden rounded-2xl lg:aspect-auto lg:h-80">
                    <LazyPicture
                      src={picture}
                      alt=""
                      width={800}
                      height={433}
                      className="size-full object-cover"
                    />
                  </div>
                ) : (
                  <div className="mb-4 h-px bg-slate/40" />
                )}
                <Title className="text-xl font-semibold">{title}</Title>
                <p className="mt-2 max-w-lg text-slate">{text}</p>
              </li>
            );
          })}
        </ul>
        <Link
          to={paths.streetView.href()}
          className="mt-12 inline-flex min-h-11 items-center gap-2 font-semibold text-spruce underline-offset-4 hover:underline"
        >
          En savoir plus sur Street View et les relevés avant déneigement
          <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
        </Link>
      </div>
    </section>
  );
}
