import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { homeAnchors, paths } from '@/shared/lib/paths';
import { serviceHref, services } from '@/site/lib/services';
import { useRevealOnScroll } from '@/site/lib/use-reveal-on-scroll';
import { LazyPicture } from '@/site/ui/lazy-picture';
import { places } from '@/site/ui/places';
import { SectionHeading } from '@/site/ui/section-heading';

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

/** The eight services in short, each leading to its story on the services page. */
export function ServicesSection() {
  const { list, item } = useRevealOnScroll<HTMLUListElement>(80);
  return (
    <section
      id={homeAnchors.services}
      aria-labelledby="titre-services"
      className="-scroll-mt-4 py-20 sm:py-28"
    >
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        <SectionHeading
          id="titre-services"
          place={places.perce}
          title="Huit services pour montrer votre territoire"
          lead="Un seul lieu ou toute une MRC&nbsp;: nous proposons la captation qui sert votre projet."
        />
        <ul
          ref={list}
          className="mt-12 grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-12 print:grid-cols-4"
        >
          {services.map(({ id, title, text, picture }, index) => {
            const { className, style } = item(index);
            return (
              <li key={id} style={style} className={`${className} ${columnSpans[index]} group relative`}>
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
                <h3 className="text-xl font-semibold">
                  <Link
                    to={serviceHref(id)}
                    className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
                  >
                    {title}
                  </Link>
                </h3>
                <p className="mt-2 max-w-lg text-slate">{text}</p>
              </li>
            );
          })}
        </ul>
        <Link
          to={paths.streetView.href()}
          className="mt-12 inline-flex min-h-11 items-center gap-2 font-semibold text-spruce underline-offset-4 hover:underline"
        >
          En savoir plus sur Street View et le relevé avant déneigement
          <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
        </Link>
      </div>
    </section>
  );
}
