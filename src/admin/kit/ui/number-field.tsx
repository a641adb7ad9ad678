import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { controlClass, Field } from '@/shared/ui/field';

/** Decimals that are kept of a number. */
const DECIMALS = 2;

const rounded = (value: number) => Number(value.toFixed(DECIMALS));

const typedText = (value: number) => String(rounded(value)).replace('.', ',');

/** Reads a decimal number as it is typed, with a comma or a point; undefined when it is none. */
function readDecimal(typed: string): number | undefined {
  const plain = typed.replaceAll(/[\s°]/g, '').replace('−', '-').replace(',', '.');
  // Adding zero takes the sign from « -0 ».
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? rounded(Number(plain)) + 0 : undefined;
}

type NumberLimits = { least: number; most: number };

/** A number being typed: its text, whether it is one within the limits, and how it changes. */
export type TypedNumber = NumberLimits & {
  value: number;
  text: string;
  isWrong: boolean;
  type: (text: string) => void;
};

/**
 * Holds the text of a number while it is typed. A field of `type="number"` that shows a number of the state can neither be
 * emptied nor take a minus: the browser says that « - » is empty, and the number comes back.
 */
export function useTypedNumber(
  value: number,
  { least, most }: NumberLimits,
  onChange: (value: number) => void,
): TypedNumber {
  /** The text is shown as long as the value is the one that it gave, or that stood before it. */
  const [typed, setTyped] = useState<{ text: string; value: number }>();
  const text = typed?.value === value ? typed.text : typedText(value);
  const read = (text: string) => {
    const number = readDecimal(text);
    return number === undefined || number < least || number > most ? undefined : number;
  };
  return {
    least,
    most,
    value,
    text,
    isWrong: read(text) === undefined,
    type: (text) => {
      const number = read(text);
      setTyped({ text, value: number ?? value });
      if (number !== undefined && number !== value) onChange(number);
    },
  };
}

type Look = {
  label: string;
  hint?: string;
  isOptional?: boolean;
  disabled?: boolean;
  /** Amount that ↑ and ↓ add or take away. */
  step?: number;
  className?: string;
  inputClass?: string;
  onEnter?: () => void;
  /** Stands beside the number. */
  children?: ReactNode;
};

/** A number to type, with a comma or a point; what is none, or too large, is kept and told. */
export function TypedNumberField({
  number: { value, text, isWrong, type, least, most },
  label,
  hint,
  isOptional = false,
  disabled,
  step = 1,
  className,
  inputClass = '',
  onEnter,
  children,
}: Look & { number: TypedNumber }) {
  const [isTyping, setIsTyping] = useState(false);
  const isUnfinished = isTyping && /^\s*[-−+]?\s*$/.test(text);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (by !== undefined) type(typedText(Math.min(most, Math.max(least, value + by))));
    // The key must not send the form around the field.
    else if (event.key === 'Enter' && onEnter) onEnter();
    else return;
    event.preventDefault();
  };
  const limitText = (limit: number) => typedText(limit).replace('-', '−');
  return (
    <Field
      label={label}
      hint={hint}
      required={!isOptional}
      className={className}
      error={
        isWrong && !isUnfinished
          ? `Écrivez un nombre de ${limitText(least)} à ${limitText(most)}, par exemple 2,5.`
          : undefined
      }
    >
      {(control) => (
        <div className="flex items-center gap-3">
          <input
            {...control}
            // The decimal keyboard of an iPhone has no minus.
            inputMode={least < 0 ? undefined : 'decimal'}
            autoComplete="off"
            value={text}
            disabled={disabled}
            onChange={({ target }) => {
              setIsTyping(true);
              type(target.value);
            }}
            onBlur={() => setIsTyping(false)}
            onKeyDown={onKeyDown}
            className={`${controlClass} shrink-0 tabular-nums ${inputClass}`}
          />
          {children}
        </div>
      )}
    </Field>
  );
}

type Props = Look & NumberLimits & { value: number; onChange: (value: number) => void };

/** A number to type that is given at each change. */
export function NumberField({ value, least, most, onChange, ...look }: Props) {
  return <TypedNumberField {...look} number={useTypedNumber(value, { least, most }, onChange)} />;
}
