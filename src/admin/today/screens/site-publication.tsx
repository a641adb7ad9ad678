import { useMutation, useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { formatDayAndTime } from '@/admin/kit/lib/dates';
import { formatRelative } from '@/admin/kit/lib/relative-time';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import {
  type Publication,
  type PublicationState,
  publicationStates,
  publications,
} from '@/admin/tours/data/publications';
import { Button } from '@/shared/ui/button';
import { TechnicalText } from '@/shared/ui/technical-details';
import { SITE_ANCHOR } from '../paths';

const tones: Record<PublicationState, Tone> = {
  en_file: 'active',
  en_cours: 'active',
  publié: 'done',
  échec: 'attention',
};

/** Formats the details of a publication beside its state: its moment, or the reason of its failure. */
function textOf({ state, due_at, started_at, finished_at, reason }: Publication): string {
  if (state === 'en_file') {
    return reason ?? `Des changements partiront le ${formatDayAndTime(due_at)}, ou dès que vous le demandez.`;
  }
  if (state === 'en_cours') return `Demandée à l’hébergeur ${formatRelative(started_at ?? due_at)}.`;
  if (state === 'échec') return reason ?? '';
  return `Le ${formatDayAndTime(finished_at ?? due_at)}.`;
}

/**
 * The state of the public site: the pending publication, the last one, or the reason of a failure. It is published
 * automatically a few minutes after a change, or here at once.
 */
export function SitePublication() {
  const query = useQuery(publications.latest());
  const publish = useMutation(publications.publish());
  const [latest, ...earlier] = query.data ?? [];
  return (
    <section
      id={SITE_ANCHOR}
      aria-labelledby="site-public-titre"
      className="mt-4 scroll-mt-20 rounded-xl border border-line bg-paper p-4 sm:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="site-public-titre" className="font-semibold">
          Site public
        </h2>
        <div role="status" className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-3 gap-y-1">
          {query.data ? (
            latest ? (
              <>
                <StatusBadge tone={tones[latest.state]} label={publicationStates[latest.state]} />
                <div className="min-w-0 text-sm wrap-anywhere text-slate">
                  <TechnicalText text={textOf(latest)} />
                </div>
              </>
            ) : (
              <p className="text-sm text-slate">
                Il se publie de lui-même quelques minutes après un changement.
              </p>
            )
          ) : query.isError ? (
            <>
              <p className="text-sm">L’état du site n’a pas pu être chargé.</p>
              <Button variant="outline" size="sm" onClick={() => query.refetch()}>
                Réessayer
              </Button>
            </>
          ) : (
            <p className="text-sm text-slate">Chargement…</p>
          )}
        </div>
        <AdminsOnly>
          <Button size="sm" variant="outline" pending={publish.isPending} onClick={() => publish.mutate()}>
            <Globe aria-hidden="true" className="size-4" />
            Publier le site
          </Button>
        </AdminsOnly>
      </div>
      {earlier.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-slate underline-offset-4 hover:underline">
            Publications précédentes
          </summary>
          <ul className="mt-1 divide-y divide-line">
            {earlier.map((publication) => (
              <li key={publication.id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
                <StatusBadge tone={tones[publication.state]} label={publicationStates[publication.state]} />
                <span className="min-w-0 wrap-anywhere text-slate">
                  {textOf(publication)} {publication.asked_by ? 'Demandée par une personne.' : 'Automatique.'}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
