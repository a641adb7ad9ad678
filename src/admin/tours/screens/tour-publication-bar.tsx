import { useMutation, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { paths } from '@/shared/lib/paths';
import { Button, buttonClass } from '@/shared/ui/button';
import { TechnicalText } from '@/shared/ui/technical-details';
import { type DraftTour, publicationFaults } from '../data/panorama-tour.schema';
import { publicationState, replacedFolders } from '../data/publication-state';
import { publications } from '../data/publications';
import { tourPublication } from '../data/tour-publication';

/** The scenes to publish, as they are stored. */
type StoredScenes = { document: DraftTour; readAt: string | null };

type Props = {
  tourId: string;
  /** The scenes being edited on the screen; absent: those that are stored. */
  document?: DraftTour;
  /** Reasons in French why the publication waits. */
  waitsFor?: string | undefined;
  /** Saves what is on the screen before it is published; undefined when it could not be. */
  save?: () => Promise<StoredScenes | undefined>;
  /** True where the screen has more than scenes, and « Publier » saves it first. */
  savesMore?: boolean;
  onPublished?: (replaced: string[]) => void;
  onWithdrawn?: () => void;
  /** Optional work before the publication, which does not prevent it. */
  advice?: ReactNode;
  /** More actions, before « Voir ». */
  children?: ReactNode;
};

/**
 * The publication of a tour, the same wherever it is shown: its one state, what prevents « Publier », which puts the
 * record, the scenes and the site online together, and « Retirer ».
 */
export function TourPublicationBar({
  tourId,
  document,
  waitsFor,
  save,
  savesMore = false,
  onPublished,
  onWithdrawn,
  advice,
  children,
}: Props) {
  const tour = useQuery(tourPublication.of(tourId));
  const builds = useQuery(publications.latest());
  const publish = useMutation(tourPublication.publish());
  const withdraw = useMutation(tourPublication.withdraw());
  const retry = useMutation(publications.publish());

  if (!tour.data) {
    return (
      <Frame>
        {tour.isError ? (
          <>
            <p role="status">L’état de la publication n’a pas pu être chargé.</p>
            <Button size="sm" variant="outline" onClick={() => tour.refetch()}>
              Réessayer
            </Button>
          </>
        ) : (
          <p role="status" className="text-slate">
            {tour.data === null ? 'Cette visite n’existe plus.' : 'Chargement…'}
          </p>
        )}
      </Frame>
    );
  }

  const { slug, status, url, published } = tour.data;
  const draft = document ?? tour.data.draft;
  const now = serverNow();
  const state = publicationState({ ...tour.data, draft, builds: builds.data ?? [], now });
  const faults = publicationFaults(draft, url);
  const visited = status === 'published' ? paths.tour.href(slug) : url;

  const run = async () => {
    const stored = save ? await save() : { document: draft, readAt: tour.data?.readAt ?? null };
    if (!stored) return;
    const replaced = replacedFolders(published?.document, stored.document);
    publish.mutate(
      { id: tourId, readAt: stored.readAt, replaced },
      { onSuccess: () => onPublished?.(replaced) },
    );
  };

  return (
    <Frame>
      <div className="min-w-0 flex-1 basis-72">
        <p role="status" className="flex min-h-9 items-center">
          <StatusBadge tone={state.tone} label={state.text} wraps />
        </p>
        {state.reason && (
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-slate">
            <div className="min-w-0 wrap-anywhere">
              <TechnicalText text={state.reason} />
            </div>
            <AdminsOnly>
              <Button size="sm" variant="outline" pending={retry.isPending} onClick={() => retry.mutate()}>
                Réessayer
              </Button>
            </AdminsOnly>
          </div>
        )}
        {waitsFor && <p className="mt-1 text-sm text-slate">{waitsFor}</p>}
        {faults.length > 0 && (
          <>
            <p className="mt-1 text-sm font-medium">Avant de publier&nbsp;:</p>
            <ul className="list-disc pl-5 text-sm text-slate">
              {faults.slice(0, 5).map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
              {faults.length > 5 && <li>Et {faults.length - 5} autres.</li>}
            </ul>
          </>
        )}
        {advice && <div className="mt-1 text-sm text-slate">{advice}</div>}
      </div>
      <div className="flex flex-wrap gap-2">
        {children}
        {visited && (
          <a
            href={visited}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            Voir
          </a>
        )}
        <AdminsOnly>
          {status === 'published' && (
            <Button
              size="sm"
              variant="outline"
              pending={withdraw.isPending}
              onClick={() => withdraw.mutate(tourId, { onSuccess: onWithdrawn })}
            >
              Retirer
            </Button>
          )}
          <Button
            size="sm"
            pending={publish.isPending}
            disabled={faults.length > 0 || waitsFor !== undefined || !(state.isBehind || savesMore)}
            onClick={run}
          >
            Publier
          </Button>
        </AdminsOnly>
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Publication"
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-xl border border-line bg-paper px-4 py-3"
    >
      {children}
    </section>
  );
}
