import { telHref } from '@contract/phone';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarPlus, Check, Pencil, Phone, X } from 'lucide-react';
import { useId, useState } from 'react';
import { businessDayAfter, formatRelativeDay } from '@/admin/kit/lib/coming-days';
import { formatDateTime, formatTime, quebecDay } from '@/admin/kit/lib/dates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { PostponeMenu } from '@/admin/kit/ui/postpone-menu';
import { Button, buttonClass } from '@/shared/ui/button';
import { type ActionTarget, GroundNeeded, type NextAction, nextActions } from '../data/next-actions';
import { blankAction, type NextActionValues } from '../data/next-actions.schema';
import { PlanActionDialog } from './plan-action-dialog';

/** A suggested action, planned by one press and never automatically. */
export type ActionSuggestion = { title: string; kind?: 'appeler'; label: string; due_on: string };

type Props = {
  target: ActionTarget;
  /** Telephone number of the record, for « Appeler ». */
  phone?: string | null;
  /** Suggestions while nothing is planned; by default, to write again in five business days. */
  suggestions?: readonly ActionSuggestion[];
};

const followUp = (): ActionSuggestion => ({
  title: 'Relancer',
  label: 'Relancer dans 5 jours ouvrables',
  due_on: businessDayAfter(quebecDay(), 5),
});

/** The next action of a contact, a request or a trip: the open one, and the done ones. */
export function NextActionCard({ target, phone = null, suggestions }: Props) {
  const id = useId();
  const actions = useQuery(nextActions.of(target));
  /** True for an empty form; values for a suggestion that needs more input. */
  const [planning, setPlanning] = useState<boolean | NextActionValues>(false);
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-paper p-5">
      <h2 id={id} className="text-lg font-semibold">
        Prochaine action
      </h2>
      {actions.data ? (
        <>
          {actions.data.open ? (
            <OpenAction action={actions.data.open} phone={phone} onEdit={() => setPlanning(true)} />
          ) : (
            <NothingPlanned
              target={target}
              suggestions={suggestions ?? [followUp()]}
              onPlan={(begun) => setPlanning(begun ?? true)}
            />
          )}
          <DoneActions actions={actions.data.done} />
          {planning && (
            <PlanActionDialog
              target={target}
              open={actions.data.open}
              begun={planning === true ? undefined : planning}
              lacksGround={planning !== true}
              onClose={() => setPlanning(false)}
            />
          )}
        </>
      ) : actions.isError ? (
        <p role="alert" className="mt-3 text-sm">
          La prochaine action n’a pas pu être chargée.{' '}
          <Button size="sm" variant="ghost" onClick={() => actions.refetch()}>
            Réessayer
          </Button>
        </p>
      ) : (
        <div role="status" className="mt-3 h-14 animate-pulse rounded-lg bg-mist">
          <span className="sr-only">Chargement de la prochaine action…</span>
        </div>
      )}
    </section>
  );
}

/** Formats a moment: « demain à 9 h 30 ». */
const formatMoment = ({ due_on, due_time }: Pick<NextAction, 'due_on' | 'due_time'>) => {
  const day = formatRelativeDay(due_on);
  return due_time ? `${day} à ${formatTime(due_time)}` : day;
};

function OpenAction({
  action,
  phone,
  onEdit,
}: {
  action: NextAction;
  phone: string | null;
  onEdit: () => void;
}) {
  const finish = useMutation(nextActions.finish());
  const postpone = useMutation(nextActions.postpone());
  const remove = useMutation(nextActions.remove());
  const { data: owners } = useQuery(nextActions.owners());
  const owner = owners?.find(({ id }) => id === action.owner);
  const isLate = action.due_on < quebecDay();
  const tel = phone ? telHref(phone) : undefined;
  return (
    <>
      <div className="mt-3 flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{action.title}</p>
          <p className="text-sm text-slate">
            <span className={isLate ? 'font-semibold text-sumac-deep' : undefined}>
              {isLate && 'En retard\u00a0: '}
              {formatMoment(action)}
            </span>
            {owner && <span className="wrap-anywhere"> · {owner.isMe ? 'vous' : owner.email}</span>}
          </p>
        </div>
        <AdminsOnly>
          <div className="flex shrink-0">
            <IconButton label={`Modifier l’action\u00a0: ${action.title}`} onClick={onEdit}>
              <Pencil aria-hidden="true" className="size-4" />
            </IconButton>
            <IconButton
              label={`Retirer l’action\u00a0: ${action.title}`}
              aria-disabled={remove.isPending || undefined}
              onClick={() => {
                if (!remove.isPending) remove.mutate(action);
              }}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </div>
        </AdminsOnly>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <AdminsOnly>
          <Button size="sm" pending={finish.isPending} onClick={() => finish.mutate(action)}>
            <Check aria-hidden="true" className="size-4" />
            Fait
          </Button>
        </AdminsOnly>
        {tel && (
          <a href={tel} className={buttonClass({ variant: 'outline', size: 'sm' })}>
            <Phone aria-hidden="true" className="size-4" />
            Appeler
          </a>
        )}
        <AdminsOnly>
          <PostponeMenu
            subject={action.title}
            pending={postpone.isPending}
            onPostpone={(until) => postpone.mutate({ id: action.id, from: action.due_on, until })}
          />
        </AdminsOnly>
      </div>
    </>
  );
}

function NothingPlanned({
  target,
  suggestions,
  onPlan,
}: {
  target: ActionTarget;
  suggestions: readonly ActionSuggestion[];
  onPlan: (begun?: NextActionValues) => void;
}) {
  const plan = useMutation(nextActions.plan(target));
  /** Takes a suggestion; a call that needs more input opens the form with its values. */
  const take = (values: NextActionValues) =>
    plan.mutate(values, { onError: (error) => error instanceof GroundNeeded && onPlan(values) });
  return (
    <>
      <p className="mt-2 text-sm text-slate">Rien de prévu.</p>
      <AdminsOnly>
        <div className="mt-3 flex flex-wrap gap-2">
          {suggestions.map(({ label, title, kind, due_on }) => (
            <Button
              key={label}
              size="sm"
              variant="outline"
              pending={plan.isPending}
              onClick={() => take({ ...blankAction, title, kind: kind ?? '', due_on })}
            >
              {label}
            </Button>
          ))}
          <Button size="sm" variant="ghost" onClick={() => onPlan()}>
            <CalendarPlus aria-hidden="true" className="size-4" />
            Planifier une action
          </Button>
        </div>
      </AdminsOnly>
    </>
  );
}

function DoneActions({ actions }: { actions: readonly NextAction[] }) {
  if (actions.length === 0) return null;
  return (
    <details className="mt-4 border-t border-line pt-3">
      <summary className="cursor-pointer text-sm font-medium">
        {actions.length > 1 ? `${actions.length} actions faites` : '1 action faite'}
      </summary>
      <ul className="mt-2 space-y-2">
        {actions.map((action) => (
          <li key={action.id} className="text-sm">
            <span className="wrap-anywhere">{action.title}</span>
            <span className="block text-slate">{action.done_at && formatDateTime(action.done_at)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
