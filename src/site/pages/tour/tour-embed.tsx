import { Play, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { httpHref } from '@/shared/lib/text';
import { Button } from '@/shared/ui/button';
import { countTourView, type PublicTour } from '@/site/data/tours';
import { ExploreLink } from '@/site/tours/explore-link';
import { TourPicture } from '@/site/tours/tour-picture';

/** The address of an embedded tour and the `sandbox` of its frame. */
type Embed = { src: string; sandbox: string };

/**
 * Returns the frame of an embedded tour, or `undefined` when it may not be embedded: only https, as browsers block
 * anything less inside an https page.
 *
 * The tour is a third-party page. Its sandbox allows what a panorama player needs: scripts, its own origin (its tiles
 * and settings) and links that open ordinary tabs. It allows no navigation of our page, forms, dialogs, downloads or
 * pointer lock. Full screen and motion sensors are granted by the frame's `allow` attribute.
 *
 * @param siteOrigin a page of our own origin gets no `allow-same-origin`: with scripts it could remove its sandbox
 */
export function embedOf(url: string | null, siteOrigin: string): Embed | undefined {
  const src = httpHref(url ?? '');
  if (!src?.startsWith('https:')) return undefined;
  const tokens = ['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox'];
  if (new URL(src).origin !== siteOrigin) tokens.push('allow-same-origin');
  return { src, sandbox: tokens.join(' ') };
}

/**
 * The picture of a tour from edge to edge with the link to it, replaced by the embedded tour on demand: until then nothing is loaded from its server. A server
 * may refuse to be framed, which a page cannot detect, so a link to a new tab stays visible.
 *
 * @param titleId id of the element with the tour's title, which describes the link
 */
export function TourEmbed({ tour, titleId }: { tour: PublicTour; titleId: string }) {
  const [open, setOpen] = useState(false);
  const embed = embedOf(tour.url, typeof window === 'undefined' ? '' : window.location.origin);
  const openButton = useRef<HTMLButtonElement>(null);

  const openTour = () => {
    countTourView(tour);
    setOpen(true);
  };
  const closeTour = () => {
    flushSync(() => setOpen(false));
    openButton.current?.focus();
  };

  return (
    <div>
      <div className="relative h-[calc(74svh+3.5rem)] max-h-[calc(100svh-4.5rem)] min-h-72 overflow-hidden bg-ink">
        {open && embed ? (
          <iframe
            // The open button is gone: the focus moves into the tour.
            ref={(frame) => {
              frame?.focus();
            }}
            src={embed.src}
            sandbox={embed.sandbox}
            title={`Visite virtuelle\u00a0: ${tour.title}`}
            allow="fullscreen; gyroscope; accelerometer"
            // The tour's server learns which site shows it, not which page.
            referrerPolicy="strict-origin-when-cross-origin"
            className="absolute inset-0 size-full bg-white"
          />
        ) : (
          <>
            {/* The picture has 800 pixels: wider than that it is a light behind itself. */}
            {tour.image_url && (
              <img
                src={tour.image_url}
                alt=""
                decoding="async"
                className="absolute inset-0 size-full scale-110 object-cover opacity-60 blur-2xl"
              />
            )}
            <div
              data-print
              className="relative mx-auto h-full max-w-[calc((74svh+3.5rem)*1.85)] overflow-hidden"
            >
              <TourPicture
                src={tour.image_url}
                alt={`Vue de la visite\u00a0: ${tour.title}`}
                priority="high"
                hasFoot
              />
            </div>
            <div className="on-dark absolute inset-x-0 bottom-0 flex flex-wrap justify-center gap-3 bg-gradient-to-t from-ink/85 to-transparent p-5 pt-24 sm:pb-9">
              <ExploreLink
                tour={tour}
                titleId={titleId}
                className="inline-flex min-h-14 items-center gap-3 rounded-full bg-white px-7 text-lg font-semibold text-ink shadow-lg shadow-ink/30 hover:bg-mist"
                isOnItsPage
              />
              {embed && (
                <button
                  ref={openButton}
                  type="button"
                  onClick={openTour}
                  className="inline-flex min-h-11 items-center gap-2 self-center rounded-full bg-ink/85 px-5 font-semibold text-white hover:bg-slate noscript:hidden"
                >
                  <Play aria-hidden="true" className="size-4 fill-current" />
                  Ouvrir la visite ici
                </button>
              )}
            </div>
          </>
        )}
      </div>
      {open && embed && (
        // The frame around the picture is dark.
        <div className="bg-snow">
          <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-3 px-5 pt-3 sm:px-8">
            <p className="text-[0.95rem]" role="status">
              Rien ne s’affiche? Certains sites ne permettent pas l’affichage ici.{' '}
              <a href={embed.src} target="_blank" rel="noopener" className="font-semibold underline">
                Ouvrir la visite dans un nouvel onglet
              </a>
            </p>
            <Button variant="outline" size="sm" onClick={closeTour}>
              <X aria-hidden="true" className="size-4" />
              Fermer la visite
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
