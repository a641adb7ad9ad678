import { useId } from 'react';

type Props = {
  value: string;
  options: Readonly<Record<string, string>>;
  pending: boolean;
  onChange: (value: string) => void;
};

/** Where the request stands, changed in place. */
export function QuoteStatusField({ value, options, pending, onChange }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-slate">
        Statut
      </label>
      <select
        id={id}
        value={value}
        aria-busy={pending || undefined}
        onChange={(event) => onChange(event.target.value)}
        className="block min-h-11 rounded-lg border border-slate/60 bg-paper px-3"
      >
        {Object.entries(options).map(([stored, label]) => (
          <option key={stored} value={stored}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
