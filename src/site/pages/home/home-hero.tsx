import { X } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { buttonClass } from '@/shared/ui/button';
import { claims, places } from '@/site/lib/places';
import { Panorama, warmUpPanorama } from '@/site/ui/panorama';
import { Coordinates } from '@/site/ui/section-heading';
import { heroView } from './hero-panorama-view';

/** The picture covers its frame (16 by 9): where the frame is tall, it is wider than the window. */
const SIZES = '(width < 40rem) max(100vw, 107svh), max(100vw, 178svh)';

const sources = (name: string, type: 'avif' | 'jpg', widths: readonly number[]) =>
  widths.map((width) => `/images/hero-fjord-${name}${width}.${type} ${width}w`).join(', ');

/**
 * On an upright phone more than half of the picture would be cut off: there it is a square, cut where the classes below
 * anchor it. It is as high as 60 svh; under the dark veils fewer pixels do.
 */
const UPRIGHT = '(width < 40rem) and (max-aspect-ratio: 3/5)';
const pictures = [
  { media: UPRIGHT, sizes: '49svh', srcSet: sources('phone-', 'avif', [720, 900]), height: 1600 },
  { media: `not all and ${UPRIGHT}`, sizes: SIZES, srcSet: sources('', 'avif', [800, 1600]), height: 900 },
];

const PANORAMA = '/images/panoramas/fjord-du-saguenay.jpg';

/** The first view continues the still picture, anchored as its classes below say. */
const firstView = (width: number, height: number) =>
  heroView(width, height, window.matchMedia('(width < 40rem)').matches ? 0.76 : 0.62);

/** A mouse that moves this far with its button down, in CSS pixels, wants to look around. */
const DRAG = 8;

/** What is read or pressed, as opposed to the picture behind it. */
const WORDS = 'a, button, h1, p, ul';

/**
 * The still picture, or the panorama it was cut from. The viewer weighs a megabyte: it comes when somebody asks for
 * it, by the button or by dragging the picture with a mouse, never by itself. (On a phone a finger on the picture
 * scrolls the page until then.)
 */
type Mode = 'still' | 'loading' | 'exploring' | 'unavailable';

/** The first screen: the fjord from edge to edge, what we do, and the two ways on. */
export function HomeHero() {
  const [mode, setMode] = useState<Mode>('still');
  const opener = useRef<HTMLButtonElement>(null);
  const grip = useRef<{ x: number; y: number }>(undefined);
  const exploring = mode === 'exploring';
  const viewing = exploring || mode === 'loading';
  const fading = `transition-opacity duration-300 ${exploring ? 'pointer-events-none opacity-0' : ''}`;

  const explore = () => setMode((now) => (now === 'still' ? 'loading' : now));
  const leave = () => {
    flushSync(() => setMode('still'));
    opener.current?.focus();
  };
  const grab = (event: PointerEvent) => {
    const onPicture = event.target instanceof Element && !event.target.closest(WORDS);
    grip.current =
      event.pointerType === 'mouse' && event.button === 0 && onPicture && mode === 'still'
        ? { x: event.clientX, y: event.clientY }
        : undefined;
  };
  const drag = (event: PointerEvent) => {
    if (!grip.current) return;
    if (Math.hypot(event.clientX - grip.current.x, event.clientY - grip.current.y) < DRAG) return;
    grip.current = undefined;
    explore();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the mouse; the button does the same
    <section
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={() => {
        grip.current = undefined;
      }}
      // A drag of the picture selects no text.
      onMouseDown={() => grip.current && window.getSelection()?.removeAllRanges()}
      className={`on-dark relative flex min-h-svh flex-col justify-end overflow-hidden bg-ink text-white ${
        mode === 'still' ? 'sm:cursor-grab' : ''
      }`}
    >
      {/* React moves them to the head: the largest paint is asked for before scripts. */}
      {pictures.map(({ media, sizes, srcSet }) => (
        <link
          key={media}
          rel="preload"
          as="image"
          type="image/avif"
          // Without an address React leaves it where it is.
          href={srcSet.split(' ', 1)[0]}
          media={media}
          imageSrcSet={srcSet}
          imageSizes={sizes}
          fetchPriority="high"
        />
      ))}
      <picture>
        {pictures.map((source) => (
          <source key={source.media} type="image/avif" width={1600} {...source} />
        ))}
        <img
          src="/images/hero-fjord-1600.jpg"
          srcSet={sources('', 'jpg', [800, 1600])}
          sizes={SIZES}
          width={1600}
          height={900}
          alt=""
          fetchPriority="high"
          className="absolute inset-x-0 top-0 h-[60svh] w-full object-cover object-[76%_50%] sm:h-full sm:object-[62%_50%]"
        />
      </picture>
      {viewing && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes up from the viewer's own controls
        <div
          className={`absolute inset-x-0 top-0 h-svh transition-opacity duration-300 ${exploring ? 'z-10' : 'invisible opacity-0'}`}
          onKeyDown={(event) => event.key === 'Escape' && !document.fullscreenElement && leave()}
        >
          <Panorama
            src={PANORAMA}
            label="Panorama du fjord du Saguenay"
            view={firstView}
            onReady={() => {
              setMode('exploring');
              // On a phone the words are taller than the screen: what is dragged fills the first screen.
              window.scrollTo({ top: 0 });
            }}
            onFailure={() => setMode('unavailable')}
          >
            <button
              type="button"
              onClick={leave}
              className="inline-flex min-h-11 items-center gap-2 rounded-full bg-white px-4 font-semibold text-ink hover:bg-mist"
            >
              <X aria-hidden="true" className="size-4" />
              Quitter<span className="sr-only"> la vue 360°</span>
            </button>
          </Panorama>
        </div>
      )}
      {/* Veils keep the words readable over the bright sky: under the header, behind the words, under the figures. */}
      <div className="pointer-events-none absolute inset-x-0 top-0 z-20 h-44 bg-gradient-to-b from-ink/60 to-transparent" />
      <div
        className={`${fading} absolute inset-x-0 top-0 h-[60svh] bg-gradient-to-t from-ink via-ink/75 via-40% to-transparent to-85% sm:hidden`}
      />
      <div
        className={`${fading} absolute inset-0 hidden bg-gradient-to-t from-ink/95 via-ink/80 via-50% to-ink/25 sm:block xl:right-auto xl:w-[92%] xl:bg-gradient-to-r xl:from-ink/90 xl:via-ink/80 xl:to-transparent`}
      />
      <div
        className={`${fading} absolute inset-x-0 bottom-0 hidden h-72 bg-gradient-to-t from-ink/90 to-transparent xl:block`}
      />

      <div
        className={`${fading} relative mx-auto w-full max-w-7xl px-5 pt-[27svh] pb-8 sm:pt-40 sm:pb-12 sm:px-8`}
      >
        <p className="inline-flex items-center gap-2 rounded-full border border-white/50 bg-ink/50 px-3 py-1.5 text-[0.8125rem] font-medium sm:px-4 sm:text-sm">
          Visites virtuelles et imagerie de rue au Québec
        </p>
        <h1 className="mt-6 max-w-3xl text-[2.3rem] lg:max-w-4xl font-bold sm:text-6xl lg:text-[4.25rem]">
          Photographie 360° pour Municipalités & MRC
        </h1>
        <p className="mt-4 max-w-3xl font-display text-xl font-medium sm:text-3xl">
          Valorisez Votre Territoire en Immersion Totale
        </p>
        <p className="mt-5 max-w-xl text-[1.0625rem] text-white/90 sm:text-lg">
          Vos attraits, vos équipements et vos rues, captés à 360° et livrés en visites que vos citoyens, vos
          visiteurs et vos élus explorent depuis n’importe quel écran.
        </p>
        <div inert={exploring} className="mt-7 flex flex-wrap gap-3">
          <Link to={paths.contact.href()} className={buttonClass({ variant: 'accent' })}>
            Demander une soumission
          </Link>
          <a href={paths.portfolio.href()} className={buttonClass({ variant: 'outline' })}>
            Découvrir Nos Réalisations
          </a>
        </div>

        <div className="mt-8 flex flex-wrap items-end sm:mt-12 justify-between gap-x-12 gap-y-6 border-t border-white/35 pt-6 lg:mt-16">
          <ul className="grid w-full grid-cols-3 gap-3 sm:w-auto sm:gap-12">
            {claims.map((claim) => (
              <li key={claim.label} className="flex flex-col">
                <strong className="font-display text-3xl leading-none font-bold tabular-nums sm:text-4xl">
                  {claim.value}
                </strong>
                <span className="mt-2 text-[0.8125rem] leading-snug text-white/90 sm:text-sm">
                  {claim.label}
                </span>
              </li>
            ))}
          </ul>
          {/* On a phone, over the picture, above the words. */}
          <div
            inert={exploring}
            className="absolute top-[calc(27svh-4.25rem)] right-5 flex flex-col items-end gap-3 sm:static noscript:hidden"
          >
            {mode === 'unavailable' ? (
              <p role="status" className="rounded-full bg-ink/70 px-4 py-1.5 text-sm">
                La vue 360° n’est pas disponible ici.
              </p>
            ) : (
              <button
                ref={opener}
                type="button"
                aria-busy={mode === 'loading' || undefined}
                onPointerEnter={(event) => event.pointerType === 'mouse' && warmUpPanorama()}
                onClick={explore}
                // As wide as in our face: it hangs from the right edge, and would move when the face comes.
                className="inline-flex min-h-11 min-w-48 items-center gap-2.5 rounded-full border border-white/60 bg-ink/65 py-1 pr-5 pl-1.5 font-semibold hover:bg-ink"
              >
                <AzimuthRing className="size-8" spinning={mode === 'loading'} />
                {mode === 'loading' ? 'Chargement…' : 'Explorer à 360°'}
              </button>
            )}
            <Coordinates place={places.saguenay} className="hidden text-white/85 md:block" />
          </div>
        </div>
      </div>
    </section>
  );
}
