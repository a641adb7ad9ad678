import { useMutation } from '@tanstack/react-query';
import { ExternalLink, Eye } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { asPublished, publicationFaults } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { type EditedPanoramaTour, panoramaTours } from '@/admin/data/panorama-tours/panorama-tours';
import { panoramaFileUrl } from '@/admin/data/tours/panorama-address';
import { formatRelative } from '@/admin/lib/relative-time';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { Modal } from '@/admin/ui/modal';
import { paths } from '@/shared/lib/admin-paths';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { Button, buttonClass } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';
import type { TourDraft } from './use-tour-draft';

/** Serialises JSON independently of the order of keys, which PostgreSQL changes. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The published state of the tour, with « Publier la visite » and « Retirer ». */
export function Publication({
  tour,
  draft,
  isWaiting,
}: {
  tour: EditedPanoramaTour;
  draft: TourDraft;
  /** True while panoramas are uploading, or blurs are missing from the tiles. */
  isWaiting: boolean;
}) {
  const publish = useMutation(panoramaTours.publish());
  const withdraw = useMutation(panoramaTours.withdraw());
  const [isPreviewed, setIsPreviewed] = useState(false);
  const faults = publicationFaults(draft.document);
  const { published } = tour;
  const isCurrent = published && canonical(published.document) === canonical(asPublished(draft.document));

  const run = async () => {
    const saved = await draft.save();
    if (!saved?.readAt) return;
    const kept = new Set(saved.document.scenes.map(({ picture }) => picture.folder));
    const replaced = (published?.document.scenes ?? [])
      .map(({ picture }) => picture.folder)
      .filter((folder) => !kept.has(folder));
    publish.mutate(
      { id: tour.id, readAt: saved.readAt, replaced },
      { onSuccess: () => draft.forgetFolders(replaced) },
    );
  };

  return (
    <section
      aria-label="Publication"
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-xl border border-line bg-paper px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">
          {!published
            ? 'Brouillon, pas encore publié'
            : isCurrent
              ? `Publiée, version ${published.version}`
              : `Version ${published.version} publiée\u00a0: le brouillon est différent`}
          {published && <span className="font-normal text-slate"> · {formatRelative(published.at)}</span>}
        </p>
        {published && !tour.isShown && (
          <p className="text-sm text-amber-ink">
            La fiche de la visite n’est pas publiée&nbsp;: les visiteurs ne voient rien pour le moment.
          </p>
        )}
        {isWaiting && (
          <p className="text-sm text-slate">La publication attend la fin des ajouts et du floutage.</p>
        )}
        {faults.length > 0 && (
          <ul className="mt-1 list-disc pl-5 text-sm text-slate">
            {faults.slice(0, 5).map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
            {faults.length > 5 && <li>Et {faults.length - 5} autres.</li>}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {draft.document.scenes.length > 0 && (
          <Button size="sm" variant="outline" onClick={() => setIsPreviewed(true)}>
            <Eye aria-hidden="true" className="size-4" />
            Aperçu
          </Button>
        )}
        {published && tour.isShown && (
          <a
            href={paths.tour.href(tour.slug)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            Voir
          </a>
        )}
        <AdminsOnly>
          {published && (
            <Button
              size="sm"
              variant="outline"
              pending={withdraw.isPending}
              onClick={() => withdraw.mutate(tour.id)}
            >
              Retirer
            </Button>
          )}
          <Button
            size="sm"
            pending={publish.isPending}
            disabled={faults.length > 0 || isWaiting || isCurrent === true}
            onClick={run}
          >
            Publier la visite
          </Button>
        </AdminsOnly>
      </div>
      {isPreviewed && (
        <PreviewDialog
          tour={asPublished(draft.document)}
          title={tour.title}
          onClose={() => setIsPreviewed(false)}
        />
      )}
    </section>
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
