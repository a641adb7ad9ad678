import { Eye } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Modal } from '@/admin/kit/ui/modal';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';
import { panoramaFileUrl } from '../data/panorama-address';
import { asPublished } from '../data/panorama-tour.schema';
import type { EditedPanoramaTour } from '../data/panorama-tours';
import { NeutralTexts } from './scene-texts';
import { TourPublicationBar } from './tour-publication-bar';
import type { TourDraft } from './use-tour-draft';

/** The publication of the tour being edited, saved first, with a preview of it. */
export function Publication({
  tour,
  draft,
  isWaiting,
  onOpenTexts,
}: {
  tour: EditedPanoramaTour;
  draft: TourDraft;
  /** True while panoramas are uploading, or blurs or a level are missing from the tiles. */
  isWaiting: boolean;
  /** Opens the list of texts. */
  onOpenTexts: () => void;
}) {
  const [isPreviewed, setIsPreviewed] = useState(false);
  return (
    <>
      <TourPublicationBar
        tourId={tour.id}
        document={draft.document}
        waitsFor={
          isWaiting ? 'La publication attend la fin des ajouts, du floutage et du nivellement.' : undefined
        }
        save={draft.save}
        onPublished={draft.forgetFolders}
        advice={<NeutralTexts tour={draft.document} onOpen={onOpenTexts} />}
      >
        {draft.document.scenes.length > 0 && (
          <Button size="sm" variant="outline" onClick={() => setIsPreviewed(true)}>
            <Eye aria-hidden="true" className="size-4" />
            Aperçu
          </Button>
        )}
      </TourPublicationBar>
      {isPreviewed && (
        <PreviewDialog
          tour={asPublished(draft.document)}
          title={tour.title}
          onClose={() => setIsPreviewed(false)}
        />
      )}
    </>
  );
}

const TourVisit = lazy(async () => ({
  default: (await import('@/shared/panorama-tour/tour-visit')).TourVisit,
}));

/** A preview of the draft as visitors will walk in it, before it is saved or published. */
function PreviewDialog({ tour, title, onClose }: { tour: PanoramaTour; title: string; onClose: () => void }) {
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
