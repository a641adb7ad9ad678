import type { ReactNode } from 'react';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { UnbrokenNumbers } from '@/shared/ui/unbroken-numbers';

/** One thing that happened to a document, with what is shown below its title. */
export type HistoryEntry = { key: string; at: string; title: string; content?: ReactNode };

/** Lists what happened to a document, oldest first. */
export function HistoryEntries({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <ol className="mt-2 space-y-2">
      {[...entries]
        .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
        .map(({ key, at, title, content }) => (
          <li key={key} id={key} className="wrap-anywhere">
            <span className="font-medium">
              <UnbrokenNumbers text={title} />
            </span>{' '}
            <span className="text-sm whitespace-nowrap text-slate">{formatDateTime(at)}</span>
            {content}
          </li>
        ))}
    </ol>
  );
}
