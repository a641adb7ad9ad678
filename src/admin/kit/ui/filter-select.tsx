import { useId } from 'react';

type Props = {
  label: string;
  /** True when the label is visible and not only for screen readers. */
  labelled?: boolean;
  /** The stored value; `''` stands for all. */
  value: string;
  onChange: (value: string) => void;
  /** Stored value → French label. */
  options: Readonly<Record<string, string>>;
  /** « Tous les statuts » … */
  allLabel: string;
};

/** One filter of a list. */
export function FilterSelect({ label, labelled = false, value, onChange, options, allLabel }: Props) {
  const id = useId();
  return (
    <div className="min-w-0 max-w-full">
      <label htmlFor={id} className={labelled ? 'mb-1 block text-sm font-semibold' : 'sr-only'}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`block min-h-10 max-w-full rounded-lg border border-slate/60 bg-paper px-3 text-[0.95rem] ${labelled ? 'w-full' : 'sm:max-w-72'}`}
      >
        <option value="">{allLabel}</option>
        {Object.entries(options).map(([stored, text]) => (
          <option key={stored} value={stored}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
