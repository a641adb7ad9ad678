import * as Popover from '@radix-ui/react-popover';
import { Clock } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { buttonClass } from '@/shared/ui/button';
import { formatRelativeDay, postponeChoices } from '../lib/coming-days';
import { quebecDay } from '../lib/dates';

/** Lazy, because its calendar is a library that the first screen of the day does not need. */
const OtherDay = lazy(async () => ({ default: (await import('./postpone-day')).PostponeDay }));

type Props = {
  /** The postponed item, for screen readers: « Reporter : Ville de Percé ». */
  subject: string;
  pending?: boolean;
  onPostpone: (day: string) => void;
  children?: ReactNode;
};

/** « Reporter »: tomorrow, Monday, in a week, or any other day. */
export function PostponeMenu({ subject, pending = false, onPostpone, children }: Props) {
  const [open, setOpen] = useState(false);
  const today = quebecDay();
  const pick = (day: string) => {
    setOpen(false);
    onPostpone(day);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          aria-label={`Reporter\u00a0: ${subject}`}
          aria-busy={pending || undefined}
          className={buttonClass({ variant: 'ghost', size: 'sm', className: 'text-slate' })}
        >
          {children ?? (
            <>
              <Clock aria-hidden="true" className="size-4" />
              Reporter
            </>
          )}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={`Reporter\u00a0: ${subject}`}
          className="z-50 w-64 max-w-[calc(100vw-1rem)] rounded-xl border border-line bg-paper p-2 shadow-xl"
        >
          <ul>
            {postponeChoices(today).map(({ label, day }) => (
              <li key={day}>
                <button
                  type="button"
                  onClick={() => pick(day)}
                  className="flex min-h-10 w-full items-center justify-between gap-3 rounded-lg px-3 text-left hover:bg-mist"
                >
                  <span className="font-medium">{label}</span>
                  <span className="text-sm text-slate">
                    {label === 'Demain' ? '' : formatRelativeDay(day, today)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <Suspense fallback={<div className="h-40" />}>
            <OtherDay today={today} onPick={pick} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
