import { useMutation, useQuery } from '@tanstack/react-query';
import { Ban, ExternalLink } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDateTime, formatDay, quebecDay } from '@/admin/kit/lib/dates';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { municipalityPaths } from '@/admin/municipalities/paths';
import { httpHref } from '@/shared/lib/text';
import { Button } from '@/shared/ui/button';
import { tenderKinds } from '../data/tender-kinds';
import { byDeadline, isCurrent, type TenderSignal, tenders } from '../data/tenders';

/** Returns the open calls and the contracts that end soon, of one place or of all, the next deadline first. */
export function useTenderSignals(municipalityCode?: string): TenderSignal[] {
  const { data = [] } = useQuery(tenders.list());
  const [now, today] = [serverNow(), quebecDay()];
  return data
    .filter(
      (signal) =>
        signal.dismissed_at === null &&
        isCurrent(signal, now, today) &&
        (municipalityCode === undefined || signal.municipality_code === municipalityCode),
    )
    .sort(byDeadline);
}

/** A list of signals: object, buyer, deadline, matching phrase, and « Pas pertinent ». */
export function TenderSignalList({ signals }: { signals: readonly TenderSignal[] }) {
  const dismiss = useMutation(tenders.dismiss());
  return (
    <ul className="divide-y divide-line">
      {signals.map((signal) => (
        <li key={signal.id} id={signal.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium wrap-anywhere">
              <NoticeLink signal={signal} />
            </p>
            <p className="text-sm wrap-anywhere">
              {signal.municipality_code ? (
                <Link
                  to={municipalityPaths.one.href(signal.municipality_code)}
                  className="inline-block min-h-6 underline underline-offset-2"
                >
                  {signal.buyer}
                </Link>
              ) : (
                signal.buyer
              )}
            </p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-slate">
              <StatusBadge
                tone={signal.kind === 'appel' ? 'attention' : 'quiet'}
                label={tenderKinds[signal.kind as keyof typeof tenderKinds]}
              />
              <span>{whenOf(signal)}</span>
              <span className="wrap-anywhere">
                Expression{'\u00a0'}: «&nbsp;{signal.phrase}&nbsp;»
              </span>
            </p>
          </div>
          <AdminsOnly>
            <Button
              size="sm"
              variant="outline"
              pending={dismiss.isPending}
              onClick={() => dismiss.mutate(signal)}
            >
              <Ban aria-hidden="true" className="size-4" />
              Pas pertinent <span className="sr-only">: {signal.title}</span>
            </Button>
          </AdminsOnly>
        </li>
      ))}
    </ul>
  );
}

function NoticeLink({ signal: { title, url } }: { signal: TenderSignal }) {
  const href = url ? httpHref(url) : undefined;
  if (!href) return title;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-block min-h-6 underline underline-offset-2"
    >
      {title}
      <ExternalLink aria-hidden="true" className="ml-1 inline size-3.5 align-baseline" />
      <span className="sr-only"> (avis du SEAO, nouvel onglet)</span>
    </a>
  );
}

const whenOf = ({ closes_at, ends_on }: TenderSignal) =>
  closes_at ? `Ferme le ${formatDateTime(closes_at)}` : `Se termine le ${formatDay(ends_on ?? '')}`;
