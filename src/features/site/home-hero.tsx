import { Link } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { buttonClass } from '@/ui/button';
import { Coordinates } from './section-heading';
import { claims, places } from './site-content';

/** The picture covers its frame (16 by 9): where the frame is tall, it is wider than the window. */
const SIZES = '(width < 40rem) max(100vw, 107svh), max(100vw, 178svh)';

const sources = (type: 'webp' | 'jpg') =>
  [800, 1600].map((width) => `/images/hero-fjord-${width}.${type} ${width}w`).join(', ');

/** The first screen: the fjord from edge to edge, what we do, and the two ways on. */
export function HomeHero() {
  return (
    <section className="on-dark relative flex min-h-svh flex-col justify-end overflow-hidden bg-ink text-white">
      <picture>
        <source type="image/webp" srcSet={sources('webp')} sizes={SIZES} />
        <img
          src="/images/hero-fjord-1600.jpg"
          srcSet={sources('jpg')}
          sizes={SIZES}
          width={1600}
          height={900}
          alt=""
          fetchPriority="high"
          className="absolute inset-x-0 top-0 h-[60svh] w-full object-cover object-[76%_50%] sm:h-full sm:object-[62%_50%]"
        />
      </picture>
      {/* Veils keep the words readable over the bright sky: under the header, behind the words, under the figures. */}
      <div className="absolute inset-x-0 top-0 h-44 bg-gradient-to-b from-ink/60 to-transparent" />
      <div className="absolute inset-x-0 top-0 h-[60svh] bg-gradient-to-t from-ink via-ink/75 via-40% to-transparent to-85% sm:hidden" />
      <div className="absolute inset-0 hidden bg-gradient-to-t from-ink/95 via-ink/80 via-50% to-ink/25 sm:block xl:right-auto xl:w-[92%] xl:bg-gradient-to-r xl:from-ink/90 xl:via-ink/80 xl:to-transparent" />
      <div className="absolute inset-x-0 bottom-0 hidden h-72 bg-gradient-to-t from-ink/90 to-transparent xl:block" />

      <div className="relative mx-auto w-full max-w-7xl px-5 pt-[27svh] pb-8 sm:pt-40 sm:pb-12 sm:px-8">
        <p className="inline-flex items-center gap-2 rounded-full border border-white/50 bg-ink/50 px-4 py-1.5 text-sm font-medium">
          Visites virtuelles et imagerie de rue au Québec
        </p>
        <h1 className="mt-6 max-w-3xl text-[2.3rem] xl:max-w-4xl font-bold sm:text-6xl lg:text-[4.25rem]">
          Photographie 360° pour Municipalités & MRC
        </h1>
        <p className="mt-4 font-display text-xl font-medium sm:text-3xl">
          Valorisez Votre Territoire en Immersion Totale
        </p>
        <p className="mt-5 max-w-xl text-lg text-white/90">
          Vos attraits, vos équipements et vos rues, captés à 360° et livrés en visites que vos citoyens, vos
          visiteurs et vos élus explorent depuis n’importe quel écran.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <Link to={paths.contact.href()} className={buttonClass({ variant: 'accent' })}>
            Demander une soumission
          </Link>
          <a href={paths.portfolio.href()} className={buttonClass({ variant: 'outline' })}>
            Découvrir Nos Réalisations
          </a>
        </div>

        <div className="mt-8 flex flex-wrap items-end sm:mt-12 justify-between gap-x-12 gap-y-6 border-t border-white/35 pt-6 lg:mt-16">
          <ul className="grid w-full grid-cols-3 gap-4 sm:w-auto sm:gap-12">
            {claims.map((claim) => (
              <li key={claim.label} className="flex flex-col">
                <strong className="font-display text-3xl leading-none font-bold tabular-nums sm:text-4xl">
                  {claim.value}
                </strong>
                <span className="mt-2 text-sm leading-snug text-white/90">{claim.label}</span>
              </li>
            ))}
          </ul>
          <Coordinates place={places.saguenay} className="hidden text-white/85 md:block" />
        </div>
      </div>
    </section>
  );
}
