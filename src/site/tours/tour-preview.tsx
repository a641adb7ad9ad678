import { useState } from 'react';
import { createPortal } from 'react-dom';
import { notify } from '@/shared/lib/notify';
import { pictureSrc } from '@/shared/lib/text';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { countTourView, type PublicTour } from '@/site/data/tours';

const NOT_LOADED = 'L’aperçu n’a pas pu être chargé. Vérifiez votre connexion, puis rechargez la page.';

/**
 * « Aperçu 360° »: one panorama of the tour, in a dialog. Renders nothing for a tour without panorama.
 *
 * @param titleId id of the element with the tour's title, which describes the button
 */
export function TourPreview({
  tour,
  titleId,
  className,
}: {
  tour: PublicTour;
  titleId: string;
  className: string;
}) {
  const [dialog, setDialog] = useState<typeof import('./preview-dialog')>();
  const src = pictureSrc(tour.panorama_url);
  if (!src) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-describedby={titleId}
        onClick={() => {
          countTourView(tour);
          import('./preview-dialog').then(setDialog, () => notify.error(NOT_LOADED));
        }}
        className={`${className} noscript:hidden`}
      >
        <AzimuthRing className="size-5" />
        Aperçu 360°
      </button>
      {/* Outside the card, whose `overflow` and `content-visibility` would clip or hide the dialog. */}
      {dialog &&
        createPortal(
          <dialog.PreviewDialog tour={tour} src={src} onClose={() => setDialog(undefined)} />,
          document.body,
        )}
    </>
  );
}
