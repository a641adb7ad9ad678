import { type ReactNode, useId } from 'react';

/** A choice between two versions of a field, side by side. */
export function SideChoice<Key extends string>({
  label,
  chosen,
  onChoose,
  sides,
}: {
  label: string;
  chosen: Key;
  onChoose: (side: Key) => void;
  /** Each side's label, and `values` of the field with those that belong to it. */
  sides: readonly { key: Key; label: string; values: ReactNode[] }[];
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      <div className="mt-1.5 grid gap-3 sm:grid-cols-2">
        {sides.map((side) => (
          <label
            key={side.key}
            className="block cursor-pointer rounded-lg border border-line p-3 has-checked:border-spruce has-checked:bg-spruce-pale"
          >
            <span className="flex items-center gap-2 text-sm font-medium text-slate">
              <input
                type="radio"
                name={name}
                className="size-4 accent-spruce"
                checked={chosen === side.key}
                onChange={() => onChoose(side.key)}
              />
              {side.label}
            </span>
            {side.values.map((value, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the values of fields that never move
                key={index}
                className="mt-1 block whitespace-pre-line wrap-anywhere"
              >
                {value === '' ? <em className="text-slate">Vide</em> : value}
              </span>
            ))}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
