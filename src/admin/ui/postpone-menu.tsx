import * as Popover from '@radix-ui/react-popover';
import { Clock } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { dayAfter, postponeChoices, sayDay } from '@/admin/lib/coming-days';
import { quebecDay } from '@/admin/lib/dates';
import { Button, buttonClass } from '@/shared/ui/button';
import { controlClass } from '@/shared/ui/field';

type Props = {
  /** What is put off, for whoever does not see the line: « Reporter : Ville de Percé ». */
  subject: string;
  pending?: boolean;
  onPostpone: (day: string) => void;
  children?: ReactNode;
};

/** « Reporter »: tomorrow, Monday, in a week, or a day of one's choice. */
export function PostponeMenu({ subject, pending = false, onPostpone, children }: Props) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const id = useId();
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
                  <span className="text-sm text-slate">{label === 'Demain' ? '' : sayDay(day, today)}</span>
                </button>
              </li>
            ))}
          </ul>
          <form
            className="mt-1 border-t border-line px-3 pt-3 pb-1"
            onSubmit={(event) => {
              event.preventDefault();
              // Of a portal, but React's events follow the tree: a form around must not be sent.
              event.stopPropagation();
              if (chosen > today) pick(chosen);
            }}
          >
            <label htmlFor={id} className="mb-1 block text-sm font-medium">
              Un autre jour
            </label>
            <div className="flex gap-2">
              <input
                id={id}
                type="date"
                required
                min={dayAfter(today, 1)}
                value={chosen}
                onChange={({ target }) => setChosen(target.value)}
                className={`${controlClass} min-w-0 flex-1`}
              />
              <Button type="submit" size="sm" variant="outline">
                OK
              </Button>
            </div>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
