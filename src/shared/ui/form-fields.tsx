import { type ComponentProps, type ElementType, useEffect, useRef, useState } from 'react';
import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  FormProvider,
  get,
  type RegisterOptions,
  type UseFormReturn,
  useFormContext,
} from 'react-hook-form';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { controlClass, Field, selectClass } from './field';

const TYPED = 'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])';

type FormProps<Values extends FieldValues, Output> = ComponentProps<'form'> & {
  form: UseFormReturn<Values, unknown, Output>;
  /** The screen was opened in order to fill it: its first required field without a value has the focus. */
  beginsHere?: boolean;
};

/** A form whose fields find it by context; its schema checks the values, not the browser. */
export function Form<Values extends FieldValues, Output>({
  form,
  beginsHere = false,
  children,
  ...props
}: FormProps<Values, Output>) {
  const isReadOnly = useIsReadOnly();
  const element = useRef<HTMLFormElement>(null);
  // A draft that is saved empty again is not opened again: the focus stays where it is.
  const [begins] = useState(beginsHere);
  useEffect(() => {
    if (!begins) return;
    const fields = [...(element.current?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])];
    const first =
      fields.find((field) => field.matches('[aria-required=true]') && field.value === '') ?? fields[0];
    first?.focus({ preventScroll: true });
  }, [begins]);
  return (
    <FormProvider {...form}>
      <form noValidate ref={element} {...props}>
        {isReadOnly ? (
          <fieldset disabled className="contents">
            {children}
          </fieldset>
        ) : (
          children
        )}
      </form>
    </FormProvider>
  );
}

type BoundProps<Values extends FieldValues> = {
  /** The value's path in the form, whose type must be given: `<TextField<ContactFormValues> name="city" … />`. */
  name: NoInfer<FieldPath<Values>>;
  label: string;
  hint?: string | undefined;
  required?: boolean;
  /** Says « required » in HTML too, for a form that may be sent before its script is there. */
  checkedByBrowser?: boolean;
  /** Class of the whole field, label included. */
  className?: string;
  /** Shown while the form itself reports no error. */
  error?: string | undefined;
  rules?: NoInfer<Pick<RegisterOptions<Values>, 'onChange' | 'onBlur' | 'deps'>>;
};

type ControlTag = 'input' | 'select' | 'textarea';

type Props<Values extends FieldValues, Tag extends ControlTag> = BoundProps<Values> &
  Omit<ComponentProps<Tag>, keyof BoundProps<Values> | 'onChange' | 'onBlur' | 'ref'>;

/** A field of the form around it, with the message that the form's schema gave for it. */
function BoundField<Values extends FieldValues>({
  as: Control,
  look,
  name,
  label,
  hint,
  required,
  checkedByBrowser = false,
  className,
  error,
  rules,
  ...native
}: Props<Values, ControlTag> & { as: ElementType; look: string }) {
  const { register, formState } = useFormContext<Values>();
  const invalid: FieldError | undefined = get(formState.errors, name);
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      className={className}
      error={invalid?.message ?? error}
    >
      {(control) => (
        <Control
          {...control}
          {...native}
          {...register(name, rules)}
          required={checkedByBrowser && required}
          className={look}
        />
      )}
    </Field>
  );
}

/** An input of one line, or of another `type`. */
export function TextField<Values extends FieldValues = never>(props: Props<Values, 'input'>) {
  return <BoundField<Values> as="input" look={controlClass} {...props} />;
}

/** Several lines of text. */
export function TextAreaField<Values extends FieldValues = never>(props: Props<Values, 'textarea'>) {
  return <BoundField<Values> as="textarea" look={controlClass} {...props} />;
}

/** One choice among `options` (stored value → French label), or among the `<option>`s given as children. */
export function SelectField<Values extends FieldValues = never>({
  options = {},
  emptyOption,
  children,
  ...props
}: Props<Values, 'select'> & {
  options?: Readonly<Record<string, string>>;
  /** Label of a first choice whose value is `''`. */
  emptyOption?: string;
}) {
  return (
    <BoundField<Values> as="select" look={selectClass} {...props}>
      {emptyOption !== undefined && <option value="">{emptyOption}</option>}
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
      {children}
    </BoundField>
  );
}
