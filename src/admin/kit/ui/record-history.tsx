import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';
import { formatDateTime } from '../lib/dates';
import { formatRelative } from '../lib/relative-time';

/** A change, in words: « Titre, lieu modifiés ». */
type HistoryLine = { id: number; at: string; who: string; text: string };

type Props<Key extends QueryKey> = {
  title?: string;
  query: UseQueryOptions<HistoryLine[], Error, HistoryLine[], Key>;
};

/** The changes of a record, newest first. Folded, and loaded when it is opened. */
export function RecordHistory<Key extends QueryKey>({
  title = 'Historique des modifications',
  query,
}: Props<Key>) {
  const [isOpen, setIsOpen] = useState(false);
  const changes = useQuery({ ...query, enabled: isOpen });
  return (
    <details
      className="mt-6 rounded-xl border border-line bg-paper"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer px-5 py-3 font-semibold">{title}</summary>
      <div className="border-t border-line px-5 py-4">
        {!isOpen ? null : changes.isPending ? (
          <Spinner />
        ) : changes.isError ? (
          <p role="alert" className="text-sm">
            L’historique n’a pas pu être chargé.{' '}
            <Button size="sm" variant="ghost" onClick={() => changes.refetch()}>
              Réessayer
            </Button>
          </p>
        ) : changes.data.length === 0 ? (
          <p className="text-sm text-slate">Aucun changement depuis que l’historique est tenu.</p>
        ) : (
          <ol className="divide-y divide-line">
            {changes.data.map(({ id, at, who, text }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2 text-[0.95rem]">
                <span className="min-w-0 wrap-anywhere">
                  {text}
                  <span className="text-slate">, par {who}</span>
                </span>
                <time
                  dateTime={at}
                  title={formatDateTime(at)}
                  className="text-sm whitespace-nowrap text-slate"
                >
                  {formatRelative(at)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </div>
    </details>
  );
}
