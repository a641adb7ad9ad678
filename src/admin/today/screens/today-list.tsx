import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { accountPaths } from '@/admin/account/paths';
import { quebecDay } from '@/admin/kit/lib/dates';
import type { TodayItem, TodayLines } from '@/admin/kit/lib/today-lines';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { nextActions } from '../data/next-actions';
import { today } from '../data/today';
import { type LineActions, TodayLine } from './today-line';

const NO_LINES: TodayLines = {};

/** Number of lines at first; the rest is one press away. */
const MOST_SHOWN = 10;

/** Summarises the list: « 2 en retard, 1 bientôt, 4 quand vous pourrez ». */
function summaryText(items: readonly TodayItem[]): string {
  const count = (urgency: number) => items.filter((item) => item.urgency === urgency).length;
  const [late, soon, calm] = [count(0), count(1), count(2)];
  return [
    late > 0 && `${late} en retard`,
    soon > 0 && `${soon} sans attendre`,
    calm > 0 && `${calm} quand vous pourrez`,
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * The items that wait for a person today, most urgent first. The whole team sees the same lines and postponements.
 *
 * @param next text about the days to come when nothing waits
 */
export function TodayList({ next }: { next: ReactNode }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const items = useQuery(today.items());
  const { data: lines = NO_LINES } = useQuery(today.lines());
  const heading = useRef<HTMLHeadingElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [showsPostponed, setShowsPostponed] = useState(false);
  // Here and not in the line, which is unmounted when they have succeeded: the focus moves to the next line.
  const onSuccess = () => heading.current?.focus();
  const finish = useMutation(nextActions.finish());
  const postponeAction = useMutation(nextActions.postpone());
  const postpone = useMutation(today.postpone());
  const [isPressed, setIsPressed] = useState(false);

  const waiting = items.data?.filter((item) => !item.postponed_until) ?? [];
  const postponed = items.data?.filter((item) => item.postponed_until) ?? [];
  const visible = showsAll ? waiting : waiting.slice(0, MOST_SHOWN);
  const actions: LineActions = {
    isPending: isPressed || [finish, postponeAction, postpone].some(({ isPending }) => isPending),
    onFinish: ({ record_id: id }) => finish.mutate({ id }, { onSuccess }),
    onPress: async ({ run }, item) => {
      setIsPressed(true);
      try {
        const to = await run(client, item);
        if (to) navigate(to);
        else onSuccess();
      } catch {
        // The query client reports failures.
      } finally {
        setIsPressed(false);
      }
    },
    onPostpone: ({ kind, record_id, due_at }, until) => {
      if (kind === 'action' && until && due_at)
        postponeAction.mutate({ id: record_id, from: quebecDay(new Date(due_at)), until }, { onSuccess });
      else postpone.mutate({ kind, record_id, until }, { onSuccess });
    },
  };

  const drawn = (item: TodayItem) => {
    const line = lines[item.kind];
    return (
      line && <TodayLine key={`${item.kind} ${item.record_id}`} item={item} line={line} actions={actions} />
    );
  };

  return (
    <section aria-labelledby="aujourdhui" className="rounded-xl border border-line bg-paper p-4 sm:p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="aujourdhui" ref={heading} tabIndex={-1} className="text-lg font-semibold">
          Aujourd’hui
        </h2>
        {waiting.length > 0 && <p className="text-sm text-slate">{summaryText(waiting)}</p>}
      </header>
      {items.data ? (
        waiting.length === 0 ? (
          <p className="mt-2">
            Rien ne vous attend. <span className="text-slate">{next}</span>
          </p>
        ) : (
          <ol aria-label="À faire" data-rows="" className="mt-1 divide-y divide-line">
            {visible.map(drawn)}
          </ol>
        )
      ) : items.isError ? (
        <div role="alert" className="mt-2 flex flex-wrap items-center gap-3">
          <p>Ce qu’il y a à faire n’a pas pu être chargé.</p>
          <Button variant="outline" size="sm" onClick={() => items.refetch()}>
            Réessayer
          </Button>
        </div>
      ) : (
        <div role="status" className="mt-3 space-y-3">
          <span className="sr-only">Chargement de ce qu’il y a à faire…</span>
          {[0, 1, 2, 3].map((line) => (
            <span key={line} className="block h-10 animate-pulse rounded-lg bg-mist" />
          ))}
        </div>
      )}
      {items.data && (
        <div className="mt-2 flex flex-wrap items-center gap-2 border-t border-line pt-2">
          {waiting.length > MOST_SHOWN && (
            <Button size="sm" variant="ghost" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll
                ? 'Réduire la liste'
                : waiting.length === MOST_SHOWN + 1
                  ? 'Afficher l’autre'
                  : `Afficher les ${waiting.length - MOST_SHOWN} autres`}
            </Button>
          )}
          {postponed.length > 0 && (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={showsPostponed}
              onClick={() => setShowsPostponed(!showsPostponed)}
            >
              {counted(postponed.length, 'reporté')}
            </Button>
          )}
          <Link
            to={`${accountPaths.security.href()}#agenda`}
            className="ml-auto inline-flex min-h-6 items-center text-sm text-slate underline-offset-4 hover:underline"
          >
            Agenda et résumé du matin
          </Link>
        </div>
      )}
      {showsPostponed && postponed.length > 0 && (
        <ol aria-label="Reportés" className="divide-y divide-line">
          {postponed.map(drawn)}
        </ol>
      )}
    </section>
  );
}
