import type { ChangeEvent, ReactNode } from 'react';
import { controlClass, Field } from '@/shared/ui/field';

/** One of several exclusive tools, pressed while chosen. */
export function Choice({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="inline-flex min-h-10 items-center gap-2 rounded-full border border-slate/60 px-3.5 text-sm font-semibold aria-pressed:border-spruce aria-pressed:bg-spruce aria-pressed:text-white"
    >
      {children}
    </button>
  );
}

type TextProps = {
  as: 'input' | 'textarea';
  label: string;
  value: string;
  most: number;
  hint?: string;
  onChange: (value: string) => void;
};

/** A text of a scene. */
export function Text({ as: Control, label, value, most, hint, onChange }: TextProps) {
  return (
    <Field label={label} hint={hint} required>
      {(control) => (
        <Control
          {...control}
          value={value}
          maxLength={most}
          autoComplete="off"
          onChange={({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            onChange(target.value)
          }
          className={controlClass}
        />
      )}
    </Field>
  );
}

type DegreesProps = { label: string; value: number; most: number; onChange: (value: number) => void };

/** A number of a scene, from 0 on; out-of-range input is ignored. */
export function Degrees({ label, value, most, onChange }: DegreesProps) {
  return (
    <Field label={label} required>
      {(control) => (
        <input
          {...control}
          type="number"
          min={0}
          max={most}
          step="any"
          value={value}
          onChange={({ target }) => {
            const typed = target.valueAsNumber;
            if (typed >= 0 && typed <= most) onChange(typed);
          }}
          className={controlClass}
        />
      )}
    </Field>
  );
}
