import { contactLabels } from '@/admin/data/contacts/contact-labels';
import type { FileSummary } from './import-engine';
import { contactFields, type Mapping, requiredFields } from './mapping';

type Props = { summary: FileSummary; mapping: Mapping; onChange: (mapping: Mapping) => void };

const control = 'block min-h-10 w-full rounded-lg border border-slate/60 bg-paper px-3 text-[0.95rem]';

/** Maps columns of the file to fields, beside the values of the first rows. */
export function MapColumns({ summary, mapping, onChange }: Props) {
  const { headers, preview } = summary;
  return (
    <section aria-labelledby="colonnes" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="colonnes" className="text-lg font-semibold">
        Colonnes
      </h2>
      <p className="mt-1 mb-4 text-sm text-slate">
        Reliez chaque champ à une colonne du fichier. Un champ obligatoire sans colonne peut recevoir la même
        valeur pour toute la liste.
      </p>
      <ul className="divide-y divide-line">
        {contactFields.map((field) => {
          const { column, constant } = mapping[field];
          const label = contactLabels[field];
          const change = (changes: Partial<Mapping[typeof field]>) =>
            onChange({ ...mapping, [field]: { ...mapping[field], ...changes } });
          const values = column === null ? [] : preview.map((cells) => cells[column] ?? '').filter(Boolean);
          return (
            <li
              key={field}
              className="grid grid-cols-1 gap-x-4 gap-y-1 py-3 sm:grid-cols-[9rem_16rem_minmax(0,1fr)] sm:items-center"
            >
              <span className="font-semibold">
                {label}
                {requiredFields.includes(field) && (
                  <span aria-hidden="true" className="text-sumac">
                    {' '}
                    *
                  </span>
                )}
              </span>
              <select
                aria-label={`Colonne du champ ${label}`}
                value={column ?? ''}
                onChange={(event) =>
                  change({ column: event.target.value === '' ? null : Number(event.target.value) })
                }
                className={control}
              >
                <option value="">Aucune colonne</option>
                {headers.map((header, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same title; none moves
                  <option key={index} value={index}>
                    {header}
                  </option>
                ))}
              </select>
              {column === null && requiredFields.includes(field) ? (
                <input
                  aria-label={`${label} de toute la liste`}
                  placeholder="La même valeur pour toute la liste"
                  value={constant}
                  onChange={(event) => change({ constant: event.target.value })}
                  className={control}
                />
              ) : (
                <span className="truncate text-sm text-slate">{values.join(' · ')}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
