import { type ComponentProps, type ReactNode, useId } from 'react';

/** Attributes that tie a control to its label, hint and error; spread on the control. */
type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type Props = {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** The field of every form: a label, a control, a hint, and an error that screen readers announce. */
export function Field({ label, error, hint, required = false, className = '', children }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-[0.95rem] font-semibold">
        {label}
        {required ? (
          <span aria-hidden="true" className="text-sumac">
            {' '}
            *
          </span>
        ) : (
          <span className="font-normal text-slate"> (facultatif)</span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

type NoteProps = Pick<ComponentProps<'p'>, 'id' | 'role' | 'children'>;

/** The explanation below a control. */
export const FieldHint = (props: NoteProps) => <p {...props} className="mt-1.5 text-sm text-slate" />;

/** The error below a control. */
export const FieldError = (props: NoteProps) => (
  <p {...props} className="mt-1.5 text-sm font-medium text-sumac-deep" />
);

/** The look of a text input, a select or a text area. */
export const controlClass =
  'block w-full rounded-lg border border-slate/60 bg-paper px-3.5 py-2.5 text-base text-ink placeholder:text-slate aria-invalid:border-sumac-deep aria-invalid:ring-1 aria-invalid:ring-sumac-deep disabled:bg-mist';

/** Browsers give selects a smaller line height, so it is set to that of text inputs. */
export const selectClass = `${controlClass} h-[2.875rem]`;
