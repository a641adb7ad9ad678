import { useId, useState } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';

type Props = {
  label: string;
  /** Whether the label is only for screen readers. */
  isLabelHidden?: boolean;
  /** Where things stand; absent when the rows chosen differ. */
  value?: string;
  /** First choice, while there is no value: « Changer le statut… ». */
  placeholder?: string;
  /** Stored value → French label. */
  options: Readonly<Record<string, string>>;
  pending: boolean;
  onApply: (status: string) => void;
};

/** A status to choose, then to apply: the arrow keys of a select go through its choices, and none of them is saved. */
export function StatusChoice({
  label,
  isLabelHidden = false,
  value = '',
  placeholder,
  options,
  pending,
  onApply,
}: Props) {
  const id = useId();
  const [choice, setChoice] = useState<string>();
  const shown = choice ?? value;
  const isReadOnly = useIsReadOnly();
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (pending || shown === value) return;
        onApply(shown);
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
          value={shown}
          disabled={isReadOnly}
          aria-busy={pending || undefined}
          onChange={(event) => setChoice(event.target.value)}
          className="block min-h-10 max-w-full rounded-lg border border-slate/60 bg-paper px-3 text-[0.95rem]"
        >
          {placeholder && <option value="">{placeholder}</option>}
          {Object.entries(options).map(([stored, text]) => (
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
