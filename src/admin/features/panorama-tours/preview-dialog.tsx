import { lazy, Suspense } from 'react';
import { panoramaFileUrl } from '@/admin/data/tours/panorama-address';
import { Modal } from '@/admin/ui/modal';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { Spinner } from '@/shared/ui/spinner';

const TourVisit = lazy(async () => ({
  default: (await import('@/shared/panorama-tour/tour-visit')).TourVisit,
}));

/** The draft as visitors will walk in it, before it is saved or published. */
export function PreviewDialog({
  tour,
  title,
  onClose,
}: {
  tour: PanoramaTour;
  title: string;
  onClose: () => void;
}) {
  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Aperçu de la visite"
      description="Le brouillon comme les visiteurs le verront une fois publié."
    >
      <Suspense fallback={<Spinner />}>
        <TourVisit tour={tour} title={title} address={panoramaFileUrl} layout="page" takesFocus />
      </Suspense>
    </Modal>
  );
}
