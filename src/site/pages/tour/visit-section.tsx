import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { paths } from '@/shared/lib/paths';
import { EmbedLine } from '@/shared/panorama-tour/embed-line';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { TourVisit } from '@/shared/panorama-tour/tour-visit';
import { Button, buttonClass } from '@/shared/ui/button';
import { frameRules } from '@/site/data/frame-rules';
import { panoramaAddress } from '@/site/data/panorama-tours';
import type { PublicTour } from '@/site/data/tours';

/** The visit of a tour in its page, a chunk of its own because it is loaded on demand. */
export function VisitSection({
  tour,
  panorama,
  onClose,
}: {
  tour: PublicTour;
  panorama: PanoramaTour;
  onClose: () => void;
}) {
  const rules = useQuery(frameRules()).data;
  return (
    <div>
      <TourVisit
        tour={panorama}
        title={tour.title}
        address={panoramaAddress}
        layout="page"
        place="fragment"
        slug={tour.slug}
        takesFocus
      />
      <div className="mt-6 flex flex-wrap gap-3 border-t border-line pt-5">
        <Button variant="outline" size="sm" onClick={onClose}>
          <X aria-hidden="true" className="size-4" />
          Fermer la visite
        </Button>
        <a
          href={paths.visit.href(tour.slug)}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          Ouvrir la visite seule
          <span className="sr-only"> (nouvel onglet)</span>
        </a>
      </div>
      {rules && (rules.is_open || rules.sites.length > 0) && (
        <div className="mt-6">
          <EmbedLine title={tour.title} href={paths.visit.href(tour.slug)}>
            {!rules.is_open && (
              <p className="mt-1 text-sm">Seuls les sites que nous avons permis peuvent la montrer.</p>
            )}
          </EmbedLine>
        </div>
      )}
    </div>
  );
}
