import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';

type Props = {
  /** Accessible name of the field: « Nom de Fjord ». */
  label: string;
  value: string;
  /** Returns the error of a text, or undefined. */
  check: (text: string) => string | undefined;
  /** Resolves to true when the text was saved; otherwise the field stays open with it. */
  onSave: (text: string) => Promise<boolean>;
  /** Shows the whole text, on several lines where it is long. */
  wraps?: boolean;
  /** Content while not editing; the value itself by default. */
  children?: ReactNode;
};

/**
 * A text of a row, edited in place: a press opens it, Enter or blur saves, Escape cancels. A refused text stays in
 * the field, beside the reason.
 */
export function CellText({ label, value, check, onSave, wraps = false, children }: Props) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const saving = useRef(false);
  const errorId = useId();
  const isReadOnly = useIsReadOnly();
  const content = children ?? value;
  if (isReadOnly) return content;

  const close = (hasFocus: boolean) => {
    setTyped(undefined);
    setError(undefined);
    if (hasFocus) requestAnimationFrame(() => button.current?.focus());
  };
  const save = async (hasFocus: boolean) => {
    const text = typed?.trim() ?? value;
    if (saving.current) return;
    if (text === value) return close(hasFocus);
    const problem = check(text);
    setError(problem);
    if (problem) return;
    saving.current = true;
    const isSaved = await onSave(text);
    saving.current = false;
    if (isSaved) close(hasFocus);
  };

  if (typed === undefined) {
    return (
      <button
        ref={button}
        type="button"
        title={`${value} (modifier)`}
        onClick={() => setTyped(value)}
        className={`-mx-1.5 block min-h-7 max-w-[calc(100%+0.75rem)] cursor-text rounded-lg px-1.5 text-left hover:bg-mist ${
          wraps ? 'wrap-anywhere' : 'truncate'
        }`}
      >
        {content}
      </button>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save(true);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close(true);
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the press that opened it asked for it
        autoFocus
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        autoComplete="off"
        value={typed}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void save(false)}
        className="-mx-1.5 block min-h-8 w-full min-w-24 rounded-lg border border-slate/60 bg-paper px-1.5 font-normal aria-invalid:border-sumac-deep"
      />
      {error && (
        <p id={errorId} role="alert" className="text-sm font-medium text-sumac-deep">
          {error}
        </p>
      )}
    </form>
  );
}
