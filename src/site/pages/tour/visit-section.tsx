import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { EmbedLine } from '@/shared/panorama-tour/embed-line';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { TourVisit } from '@/shared/panorama-tour/tour-visit';
import { buttonClass } from '@/shared/ui/button';
import { panoramaAddress } from '@/site/data/panorama-tours';
import type { PublicTour } from '@/site/data/tours';

/** The visit of a tour in its page, a chunk of its own because it is loaded on demand. */
export function VisitSection({
  tour,
  panorama,
  poster,
  onClose,
}: {
  tour: PublicTour;
  panorama: PanoramaTour;
  poster: ReactNode;
  onClose: () => void;
}) {
  return (
    <div className="bg-snow">
      <TourVisit
        tour={panorama}
        title={tour.title}
        address={panoramaAddress}
        layout="page"
        exit={
          <button
            type="button"
            onClick={onClose}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-semibold text-white hover:bg-slate"
          >
            <X aria-hidden="true" className="size-5" />
            <span className="@max-[30rem]:sr-only">Fermer la visite</span>
          </button>
        }
        poster={poster}
        inAddress
        takesFocus
      />
      <div className="mx-auto max-w-7xl px-5 pb-8 sm:px-8">
        <p className="border-t border-line pt-5">
          <a
            href={paths.visit.href(tour.slug)}
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            Ouvrir la visite seule
            <span className="sr-only"> (nouvel onglet)</span>
          </a>
        </p>
        {siteConfig.isFramable && <EmbedLine title={tour.title} slug={tour.slug} />}
      </div>
    </div>
  );
}
