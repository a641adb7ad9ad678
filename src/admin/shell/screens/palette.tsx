import { cutText } from '@contract/cut-text';
import * as Dialog from '@radix-ui/react-dialog';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { session } from '@/admin/account/data/session';
import { type RecentItem, recentItems, rememberRecent } from '@/admin/kit/lib/recent-items';
import { useSubjects } from '@/admin/kit/lib/subject';
import { focusScreen, ignoreNotifications, overlayClass, useFocusReturn } from '@/admin/kit/ui/dialog';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { excerptParts, SHORTEST_SEARCH, search, searchKindsOf } from '../data/search';
import { localGroups, type PaletteEntry } from './palette-entries';

/** Pause between the last letter and the query, in ms. */
const DEBOUNCE_MS = 80;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** A result, with the passage in which its words were found; the passage is not kept for next time. */
type Found = RecentItem & { excerpt: string };

/** Groups the results by kind, in the database's order: the best first. */
function byKind(
  results: readonly Found[],
  searchKinds: ReturnType<typeof searchKindsOf>,
): [kind: string, items: Found[]][] {
  const kinds = [...new Set(results.map(({ kind }) => kind))].filter((kind) => searchKinds[kind]);
  return kinds.map((kind) => [kind, results.filter((item) => item.kind === kind)]);
}

/** Returns the address of a result, or its place in the record in which it stands. */
function addressOf(
  { kind, id, target, target_id }: RecentItem,
  searchKinds: ReturnType<typeof searchKindsOf>,
): string {
  const record = searchKinds[target]?.href?.(target_id);
  return record ? `${record}#${id}` : (searchKinds[kind]?.href?.(id) ?? '/admin');
}

const groupClass =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-slate';
const itemClass =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-[0.95rem] aria-selected:bg-mist';

/** Search over everything, screens and actions: opened by Ctrl+K over any screen. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const subjects = useSubjects();
  const searchKinds = searchKindsOf(subjects);
  const person = useQuery(session.current()).data?.user.id ?? '';
  const [text, setText] = useState('');
  const searchedText = usePaused(text.trim());
  const found = useQuery(search.everything(searchedText));
  const recent = text.trim() === '' ? recentItems(person) : [];
  const isSearched = text.trim().length >= SHORTEST_SEARCH;
  const results = isSearched ? byKind(found.data ?? [], searchKinds) : [];
  const isReadOnly = useIsReadOnly();
  // Opens with the visible actions alone: the screens below render in the next frame.
  const isDrawn = useDeferredValue(true, false);
  const local = localGroups(subjects, text, isReadOnly)
    .slice(0, isDrawn ? undefined : 1)
    .filter(({ entries }) => entries.length > 0);
  const isWaiting = isSearched && (found.isFetching || searchedText !== text.trim());
  const count = results.reduce((sum, [, items]) => sum + items.length, 0);

  const focusReturn = useFocusReturn();
  const hasLeft = useRef(false);
  const leave = (go: () => void) => {
    hasLeft.current = true;
    onClose();
    go();
  };
  const openItem = (item: RecentItem) => {
    const { kind, id, title, detail, target, target_id } = item;
    rememberRecent(person, { kind, id, title, detail, target, target_id });
    leave(() => navigate(addressOf(item, searchKinds)));
  };
  const openEntry = ({ to, isSite }: PaletteEntry) =>
    leave(() => (isSite ? window.location.assign(to) : navigate(to)));

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          onOpenAutoFocus={focusReturn.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            if (!hasLeft.current) return focusReturn.onCloseAutoFocus(event);
            // Moves on to the chosen screen.
            event.preventDefault();
            focusScreen();
          }}
          onInteractOutside={ignoreNotifications}
          aria-describedby={undefined}
          className="fixed top-4 left-1/2 z-50 flex max-h-[min(36rem,calc(100dvh-2rem))] w-[calc(100vw-2rem)] max-w-2xl -translate-x-1/2 flex-col rounded-2xl bg-paper shadow-xl outline-none sm:top-[12vh]"
        >
          <Dialog.Title className="sr-only">Rechercher partout</Dialog.Title>
          <Command
            label="Rechercher partout"
            shouldFilter={false}
            vimBindings={false}
            loop
            className="flex min-h-0 flex-col"
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden="true" className="size-5 shrink-0 text-slate" />
              <Command.Input
                value={text}
                onValueChange={setText}
                maxLength={200}
                placeholder="Nom, courriel, mots d’un message…"
                className="min-h-13 w-full min-w-0 bg-transparent outline-none placeholder:text-slate"
              />
              <kbd className="hidden shrink-0 rounded-md border border-line bg-mist px-2 py-0.5 font-sans text-xs text-slate sm:block">
                Échap
              </kbd>
            </div>
            <Command.List label="Résultats" className="min-h-0 overflow-y-auto p-2">
              {recent.length > 0 && (
                <Command.Group heading="Ouverts récemment" className={groupClass}>
                  {recent.map((item) => (
                    <Item key={`${item.kind} ${item.id}`} of="recent" item={item} onSelect={openItem} />
                  ))}
                </Command.Group>
              )}
              {local.map(({ title, entries }) => (
                <Command.Group key={title} heading={title} className={groupClass}>
                  {entries.map((entry) => (
                    <Command.Item
                      key={entry.to}
                      value={`${title} ${entry.to}`}
                      onSelect={() => openEntry(entry)}
                      className={itemClass}
                    >
                      {entry.title}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
              {results.map(([kind, items]) => (
                <Command.Group key={kind} heading={searchKinds[kind]?.label} className={groupClass}>
                  {items.map((item) => (
                    <Item key={item.id} of="found" item={item} excerpt={item.excerpt} onSelect={openItem} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
            <Outcome
              isSearched={isSearched}
              isWaiting={isWaiting}
              isError={found.isError}
              count={count}
              hasLocal={local.length > 0}
              text={text.trim()}
              onRetry={() => found.refetch()}
            />
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Shows one result on one line whatever its length, and on a second one the passage in which its words stand. */
function Item({
  of,
  item,
  excerpt = '',
  onSelect,
}: {
  of: string;
  item: RecentItem;
  excerpt?: string;
  onSelect: (item: RecentItem) => void;
}) {
  return (
    <Command.Item
      value={`${of} ${item.kind} ${item.id}`}
      onSelect={() => onSelect(item)}
      className={`${itemClass} flex-wrap gap-y-0`}
    >
      <span className="min-w-0 max-w-full shrink truncate font-medium" title={item.title}>
        {item.title}
      </span>
      {item.detail && (
        <span className="min-w-0 flex-1 truncate text-sm text-slate" title={item.detail}>
          {item.detail}
        </span>
      )}
      {excerpt && (
        <span className="line-clamp-2 basis-full text-sm wrap-anywhere text-slate">
          {excerptParts(excerpt).map((part, index) =>
            index % 2 === 1 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts are the text, in its order
              <mark key={index} className="rounded-sm bg-amber-pale font-semibold text-ink">
                {part}
              </mark>
            ) : (
              part
            ),
          )}
        </span>
      )}
    </Command.Item>
  );
}

type OutcomeProps = {
  isSearched: boolean;
  isWaiting: boolean;
  isError: boolean;
  count: number;
  hasLocal: boolean;
  text: string;
  onRetry: () => void;
};

/** Describes the result of the search. */
function Outcome({ isSearched, isWaiting, isError, count, hasLocal, text, onRetry }: OutcomeProps) {
  const outcome = !isSearched
    ? ''
    : isWaiting
      ? 'Recherche…'
      : isError
        ? navigator.onLine
          ? 'La recherche n’a pas répondu.'
          : 'Hors ligne\u00a0: seuls les écrans et les actions sont proposés.'
        : count > 0
          ? counted(count, 'résultat')
          : hasLocal
            ? 'Aucun autre résultat'
            : `Rien ne répond à «\u00a0${cutText(text, 40)}\u00a0». Essayez un seul mot, ou le début d’un nom.`;
  return (
    <div
      className={`flex items-center justify-between gap-3 px-5 text-sm text-slate ${outcome ? 'border-t border-line py-2.5' : ''}`}
    >
      <p role="status" className="wrap-anywhere">
        {outcome}
      </p>
      {isSearched && isError && !isWaiting && (
        <button
          type="button"
          onClick={onRetry}
          className="min-h-8 shrink-0 font-semibold text-spruce-deep underline"
        >
          Réessayer
        </button>
      )}
    </div>
  );
}
