import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { controlClass } from '@/shared/ui/field';

type Props<Option> = {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Suggestions for the text, the best first; an empty list closes them. */
  options: readonly Option[];
  optionKey: (option: Option) => string;
  onChoose: (option: Option) => void;
  /** Accessible name of the list of suggestions. */
  listLabel: string;
  /** Announces the number of suggestions. */
  countLabel: (count: number) => string;
  children: (option: Option) => ReactNode;
  ref?: Ref<HTMLInputElement>;
} & Pick<
  ComponentProps<'input'>,
  'id' | 'aria-describedby' | 'aria-invalid' | 'aria-required' | 'placeholder'
>;

/** Scrolls an option into view; not every browser of the tests can. */
const intoView = (option: HTMLElement | null) => {
  option?.scrollIntoView?.({ block: 'nearest' });
};

/**
 * A text input with suggestions, by keyboard as in the combobox pattern of the ARIA guide, or by mouse. A typed text
 * that matches no choice stays as it is.
 */
export function Combobox<Option>({
  value,
  onChange,
  onBlur,
  options,
  optionKey,
  onChoose,
  listLabel,
  countLabel,
  children,
  ref,
  ...control
}: Props<Option>) {
  const listId = useId();
  const [isRequested, setIsRequested] = useState(false);
  const [active, setActive] = useState(-1);
  const open = isRequested && options.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    setIsRequested(false);
    setActive(-1);
  };
  const choose = (option: Option) => {
    onChoose(option);
    close();
  };
  const move = (event: KeyboardEvent, step: 1 | -1) => {
    event.preventDefault();
    setIsRequested(true);
    if (options.length > 0)
      setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
  };

  return (
    <div className="relative">
      <input
        {...control}
        ref={ref}
        type="text"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? optionId(active) : undefined}
        autoComplete="off"
        value={value}
        className={controlClass}
        onChange={({ target }) => {
          onChange(target.value);
          setIsRequested(true);
          setActive(-1);
        }}
        onBlur={() => {
          close();
          onBlur?.();
        }}
        onKeyDown={(event) => {
          const option = options[active];
          if (event.key === 'ArrowDown') move(event, 1);
          else if (event.key === 'ArrowUp') move(event, -1);
          else if (event.key === 'Escape' && open) {
            event.preventDefault();
            close();
          } else if (event.key === 'Enter' && open && option) {
            event.preventDefault();
            choose(option);
          }
        }}
      />
      <p role="status" className="sr-only">
        {open ? countLabel(options.length) : ''}
      </p>
      {open && (
        <div
          id={listId}
          role="listbox"
          aria-label={listLabel}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-96 overflow-y-auto rounded-lg border border-line bg-paper py-1 shadow-xl"
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, as the pattern asks
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the text
            <div
              key={optionKey(option)}
              id={optionId(index)}
              ref={index === active ? intoView : undefined}
              role="option"
              aria-selected={index === active}
              className="cursor-pointer px-3.5 py-2 aria-selected:bg-mist hover:bg-mist"
              // Prevents the text from losing the focus, which would close the list under the mouse.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {children(option)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
