import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TagIcon, tagIcons } from '@/admin/ui/tag-icons';

type Props = {
  /** The name kept so far, which may come from outside the list; `''` for none. */
  initial: string;
  register: UseFormRegisterReturn;
  error?: string | undefined;
};

/** One icon of the list, or none: a group of radio buttons, so that the arrows move in it as everywhere. */
export function IconPicker({ initial, register, error }: Props) {
  const errorId = useId();
  const isForeign = initial !== '' && !tagIcons[initial];
  const choices = [
    { name: '', label: 'Aucune icône' },
    ...(isForeign ? [{ name: initial, label: `${initial} (hors liste)` }] : []),
    ...Object.entries(tagIcons).map(([name, { label }]) => ({ name, label })),
  ];
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1.5 text-[0.95rem] font-semibold">
        Icône <span className="font-normal text-slate">(facultatif)</span>
      </legend>
      <div className="flex max-h-44 flex-wrap gap-1 overflow-y-auto rounded-lg border border-slate/60 p-1.5">
        {choices.map(({ name, label }) => (
          <label
            key={name}
            title={label}
            className="relative inline-flex size-10 items-center justify-center rounded-lg hover:bg-mist has-checked:bg-spruce has-checked:text-white has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-ink"
          >
            <input
              {...register}
              type="radio"
              value={name}
              aria-label={label}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
            />
            {name === '' ? (
              <span aria-hidden="true" className="text-xs font-medium">
                Sans
              </span>
            ) : (
              <TagIcon name={name} className="size-5" />
            )}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-sm font-medium text-sumac-deep">
          {error}
        </p>
      )}
    </fieldset>
  );
}
