import { Search } from 'lucide-react';
import { useId } from 'react';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
};

/** The search box above a list, with a label for screen readers and a visible placeholder. */
export function SearchField({ label, value, onChange, placeholder, className = 'grow sm:max-w-sm' }: Props) {
  const id = useId();
  return (
    <div className={`relative ${className}`}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-slate"
      />
      <input
        id={id}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={placeholder ?? label}
        autoComplete="off"
        className="block min-h-10 w-full rounded-lg border border-slate/60 bg-paper pr-3 pl-9 text-[0.95rem] placeholder:text-slate"
      />
    </div>
  );
}
