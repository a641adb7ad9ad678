import * as Popover from '@radix-ui/react-popover';
import { CalendarDays } from 'lucide-react';
import { type ComponentProps, type Ref, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { frCA } from 'react-day-picker/locale/fr-CA';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { readDay } from '@/shared/lib/typed-day';
import { controlClass, Field } from '@/shared/ui/field';
import { dateToDay, dayToDate } from '../lib/calendar-day';
import { formatDay } from '../lib/dates';
import { IconButton } from './icon-button';

const navClass =
  'inline-flex size-9 items-center justify-center rounded-full fill-slate hover:bg-mist aria-disabled:opacity-40';

/** Style of the calendar: the palette's colours, and targets of 36 px. */
const classNames: ComponentProps<typeof DayPicker>['classNames'] = {
  months: 'relative',
  month_caption: 'flex h-9 items-center px-2 font-display font-semibold first-letter:uppercase',
  nav: 'absolute top-0 right-0 z-10 flex',
  button_previous: navClass,
  button_next: navClass,
  chevron: 'size-4 fill-current',
  month_grid: 'mt-2 border-collapse',
  weekday: 'h-8 w-9 text-xs font-medium text-slate',
  day: 'p-0 text-center',
  day_button: 'size-9 rounded-full hover:bg-mist',
  today: 'font-bold [&>button]:ring-1 [&>button]:ring-spruce [&>button]:ring-inset',
  selected: '[&>button]:bg-spruce [&>button]:text-white [&>button]:hover:bg-spruce-deep',
  outside: 'text-slate',
};

/**
 * A day of the form, required unless `optional`, typed (« 2026-12-31 », « 31 déc. 2026 ») or chosen in a calendar
 * whose weeks begin on Monday; shown in French, stored as `2026-12-31`.
 */
export function DateField<Values extends FieldValues = never>({
  name,
  label,
  hint,
  openAt,
  optional = false,
  deps,
}: {
  name: NoInfer<FieldPath<Values>>;
  label: string;
  hint?: string | undefined;
  optional?: boolean;
  /** Fields whose validation depends on this day. */
  deps?: NoInfer<FieldPath<Values>>[];
} & Pick<DayInputProps, 'openAt'>) {
  const { field, fieldState } = useController<Values>({ name, ...(deps && { rules: { deps } }) });
  return (
    <Field label={label} hint={hint} required={!optional} error={fieldState.error?.message}>
      {(control) => <DayInput {...control} {...field} name={label} openAt={openAt} />}
    </Field>
  );
}

type DayInputProps = {
  /** `2026-12-31`, or the typed text when it is not a day. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Name of the day in the calendar button's label: « Date de début ». */
  name: string;
  /** A day of the month that the calendar opens at while there is no value. */
  openAt?: string;
  ref?: Ref<HTMLInputElement>;
} & Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid' | 'aria-required'>;

/** The input of such a day, without a form. */
export function DayInput({ value, onChange, onBlur, name, openAt = '', ref, ...control }: DayInputProps) {
  /** The text being typed, until the field loses the focus. */
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const selected = dayToDate(value);
  const text = typed ?? (selected ? formatDay(value) : value);

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor className="relative">
        <input
          {...control}
          ref={ref}
          type="text"
          value={text}
          placeholder="aaaa-mm-jj"
          autoComplete="off"
          className={`${controlClass} pr-12`}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(readDay(target.value) ?? target.value.trim());
          }}
          onBlur={() => {
            setTyped(undefined);
            onBlur?.();
          }}
        />
        <Popover.Trigger asChild>
          <IconButton
            label={`Ouvrir le calendrier\u00a0: ${name}`}
            className="absolute top-1/2 right-1.5 -translate-y-1/2"
          >
            <CalendarDays aria-hidden="true" className="size-5" />
          </IconButton>
        </Popover.Trigger>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={name}
          // The calendar takes the focus itself, on the chosen day or today.
          onOpenAutoFocus={(event) => event.preventDefault()}
          className="z-50 rounded-xl border border-line bg-paper p-3 shadow-xl"
        >
          <DayPicker
            mode="single"
            autoFocus
            locale={frCA}
            weekStartsOn={1}
            selected={selected}
            defaultMonth={selected ?? dayToDate(openAt)}
            onSelect={(date) => {
              if (date) onChange(dateToDay(date));
              setOpen(false);
            }}
            classNames={classNames}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
