import { searchKey } from '@contract/search-key';
import { counted } from '@/shared/lib/numbers';
import { contactLabels } from '../data/contact-fields';
import type { UnknownValue } from './check-rows';
import { type Meanings, valueLabels } from './known-values';

type Props = {
  unknown: readonly UnknownValue[];
  meanings: Meanings;
  onChange: (meanings: Meanings) => void;
};

/** The unknown sectors and statuses of a file: the meaning of each is chosen once, and remembered. */
export function ValueChoices({ unknown, meanings, onChange }: Props) {
  return (
    <section aria-labelledby="valeurs" className="rounded-xl border border-amber-ink/50 bg-paper p-5">
      <h2 id="valeurs" className="text-lg font-semibold">
        Valeurs à traduire
      </h2>
      <p role="status" className="mt-1 mb-4 text-sm text-slate">
        Choisissez une fois ce que ces valeurs veulent dire; ce navigateur s’en souviendra. Une ligne dont la
        valeur reste sans réponse n’est pas importée.
      </p>
      <ul className="space-y-3">
        {unknown.map(({ field, text, rows }) => {
          const key = searchKey(text);
          return (
            <li
              key={`${field} ${key}`}
              className="grid grid-cols-1 gap-1 sm:grid-cols-[1fr_14rem] sm:items-center"
            >
              <label htmlFor={`valeur-${field}-${key}`} className="min-w-0 wrap-anywhere">
                {contactLabels[field]} « {text} »{' '}
                <span className="text-sm text-slate">({counted(rows, 'ligne')})</span>
              </label>
              <select
                id={`valeur-${field}-${key}`}
                value={meanings[field][key] ?? ''}
                onChange={(event) => {
                  const { [key]: _former, ...others } = meanings[field];
                  const chosen = event.target.value;
                  onChange({ ...meanings, [field]: chosen ? { ...others, [key]: chosen } : others });
                }}
                className="block min-h-10 w-full rounded-lg border border-slate/60 bg-paper px-3 text-[0.95rem]"
              >
                <option value="">Choisir…</option>
                {Object.entries(valueLabels[field]).map(([stored, label]) => (
                  <option key={stored} value={stored}>
                    {label}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
