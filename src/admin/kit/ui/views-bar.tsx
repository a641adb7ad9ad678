import { BookmarkPlus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { buttonClass } from '@/shared/ui/button';
import type { ListViews } from '../lib/list-views';
import { loadOnDemand } from '../lib/load-on-demand';
import { useCurrentInRow } from '../lib/use-current-in-row';
import { IconButton } from './icon-button';

type Dialogs = typeof import('./view-dialogs');

type Props = {
  views: ListViews;
  /** State of the list (`useListState`). */
  list: { query: string; normalize: (query: string) => string };
  /** The present filters in words: « Statut : Publié ». */
  summary: readonly string[];
};

/**
 * The views of a list: the whole list, the built-in ones, and those that the team saved. A view is a link to the
 * parameters themselves, so that a shared address opens the same list for a colleague even if the view is deleted,
 * and the back button returns to the former one.
 */
export function ViewsBar({ views, list, summary }: Props) {
  const { allLabel, builtIn, saved } = views;
  const [dialog, setDialog] = useState<{ kind: 'save' | 'manage'; dialogs: Dialogs }>();
  // The dialogs are loaded on first use, with the form library.
  const open = async (kind: 'save' | 'manage') => {
    const dialogs = await loadOnDemand(import('./view-dialogs'));
    if (dialogs) setDialog({ kind, dialogs });
  };
  const isReadOnly = useIsReadOnly();
  const close = () => setDialog(undefined);
  const links = [{ name: allLabel, query: '' }, ...builtIn, ...saved];
  const current = links.findIndex(({ query }) => list.normalize(query) === list.query);
  const row = useCurrentInRow<HTMLUListElement>(current);

  return (
    // On a large window it is beside the search, which leaves one more line to the list.
    <div
      className={`flex w-full min-w-0 items-center gap-1 xl:w-auto xl:max-w-[45%] ${links.length === 1 && current === 0 ? 'max-sm:hidden' : ''}`}
    >
      <nav aria-label="Vues" className="min-w-0">
        {/* The focus ring is drawn outside of the scrolling area. */}
        <ul ref={row} className="relative -m-1 flex gap-1 overflow-x-auto p-1 [scrollbar-width:none]">
          {links.map(({ name, query }, index) => (
            <li key={`${name}?${query}`} className="min-w-0 shrink-0">
              <ViewLink name={name} query={query} current={index === current} />
            </li>
          ))}
        </ul>
      </nav>
      {!isReadOnly && current < 0 && (
        <button
          type="button"
          onClick={() => open('save')}
          title="Enregistrer cette vue"
          className={buttonClass({ variant: 'ghost', size: 'sm', className: 'shrink-0 px-2.5' })}
        >
          <BookmarkPlus aria-hidden="true" className="size-4" />
          {/* Its text would cut the names of the views, on a phone and beside the search of a laptop. */}
          <span className="max-sm:sr-only xl:max-2xl:sr-only">Enregistrer cette vue</span>
        </button>
      )}
      {!isReadOnly && saved.length > 0 && (
        <IconButton label="Gérer les vues" onClick={() => open('manage')}>
          <SlidersHorizontal aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      {dialog?.kind === 'save' && (
        <dialog.dialogs.SaveViewDialog views={views} query={list.query} summary={summary} onClose={close} />
      )}
      {dialog?.kind === 'manage' && <dialog.dialogs.ManageViewsDialog views={views} onClose={close} />}
    </div>
  );
}

function ViewLink({ name, query, current }: { name: string; query: string; current: boolean }) {
  return (
    <Link
      to={{ search: query }}
      title={name}
      preventScrollReset
      aria-current={current ? 'page' : undefined}
      className="block max-w-60 truncate rounded-full px-3 py-1.5 text-sm font-medium text-slate hover:bg-line hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-white"
    >
      {name}
    </Link>
  );
}
