import { telHref } from '@contract/phone';
import { Check, Phone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatRelativeDay } from '@/admin/kit/lib/coming-days';
import type { LineAction, TodayItem, TodayWords } from '@/admin/kit/lib/today-lines';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { PostponeMenu } from '@/admin/kit/ui/postpone-menu';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';

const urgencyClass = { 0: 'font-semibold text-sumac-deep', 1: 'font-semibold text-amber-ink', 2: '' };

export type LineActions = {
  isPending: boolean;
  onFinish: (item: TodayItem) => void;
  /** Presses the button of a kind: « Préparer la campagne », « Pas pertinent ». */
  onPress: (press: LineAction, item: TodayItem) => void;
  /** Postpones an item until a day; null restores it. */
  onPostpone: (item: TodayItem, until: string | null) => void;
};

type Props = { item: TodayItem; line: TodayWords; actions: LineActions };

/** An item that waits for a person: title, reason, single action, and « Reporter ». */
export function TodayLine({ item, line, actions }: Props) {
  const { isPending, onPress, onPostpone } = actions;
  const { due, dismiss } = line;
  const { title, text, to } = line.words(item);
  const when = item.due_at ? due?.(item, new Date(item.due_at)) : undefined;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to={to}
          className="block font-semibold wrap-anywhere underline-offset-4 hover:underline sm:truncate"
          title={title}
        >
          {title}
        </Link>
        <p className="text-sm wrap-anywhere text-slate sm:line-clamp-2" title={text}>
          {when && <span className={urgencyClass[item.urgency]}>{when}</span>}
          {when && text && ' · '}
          {text}
        </p>
      </div>
      <div className="flex max-w-full shrink-0 flex-wrap items-center gap-1.5">
        {item.postponed_until ? (
          <>
            <span className="text-sm text-slate">jusqu’à {formatRelativeDay(item.postponed_until)}</span>
            <AdminsOnly>
              <Button
                size="sm"
                variant="outline"
                pending={isPending}
                aria-label={`Ramener\u00a0: ${title}`}
                onClick={() => onPostpone(item, null)}
              >
                Ramener
              </Button>
            </AdminsOnly>
          </>
        ) : (
          <>
            <ItemAction item={item} line={line} actions={actions} />
            <AdminsOnly>
              {dismiss && (
                <Button
                  size="sm"
                  variant="ghost"
                  pending={isPending}
                  aria-label={`${dismiss.label}\u00a0: ${title}`}
                  onClick={() => onPress(dismiss, item)}
                >
                  {dismiss.label}
                </Button>
              )}
              <PostponeMenu
                subject={title}
                pending={isPending}
                onPostpone={(until) => onPostpone(item, until)}
              />
            </AdminsOnly>
          </>
        )}
      </div>
    </li>
  );
}

/** The single action of an item: done here, or a link to where it is done. */
function ItemAction({
  item,
  line: { words, press, isPrimary },
  actions: { isPending, onFinish, onPress },
}: Props) {
  const { title, text, to, action } = words(item);
  const isReadOnly = useIsReadOnly();
  const tel = item.phone ? telHref(item.phone) : undefined;
  if (item.kind === 'action') {
    return (
      <>
        {tel && (
          <a
            href={tel}
            aria-label={`Appeler\u00a0: ${text}`}
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            <Phone aria-hidden="true" className="size-4" />
            Appeler
          </a>
        )}
        <AdminsOnly>
          <Button
            size="sm"
            variant="outline"
            pending={isPending}
            aria-label={`Fait\u00a0: ${title}`}
            onClick={() => onFinish(item)}
          >
            <Check aria-hidden="true" className="size-4" />
            Fait
          </Button>
        </AdminsOnly>
      </>
    );
  }
  if (press && !isReadOnly) {
    return (
      <Button
        size="sm"
        variant="outline"
        pending={isPending}
        {...(!press.isOnly && { 'aria-label': `${press.label}\u00a0: ${title}` })}
        onClick={() => onPress(press, item)}
      >
        {press.label}
      </Button>
    );
  }
  const label = isReadOnly ? 'Voir' : action;
  return (
    <Link
      to={to}
      aria-label={`${label}\u00a0: ${title}`}
      className={buttonClass({ variant: isPrimary ? 'primary' : 'outline', size: 'sm' })}
    >
      {label}
    </Link>
  );
}
