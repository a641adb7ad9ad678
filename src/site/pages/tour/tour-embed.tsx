import { Play, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@/shared/ui/button';
import { countOpening } from '@/site/data/tour-views';
import type { PublicTour } from '@/site/data/tours';
import { TourPicture } from '@/site/tours/tour-picture';
import { embedOf } from './embed-policy';

/**
 * The picture of a tour, or the tour itself once asked for: until then nothing is loaded from its server. Servers may
 * refuse to be framed and no page can tell, so the way to a new tab stays in sight.
 */
export function TourStage({ tour }: { tour: PublicTour }) {
  const [open, setOpen] = useState(false);
  const embed = embedOf(tour.url, typeof window === 'undefined' ? '' : window.location.origin);
  const opener = useRef<HTMLButtonElement>(null);

  const start = () => {
    countOpening(tour);
    setOpen(true);
  };
  const leave = () => {
    flushSync(() => setOpen(false));
    opener.current?.focus();
  };

  return (
    <div>
      <div
        className={`relative overflow-hidden rounded-2xl bg-ink ${
          open ? 'aspect-[3/4] sm:aspect-[800/520]' : 'aspect-[800/433]'
        }`}
      >
        {open && embed ? (
          <iframe
            // The button that was pressed is gone: the keyboard goes on in the tour.
            ref={(frame) => frame?.focus()}
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
            <TourPicture src={tour.image_url} arrival="first" />
            {embed && (
              <div className="on-dark absolute inset-x-0 bottom-0 flex noscript:hidden justify-center bg-gradient-to-t from-ink/80 to-transparent p-5 pt-16">
                <button
                  ref={opener}
                  type="button"
                  onClick={start}
                  className="inline-flex min-h-11 items-center gap-2 rounded-full bg-white px-5 font-semibold text-ink hover:bg-mist"
                >
                  <Play aria-hidden="true" className="size-4 fill-current" />
                  Ouvrir la visite ici
                </button>
              </div>
            )}
          </>
        )}
      </div>
      {open && embed && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <p className="text-[0.95rem]" role="status">
            Rien ne s’affiche? Certains serveurs refusent d’être montrés ailleurs.{' '}
            <a href={embed.src} target="_blank" rel="noopener" className="font-semibold underline">
              Ouvrir la visite dans un nouvel onglet
            </a>
          </p>
          <Button variant="outline" size="sm" onClick={leave}>
            <X aria-hidden="true" className="size-4" />
            Fermer la visite
          </Button>
        </div>
      )}
    </div>
  );
}
