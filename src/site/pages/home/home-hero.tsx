import type { browserConfig } from '@build/env';
import { Footprints, Pause, Play } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { buttonClass } from '@/shared/ui/button';
import { heroStrip } from './hero-strip';
import { useSlowTurn } from './use-slow-turn';

/** Replaced at build time by vite.config.ts: the tour that the page opens on, and its pictures (build/hero-tour.ts). */
declare const __HERO__: ReturnType<typeof browserConfig>['hero'];
const hero = __HERO__;

/** The three key figures, as the specification prints them. */
export const keyFigures = [
  { value: '15+', label: 'municipalités partenaires' },
  { value: '50+', label: 'visites virtuelles créées' },
  { value: '100\u00a0%', label: 'satisfaction de la clientèle' },
];

const sourceSet = (name: 'strip' | 'phone', widths: readonly number[]) =>
  widths.map((width) => `${hero.picture}/${name}-${width}.avif ${width}w`).join(', ');

/** The pictures cover their frame, whose heights the classes below give. */
const PHONE = '(width < 40rem)';
const pictures = [
  {
    media: PHONE,
    sizes: 'max(100vw, 48svh)',
    srcSet: sourceSet('phone', heroStrip.phoneWidths),
    width: 1080,
    height: 864,
  },
  {
    media: `not all and ${PHONE}`,
    sizes: '(width < 64rem) max(100vw, 130svh), max(100vw, 260svh)',
    srcSet: sourceSet('strip', heroStrip.widths),
    width: 2048,
    height: 788,
  },
];

/** A fixed width: right-aligned, the text would move when the web font replaces its fallback. */
const pillClass =
  'inline-flex min-h-11 min-w-58 items-center gap-2.5 rounded-full bg-ink/85 px-5 font-semibold text-white hover:bg-ink';

/**
 * The first screen of the home page: the first view of a tour from edge to edge, with the text on a panel over its
 * left third. The picture turns slowly, and one press enters the tour (docs/decisions/0103).
 */
export function HomeHero() {
  const strip = useRef<HTMLImageElement>(null);
  const control = useRef<HTMLButtonElement>(null);
  const { motion, toggle, drag } = useSlowTurn(strip, control);

  return (
    <section className="on-dark relative overflow-hidden bg-lake text-white pt-[4.5rem] lg:flex lg:min-h-svh lg:items-end print:pt-0">
      {/* React hoists these to the head: the LCP picture is requested before scripts. */}
      {pictures.map(({ media, sizes, srcSet }) => (
        <link
          key={media}
          rel="preload"
          as="image"
          type="image/avif"
          // Without `href` React does not hoist it.
          href={srcSet.split(' ', 1)[0]}
          media={media}
          imageSrcSet={srcSet}
          imageSizes={sizes}
          fetchPriority="high"
        />
      ))}
      <div
        {...drag}
        data-print
        className="relative h-[38svh] cursor-grab touch-pan-y overflow-hidden select-none @container active:cursor-grabbing sm:h-[50svh] lg:absolute lg:inset-0 lg:h-auto"
      >
        <picture>
          {pictures.map((source) => (
            <source key={source.media} type="image/avif" {...source} />
          ))}
          <img
            ref={strip}
            src={`${hero.picture}/strip-${heroStrip.jpegWidth}.jpg`}
            width={2048}
            height={788}
            alt=""
            draggable={false}
            fetchPriority="high"
            className="aspect-[1.25] h-full w-auto max-w-none min-w-full translate-[calc(50cqw-50%)_0] object-cover sm:aspect-[2.6]"
          />
        </picture>
      </div>
      <div className="pointer-events-none absolute top-[calc(38svh+0.75rem)] right-5 flex flex-col items-end gap-2 *:pointer-events-auto sm:top-[calc(50svh+0.75rem)] sm:right-8 lg:top-auto lg:bottom-8 lg:gap-3">
        <div className="flex flex-wrap justify-end gap-2">
          {motion === 'none' ? (
            // Reserves the button's space, so that its neighbours do not move when it appears.
            <span aria-hidden="true" className="size-11" />
          ) : (
            <button
              ref={control}
              type="button"
              aria-label={
                motion === 'turning' ? 'Arrêter le mouvement de l’image' : 'Reprendre le mouvement de l’image'
              }
              onClick={toggle}
              className="inline-flex size-11 items-center justify-center rounded-full bg-ink/85 text-white hover:bg-ink print:hidden"
            >
              {motion === 'turning' ? (
                <Pause aria-hidden="true" className="size-5" />
              ) : (
                <Play aria-hidden="true" className="size-5" />
              )}
            </button>
          )}
          {hero.tour && (
            <Link to={paths.visit.href(hero.tour)} className={pillClass}>
              <Footprints aria-hidden="true" className="size-5" />
              Entrer dans la visite
            </Link>
          )}
        </div>
      </div>
      <div className="relative px-5 pt-6 pb-8 sm:px-8 lg:w-[clamp(26rem,34vw,44rem)] lg:rounded-tr-3xl lg:bg-lake lg:px-7 lg:pt-8 lg:pb-7">
        <p className="text-sm font-medium text-white/85">Visites virtuelles et imagerie de rue au Québec</p>
        {/* Font sizes whose line breaks do not change when the web font arrives, at any usual width
           (docs/decisions/0016). */}
        <h1 className="mt-3 max-w-3xl text-[2.02rem] leading-[1.08] font-bold sm:text-5xl lg:text-[2.2rem] 2xl:text-[3.25rem]">
          Photographie 360° pour Municipalités & MRC
        </h1>
        <p className="mt-3 font-display text-xl font-medium sm:text-2xl lg:text-xl 2xl:text-2xl">
          Valorisez Votre Territoire en Immersion Totale
        </p>
        <p className="mt-4 max-w-2xl text-[1.03rem] text-white/90">
          Vos attraits, vos équipements et vos rues, captés à 360° et livrés en visites que vos citoyens, vos
          visiteurs et vos élus explorent depuis n’importe quel écran.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Link to={paths.quoteRequest.href()} className={buttonClass({ variant: 'accent' })}>
            Demander une soumission
          </Link>
          <a href={paths.portfolio.href()} className={buttonClass({ variant: 'outline' })}>
            Découvrir Nos Réalisations
          </a>
        </div>
        <ul className="mt-7 grid grid-cols-3 gap-3 border-t border-white/30 pt-5">
          {keyFigures.map(({ value, label }) => (
            <li key={label} className="flex flex-col">
              <strong className="font-display text-2xl leading-none font-bold whitespace-nowrap tabular-nums min-[24rem]:text-3xl">
                {value}
              </strong>
              <span className="mt-2 text-[0.8125rem] leading-snug text-white/90">{label}</span>
            </li>
          ))}
        </ul>
        <p className="mt-5 text-[0.8125rem] text-white/80">{hero.caption}</p>
      </div>
    </section>
  );
}
