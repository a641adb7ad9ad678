import { Footprints } from 'lucide-react';
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { notify } from '@/shared/lib/notify';
import { paths } from '@/shared/lib/paths';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { countTourView, type PublicTour } from '@/site/data/tours';
import { TourPicture } from '@/site/tours/tour-picture';

/**
 * The picture of a tour that the studio made itself, replaced by the visit on demand or when the address names one of
 * its scenes. The button is a link: without script it leads to the pictures and texts of the visit.
 */
export function OwnVisit({ tour, panorama }: { tour: PublicTour; panorama: PanoramaTour }) {
  const [section, setSection] = useState<typeof import('./visit-section')>();
  const enterLink = useRef<HTMLAnchorElement>(null);
  const count = panorama.scenes.length;

  const enter = () => {
    countTourView(tour);
    import('./visit-section').then(setSection, () =>
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
  const close = () => {
    flushSync(() => setSection(undefined));
    enterLink.current?.focus();
  };

  if (section) return <section.VisitSection tour={tour} panorama={panorama} onClose={close} />;
  return (
    <div className="relative aspect-[800/433] overflow-hidden rounded-2xl bg-ink">
      <TourPicture
        src={tour.image_url}
        alt={`Vue de la visite\u00a0: ${tour.title}`}
        priority="high"
        hasFoot
      />
      <div className="on-dark absolute inset-x-0 bottom-0 flex justify-center bg-gradient-to-t from-ink/80 to-transparent p-5 pt-16">
        <a
          ref={enterLink}
          href={paths.visit.href(tour.slug)}
          onClick={onClick}
          className="inline-flex min-h-11 items-center gap-2 rounded-full bg-white px-5 font-semibold text-ink hover:bg-mist"
        >
          <Footprints aria-hidden="true" className="size-4" />
          Entrer dans la visite{' '}
          {count > 1 && <span className="whitespace-nowrap max-[24rem]:sr-only">({count} scènes)</span>}
        </a>
      </div>
    </div>
  );
}
