import { useId, useState } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { entriesOf } from '../lib/label-of';

type Props<Value extends string> = {
  label: string;
  /** True when the label is only for screen readers. */
  isLabelHidden?: boolean;
  /** The present status; absent when the selected rows differ. */
  value?: Value;
  /** First choice, while there is no value: « Changer le statut… ». */
  placeholder?: string;
  /** Stored value → French label. */
  options: Readonly<Record<Value, string>>;
  pending: boolean;
  onApply: (status: Value) => void;
};

/**
 * A select for a status, with a button that applies it: the arrow keys of a select go through its options, and none
 * of them must be saved.
 */
export function StatusChoice<Value extends string>({
  label,
  isLabelHidden = false,
  value,
  placeholder,
  options,
  pending,
  onApply,
}: Props<Value>) {
  const id = useId();
  const [choice, setChoice] = useState<Value>();
  const selected = choice ?? value;
  const isReadOnly = useIsReadOnly();
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (pending || selected === undefined || selected === value) return;
        onApply(selected);
        setChoice(undefined);
      }}
    >
      <div>
        <label
          htmlFor={id}
          className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold text-slate'}
        >
          {label}
        </label>
        <select
          id={id}
          value={selected ?? ''}
          disabled={isReadOnly}
          aria-busy={pending || undefined}
          onChange={(event) => setChoice(event.target.value as Value)}
          className="block min-h-10 max-w-full rounded-lg border border-slate/60 bg-paper px-3 text-[0.95rem]"
        >
          {placeholder && <option value="">{placeholder}</option>}
          {entriesOf(options).map(([stored, text]) => (
            <option key={stored} value={stored}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {!isReadOnly && (
        <Button type="submit" size="sm" variant="outline" pending={pending}>
          Appliquer
        </Button>
      )}
    </form>
  );
}
