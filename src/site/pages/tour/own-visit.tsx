import { useQuery } from '@tanstack/react-query';
import { Footprints } from 'lucide-react';
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { notify } from '@/shared/lib/notify';
import { paths } from '@/shared/lib/paths';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { ScenePoster } from '@/shared/panorama-tour/scene-poster';
import { panoramaAddress, tourPoster } from '@/site/data/panorama-tours';
import { countTourView, type PublicTour } from '@/site/data/tours';
import { BuiltPoster } from './built-poster';

const loadSection = () => import('./visit-section');

/**
 * The first view of a tour that the studio made itself, from edge to edge, replaced by the visit on demand or when the
 * address names one of its scenes. The button is a link: without script it leads to the pictures and texts of the visit.
 */
export function OwnVisit({ tour, panorama }: { tour: PublicTour; panorama: PanoramaTour }) {
  const [section, setSection] = useState<typeof import('./visit-section')>();
  const enterLink = useRef<HTMLAnchorElement>(null);
  const { data: folder } = useQuery(tourPoster(tour.id));
  const [first] = panorama.scenes;
  const count = panorama.scenes.length;

  const enter = () => {
    countTourView(tour);
    loadSection().then(setSection, () =>
      notify.error('La visite n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez la page.'),
    );
  };
  const enterIfAsked = useEffectEvent(() => {
    if (window.location.hash.startsWith('#scene=')) enter();
  });
  useEffect(() => enterIfAsked(), []);
  const onClick = (event: MouseEvent) => {
    // With a key held, a link opens its own tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    enter();
  };
  /** Fetches the viewer while the hand is on its way. */
  const prepare = () => {
    // A script that could not be fetched ahead is fetched, or missed, by the press.
    loadSection().catch(() => {});
  };
  const close = () => {
    flushSync(() => setSection(undefined));
    enterLink.current?.focus();
  };

  const alt = `Vue de la visite\u00a0: ${tour.title}`;
  const poster = folder ? (
    <BuiltPoster folder={folder} alt={alt} />
  ) : (
    first && <ScenePoster scene={first} view={first.view} address={panoramaAddress} alt={alt} isSharp />
  );
  if (section)
    return <section.VisitSection tour={tour} panorama={panorama} poster={poster} onClose={close} />;
  return (
    <div
      data-print
      className="relative h-[calc(74svh+3.5rem)] max-h-[calc(100svh-4.5rem)] min-h-72 overflow-hidden bg-ink"
    >
      {poster}
      <div className="on-dark print:hidden absolute inset-x-0 bottom-0 flex justify-center bg-gradient-to-t from-ink/80 to-transparent p-5 pt-24 sm:pb-9">
        <a
          ref={enterLink}
          href={paths.visit.href(tour.slug)}
          onClick={onClick}
          onPointerEnter={prepare}
          onPointerDown={prepare}
          onFocus={prepare}
          className="inline-flex min-h-14 items-center gap-3 rounded-full bg-white px-7 text-lg font-semibold text-ink shadow-lg shadow-ink/30 hover:bg-mist"
        >
          <Footprints aria-hidden="true" className="size-5" />
          <span>
            Entrer dans la visite{' '}
            {count > 1 && (
              <span className="font-normal whitespace-nowrap max-[24rem]:sr-only">({count} scènes)</span>
            )}
          </span>
        </a>
      </div>
    </div>
  );
}
