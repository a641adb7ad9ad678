import { X } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { buttonClass } from '@/shared/ui/button';
import { Panorama, preloadPanorama } from '@/site/ui/panorama';
import { places } from '@/site/ui/places';
import { Coordinates } from '@/site/ui/section-heading';
import { heroPanoramaView } from './hero-panorama-view';

/** The three key figures, as the specification prints them. */
export const keyFigures = [
  { value: '15+', label: 'municipalités partenaires' },
  { value: '50+', label: 'visites virtuelles créées' },
  { value: '100\u00a0%', label: 'satisfaction de la clientèle' },
];

/** The 16 by 9 picture covers its frame, so in a tall frame it is wider than the window. */
const SIZES = '(width < 40rem) max(100vw, 107svh), max(100vw, 178svh)';

const sources = (name: string, type: 'avif' | 'jpg', widths: readonly number[]) =>
  widths.map((width) => `/images/hero-fjord-${name}${width}.${type} ${width}w`).join(', ');

/**
 * On a phone held upright the frame shows less than half of the picture: there a square crop is loaded instead, at the
 * `object-position` of the classes below. It is 60 svh high; fewer pixels are enough under the dark gradients.
 */
const PORTRAIT_PHONE = '(width < 40rem) and (max-aspect-ratio: 3/5)';
const pictures = [
  { media: PORTRAIT_PHONE, sizes: '49svh', srcSet: sources('phone-', 'avif', [720, 900]), height: 1600 },
  {
    media: `not all and ${PORTRAIT_PHONE}`,
    sizes: SIZES,
    srcSet: sources('', 'avif', [800, 1600]),
    height: 900,
  },
];

const PANORAMA = '/images/panoramas/fjord-du-saguenay.jpg';

/** The panorama starts where the still picture looks, given the `object-position` of its classes below. */
const initialView = (width: number, height: number) =>
  heroPanoramaView(width, height, window.matchMedia('(width < 40rem)').matches ? 0.76 : 0.62);

/** How far a mouse moves with its button down before it counts as a drag, in CSS pixels. */
const DRAG_THRESHOLD = 8;

/** What a press on the hero may hit other than the picture behind it. */
const CONTENT = 'a, button, h1, p, ul';

/**
 * The still picture, or the panorama it was cut from. The viewer weighs a megabyte: it is loaded only when the visitor
 * presses the button or drags the picture with a mouse. (On a phone a finger on the picture scrolls the page.)
 */
type Mode = 'still' | 'loading' | 'exploring' | 'unavailable';

/** The first screen of the home page: the fjord from edge to edge, the slogan and two calls to action. */
export function HomeHero() {
  const [mode, setMode] = useState<Mode>('still');
  const openButton = useRef<HTMLButtonElement>(null);
  const dragStart = useRef<{ x: number; y: number }>(undefined);
  const exploring = mode === 'exploring';
  const viewerMounted = exploring || mode === 'loading';
  const fading = `transition-opacity duration-300 ${exploring ? 'pointer-events-none opacity-0' : ''}`;

  const explore = () => setMode((now) => (now === 'still' ? 'loading' : now));
  const closeViewer = () => {
    flushSync(() => setMode('still'));
    openButton.current?.focus();
  };
  const onPointerDown = (event: PointerEvent) => {
    const onPicture = event.target instanceof Element && !event.target.closest(CONTENT);
    dragStart.current =
      event.pointerType === 'mouse' && event.button === 0 && onPicture && mode === 'still'
        ? { x: event.clientX, y: event.clientY }
        : undefined;
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragStart.current) return;
    if (Math.hypot(event.clientX - dragStart.current.x, event.clientY - dragStart.current.y) < DRAG_THRESHOLD)
      return;
    dragStart.current = undefined;
    explore();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a mouse shortcut for what the button does
    <section
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        dragStart.current = undefined;
      }}
      // Dragging the picture must not select text.
      onMouseDown={() => dragStart.current && window.getSelection()?.removeAllRanges()}
      className={`on-dark relative flex min-h-svh flex-col justify-end overflow-hidden bg-ink text-white ${
        mode === 'still' ? 'sm:cursor-grab' : ''
      }`}
    >
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
      {viewerMounted && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from the viewer's own controls
        <div
          className={`absolute inset-x-0 top-0 h-svh transition-opacity duration-300 ${exploring ? 'z-10' : 'invisible opacity-0'}`}
          onKeyDown={(event) => event.key === 'Escape' && !document.fullscreenElement && closeViewer()}
        >
          <Panorama
            src={PANORAMA}
            label="Panorama du fjord du Saguenay"
            view={initialView}
            onReady={() => {
              setMode('exploring');
              // On a phone the hero is taller than the screen: the viewer fills the top of it.
              window.scrollTo({ top: 0 });
            }}
            onFailure={() => setMode('unavailable')}
          >
            <button
              type="button"
              onClick={closeViewer}
              className="inline-flex min-h-11 items-center gap-2 rounded-full bg-white px-4 font-semibold text-ink hover:bg-mist"
            >
              <X aria-hidden="true" className="size-4" />
              Quitter<span className="sr-only"> la vue 360°</span>
            </button>
          </Panorama>
        </div>
      )}
      {/* Gradients keep the text readable over the bright sky: under the header, behind the text, under the figures. */}
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
          <Link to={paths.quoteRequest.href()} className={buttonClass({ variant: 'accent' })}>
            Demander une soumission
          </Link>
          <a href={paths.portfolio.href()} className={buttonClass({ variant: 'outline' })}>
            Découvrir Nos Réalisations
          </a>
        </div>

        <div className="mt-8 flex flex-wrap items-end sm:mt-12 justify-between gap-x-12 gap-y-6 border-t border-white/35 pt-6 lg:mt-16">
          <ul className="grid w-full grid-cols-3 gap-3 sm:w-auto sm:gap-12">
            {keyFigures.map(({ value, label }) => (
              <li key={label} className="flex flex-col">
                <strong className="font-display text-3xl leading-none font-bold tabular-nums sm:text-4xl">
                  {value}
                </strong>
                <span className="mt-2 text-[0.8125rem] leading-snug text-white/90 sm:text-sm">{label}</span>
              </li>
            ))}
          </ul>
          {/* On a phone it lies over the picture, above the text. */}
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
                ref={openButton}
                type="button"
                aria-busy={mode === 'loading' || undefined}
                onPointerEnter={(event) => event.pointerType === 'mouse' && preloadPanorama()}
                onClick={explore}
                // A fixed width: right-aligned, it would move when the web font replaces its fallback.
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
