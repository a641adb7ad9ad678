import { Plus } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { Button } from '@/shared/ui/button';
import { controlClass, FieldError, FieldHint } from '@/shared/ui/field';

/** A field below a list: « Ajouter », or Enter in it, adds its value; the form around it is not saved by that. */
export function AddField({
  label,
  hint,
  error,
  onAdd,
  ...input
}: {
  label: string;
  hint?: string;
  error: string | undefined;
  onAdd: () => void;
} & Omit<ComponentProps<'input'>, 'id' | 'className'>) {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[0.95rem] font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={[hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onAdd();
          }}
          className={`${controlClass} max-w-sm grow basis-60`}
        />
        <Button variant="outline" onClick={onAdd}>
          <Plus aria-hidden="true" className="size-4" />
          Ajouter
        </Button>
      </div>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
