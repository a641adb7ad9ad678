import type { ChangeEvent, ReactNode } from 'react';
import { NumberField } from '@/admin/kit/ui/number-field';
import { controlClass, Field } from '@/shared/ui/field';
import type { DraftScene } from '../data/panorama-tour.schema';

/**
 * Changes a scene, or something placed in it.
 *
 * @param field continuous changes of the same one are one step of the history
 */
export type OnPart<T> = (change: (old: T) => T, what: string, field?: string) => void;

/** One of several exclusive tools, pressed while chosen. */
export function Choice({
  isChosen,
  shortcut,
  onChoose,
  children,
}: {
  isChosen: boolean;
  /** The key that chooses it. */
  shortcut?: string;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-keyshortcuts={shortcut}
      title={shortcut && `Touche ${shortcut}`}
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
  isOptional?: boolean;
  onChange: (value: string) => void;
};

/** A text of a scene. */
export function Text({ as: Control, label, value, most, hint, isOptional = false, onChange }: TextProps) {
  return (
    <Field label={label} hint={hint} required={!isOptional}>
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

/** The compass direction of the middle of the panorama, as a number. */
export function Heading({ scene, onEdit }: { scene: DraftScene; onEdit: OnPart<DraftScene> }) {
  return (
    <NumberField
      label="Cap du centre (°)"
      value={scene.heading}
      least={0}
      most={360}
      onChange={(heading) => onEdit((old) => ({ ...old, heading }), 'cap du centre', 'heading')}
    />
  );
}
