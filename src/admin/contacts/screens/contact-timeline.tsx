import { useMutation, useQuery } from '@tanstack/react-query';
import { MessageSquarePlus, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { httpHref } from '@/shared/lib/text';
import { Button } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';
import { activities } from '../data/activities';
import { activityKinds } from '../data/contact-labels';
import { keptExchanges } from '../data/kept-exchanges';
import { timeline } from '../data/timeline';
import { ActivityDialog } from '../parts/activity-dialog';
import { describeEvent, eventHref } from './timeline-text';

/** The events of a contact, newest first. */
export function ContactTimeline({ contactId }: { contactId: string }) {
  const events = useQuery(timeline.of(contactId));
  const [isRecording, setRecording] = useState(false);
  const remove = useMutation(activities.remove());
  return (
    <section aria-labelledby="historique" className="rounded-xl border border-line bg-paper p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="historique" className="text-lg font-semibold">
          Historique
        </h2>
        <AdminsOnly>
          <Button size="sm" variant="outline" onClick={() => setRecording(true)}>
            <MessageSquarePlus aria-hidden="true" className="size-4" />
            Consigner un échange
          </Button>
        </AdminsOnly>
      </div>
      {isRecording && <ActivityDialog contactId={contactId} onClose={() => setRecording(false)} />}
      <KeptExchanges contactId={contactId} />
      {events.isPending ? (
        <Spinner />
      ) : events.isError ? (
        <p role="alert" className="mt-3 text-sm">
          L’historique n’a pas pu être chargé.{' '}
          <Button size="sm" variant="ghost" onClick={() => events.refetch()}>
            Réessayer
          </Button>
        </p>
      ) : (
        <ol className="mt-4 space-y-4 border-l border-line pl-4">
          {events.data.map((event, index) => {
            const { title, text } = describeEvent(event);
            const href = eventHref(event);
            const exchange = event.kind === 'activity' ? event.detail.id : undefined;
            const source = event.detail.source_url && httpHref(event.detail.source_url);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two proofs may bear one date; events have no identity and no state
              <li key={index} id={exchange} className={exchange ? 'relative pr-9' : 'relative'}>
                <span
                  aria-hidden="true"
                  className="absolute top-2 -left-[1.28rem] size-2 rounded-full bg-spruce"
                />
                <p className="font-medium">
                  {href ? (
                    <Link className="underline" to={href}>
                      {title}
                    </Link>
                  ) : (
                    title
                  )}
                </p>
                {text && <p className="text-sm wrap-anywhere whitespace-pre-line">{text}</p>}
                {source && (
                  <a
                    className="text-sm break-all underline"
                    href={source}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    Source
                  </a>
                )}
                <time dateTime={event.happened_at} className="block text-sm text-slate">
                  {formatDateTime(event.happened_at)}
                </time>
                {exchange && (
                  <AdminsOnly>
                    <span className="absolute -top-1.5 right-0">
                      <IconButton
                        label={`Supprimer l’échange du ${formatDateTime(event.happened_at)}`}
                        onClick={() => remove.isPending || remove.mutate(exchange)}
                      >
                        <X aria-hidden="true" className="size-4" />
                      </IconButton>
                    </span>
                  </AdminsOnly>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

/** The exchanges with a contact that this browser keeps until the server has them; renders nothing without any. */
function KeptExchanges({ contactId }: { contactId: string }) {
  const kept = keptExchanges.useKept().filter(({ contact_id }) => contact_id === contactId);
  if (kept.length === 0) return null;
  return (
    <ul aria-label="Échanges à envoyer" className="mt-3 space-y-2">
      {kept.map(({ id, kind, body, happened_at, refusal }) => (
        <li key={id} className="relative rounded-lg bg-amber-pale px-3 py-2 pr-10 text-sm text-amber-ink">
          <p className="font-medium">{labelOf(activityKinds, kind)}</p>
          <p className="wrap-anywhere whitespace-pre-line">{body}</p>
          <p>
            {formatDateTime(happened_at)} ·{' '}
            {refusal ?? 'gardé sur cet appareil, partira au retour de la connexion'}
          </p>
          <span className="absolute top-0.5 right-0.5">
            <IconButton
              label={`Abandonner l’échange du ${formatDateTime(happened_at)}`}
              onClick={() => keptExchanges.remove(id)}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  );
}
