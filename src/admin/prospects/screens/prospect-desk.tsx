import { useMutation } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useKeys } from '@/admin/kit/lib/keys';
import type { ListState } from '@/admin/kit/lib/use-list-state';
import { useHasTwoPanes } from '@/admin/kit/lib/use-window-kind';
import { DataTable } from '@/admin/kit/ui/data-table';
import { SelectionBar } from '@/admin/kit/ui/selection-bar';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { type Prospect, type ProspectTrip, prospects } from '../data/prospects';
import { AcceptDialog } from './accept-dialog';
import { ProspectCard } from './prospect-card';
import { prospectColumns } from './prospect-columns';
import type { ProspectListValues } from './prospect-filters';
import { TripMap } from './trip-map';

/** Parameter of the address with the open prospect. */
const OPEN_PROSPECT_PARAM = 'prospect';

/** Size of a selection from which accepting it asks first. */
const ASKS_ABOVE = 10;

const keyOf = ({ id }: Prospect) => id;
const isPending = ({ status }: Prospect) => status === 'pending';

type Props = {
  trip: ProspectTrip;
  all: readonly Prospect[];
  list: ListState<ProspectListValues>;
  /** The filtered prospects, in order. */
  visible: readonly Prospect[];
  isApproximate: (prospect: Prospect) => boolean;
  rejectedHere: ReadonlySet<string>;
  onRejected: (id: string) => void;
  onDelete: (prospect: Prospect) => void;
};

/**
 * The prospects of a trip as a workspace: a table of the waiting ones, the map and the card of the open one beside
 * it, and a key for each decision, which opens the next one. Decided ones are folded under the table.
 */
export function ProspectDesk(props: Props) {
  const { trip, all, list, visible, isApproximate, rejectedHere, onRejected, onDelete } = props;
  const { selected, select, values } = list;
  const [params, setParams] = useSearchParams();
  const [isUnfolded, setUnfolded] = useState(false);
  const hasTwoPanes = useHasTwoPanes();
  const isReadOnly = useIsReadOnly();
  const accept = useMutation(prospects.accept());
  const reject = useMutation(prospects.reject());
  const acceptAll = useMutation(prospects.acceptAll(trip.id));
  const [idsToAccept, setIdsToAccept] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);

  const decided = values.statut ? [] : visible.filter((prospect) => !isPending(prospect));
  const folds = decided.length > 0 && decided.length < visible.length;
  const rows = useMemo(
    () => (folds && !isUnfolded ? visible.filter(isPending) : visible),
    [visible, folds, isUnfolded],
  );
  const openId = params.get(OPEN_PROSPECT_PARAM) ?? rows[0]?.id;
  const opened = all.find(({ id }) => id === openId);
  const at = rows.findIndex(({ id }) => id === openId);

  const go = useCallback(
    (id: string | undefined) => {
      setParams(
        (current) => {
          if (id) current.set(OPEN_PROSPECT_PARAM, id);
          else current.delete(OPEN_PROSPECT_PARAM);
          return current;
        },
        { replace: true, preventScrollReset: true },
      );
      if (id) focusOn(hasTwoPanes ? `[data-prospect="${CSS.escape(id)}"]` : '[data-open-prospect]');
    },
    [setParams, hasTwoPanes],
  );
  const step = (by: 1 | -1) => {
    const next = rows[at < 0 ? 0 : at + by];
    if (next) go(next.id);
  };
  useNextAfterDecision({ opened, rows, at, go });
  const beside = useRef<HTMLElement>(null);
  // Each prospect opens on its decisions, however far one had read of the last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open prospect is what it waits for
  useEffect(() => {
    if (beside.current) beside.current.scrollTop = 0;
  }, [openId]);

  const canDecide = opened !== undefined && isPending(opened) && !accept.isPending && !reject.isPending;
  useKeys('Prospects', [
    { key: 'j', display: 'J', label: 'Prospect suivant', run: () => step(1) },
    { key: 'k', display: 'K', label: 'Prospect précédent', run: () => step(-1) },
    ...(isReadOnly
      ? []
      : [
          {
            key: 'a',
            display: 'A',
            label: 'Accepter le prospect ouvert',
            run: () => canDecide && accept.mutate(opened.id),
          },
          {
            key: 'r',
            display: 'R',
            label: 'Rejeter le prospect ouvert',
            run: () => {
              if (!canDecide) return;
              onRejected(opened.id);
              reject.mutate(opened.id);
            },
          },
        ]),
  ]);

  // Stable until another one opens: otherwise the table would render each of its rows again.
  const columns = useMemo(() => {
    const hrefOf = (id: string) => {
      const next = new URLSearchParams(params);
      next.set(OPEN_PROSPECT_PARAM, id);
      return `?${next}`;
    };
    return prospectColumns({ openId, hrefOf, onOpen: go, isApproximate });
  }, [openId, params, go, isApproximate]);
  const chosen = visible.filter((prospect) => selected.has(prospect.id) && isPending(prospect));
  const acceptChosen = (ids: readonly string[]) =>
    acceptAll.mutate([...ids], {
      onSuccess: () => select(new Set()),
      onSettled: () => setAsking(false),
    });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,26rem)]">
      <div className="min-w-0 [&_tr:has([aria-current=true])>*]:bg-spruce-pale">
        <DataTable
          caption="Prospects du déplacement"
          rows={rows}
          rowKey={keyOf}
          columns={columns}
          selection={{ selected, onChange: select, rowLabel: ({ company }) => company }}
          footer={
            folds && (
              <Button
                size="sm"
                variant="ghost"
                aria-expanded={isUnfolded}
                className="m-2"
                onClick={() => setUnfolded(!isUnfolded)}
              >
                {isUnfolded ? 'Replier' : 'Afficher'}{' '}
                {counted(decided.length, 'prospect traité', 'prospects traités')}
              </Button>
            )
          }
        />
        <SelectionBar
          count={chosen.length}
          noun={['prospect en attente choisi', 'prospects en attente choisis']}
          onClear={() => select(new Set())}
        >
          <Button
            size="sm"
            pending={acceptAll.isPending}
            onClick={() => {
              const ids = chosen.map(keyOf);
              if (ids.length <= ASKS_ABOVE) return acceptChosen(ids);
              setIdsToAccept(ids);
              setAsking(true);
            }}
          >
            <CheckCheck aria-hidden="true" className="size-4" />
            Accepter la sélection
          </Button>
        </SelectionBar>
        <AcceptDialog
          open={isAsking}
          ids={idsToAccept}
          pending={acceptAll.isPending}
          onClose={() => setAsking(false)}
          onConfirm={acceptChosen}
        />
      </div>
      <aside
        ref={beside}
        aria-label="Prospect ouvert"
        className="space-y-4 max-lg:order-first lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto"
      >
        {opened && (
          // On a narrow window the card is above the map and the list, and only once somebody opened it.
          <div
            data-open-prospect=""
            tabIndex={-1}
            className={`scroll-mt-18 outline-none ${params.has(OPEN_PROSPECT_PARAM) ? '' : 'max-lg:hidden'}`}
          >
            <ProspectCard
              key={opened.id}
              prospect={opened}
              isApproximate={isApproximate(opened)}
              canUndo={rejectedHere.has(opened.id)}
              onRejected={() => onRejected(opened.id)}
              onDelete={() => onDelete(opened)}
            />
          </div>
        )}
        <TripMap trip={trip} prospects={rows} openId={openId} onOpen={go} />
      </aside>
    </div>
  );
}

/** Opens the next waiting prospect once the open one has been decided, so that twenty keys decide twenty prospects. */
function useNextAfterDecision({
  opened,
  rows,
  at,
  go,
}: {
  opened: Prospect | undefined;
  rows: readonly Prospect[];
  at: number;
  go: (id: string) => void;
}) {
  const before = useRef<{ id: string; following: readonly string[] }>(undefined);
  useEffect(() => {
    const { current } = before;
    if (opened && current?.id === opened.id && !isPending(opened)) {
      const waiting = rows.filter(isPending).map(keyOf);
      const next = current.following.find((id) => waiting.includes(id)) ?? waiting[0];
      before.current = undefined;
      if (next) go(next);
    } else if (opened && isPending(opened)) {
      before.current = { id: opened.id, following: rows.slice(at + 1).map(keyOf) };
    }
  });
}

/** Focuses the row of a prospect, or its card, once it is on screen. */
function focusOn(selector: string): void {
  requestAnimationFrame(() => {
    const target = document.querySelector<HTMLElement>(selector);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView?.({ block: 'nearest' });
  });
}
