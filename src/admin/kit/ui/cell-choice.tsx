import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { entriesOf } from '../lib/label-of';
import { PanelButton, panelItemClass } from './panel-button';

const cellButtonClass =
  '-mx-1.5 inline-flex min-h-6 max-w-[calc(100%+0.75rem)] min-w-6 items-center rounded-lg px-1.5 text-left hover:bg-mist aria-expanded:bg-mist';

type One<Value extends string> = {
  /** « Statut : « Fjord » » */
  label: string;
  value: Value;
  /** Stored value → French label. */
  options: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
  /** Content of the cell. */
  children: ReactNode;
};

/** One value of a row, edited in its cell: a press or Enter opens the choices, and only selecting one changes it. */
export function CellChoice<Value extends string>({ label, value, options, onChoose, children }: One<Value>) {
  if (useIsReadOnly()) return children;
  return (
    <PanelButton
      label={`${label}, ${options[value] ?? value}`}
      className={cellButtonClass}
      panel={(close) => (
        <ul>
          {entriesOf(options).map(([stored, text]) => (
            <li key={stored}>
              <button
                type="button"
                aria-pressed={stored === value}
                className={panelItemClass}
                onClick={() => {
                  close();
                  if (stored !== value) onChoose(stored);
                }}
              >
                <Check
                  aria-hidden="true"
                  className={`size-4 shrink-0 ${stored === value ? '' : 'invisible'}`}
                />
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    >
      {children}
    </PanelButton>
  );
}

type Several = Omit<One<string>, 'value' | 'onChoose'> & {
  values: readonly string[];
  onApply: (values: string[]) => void;
};

/** Several values of a row, selected in a panel, then applied together. */
export function CellChoices({ label, values, options, onApply, children }: Several) {
  const isReadOnly = useIsReadOnly();
  if (isReadOnly) return children;
  const summary = values.map((value) => options[value] ?? value).join(', ') || 'aucune';
  return (
    <PanelButton
      label={`${label}, ${summary}`}
      className={`${cellButtonClass} *:line-clamp-2`}
      panel={(close) => (
        <CheckboxChoices
          values={values}
          options={options}
          onApply={(next) => {
            close();
            onApply(next);
          }}
        />
      )}
    >
      <span>{children}</span>
    </PanelButton>
  );
}

/** Checkboxes, and a button that applies them. */
export function CheckboxChoices({
  values,
  options,
  onApply,
}: Pick<Several, 'values' | 'options' | 'onApply'>) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(values));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply([...ticked]);
      }}
    >
      {Object.entries(options).map(([stored, text]) => (
        <label key={stored} className={`${panelItemClass} cursor-pointer`}>
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-spruce"
            checked={ticked.has(stored)}
            onChange={({ target }) => {
              const next = new Set(ticked);
              if (target.checked) next.add(stored);
              else next.delete(stored);
              setTicked(next);
            }}
          />
          {text}
        </label>
      ))}
      <Button type="submit" size="sm" variant="outline" className="m-1.5">
        Appliquer
      </Button>
    </form>
  );
}
