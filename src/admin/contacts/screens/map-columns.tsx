import { contactLabels, listFields } from '../data/contact-fields';
import type { FileSummary } from './import-engine';
import { doubleFields, type Mapping, requiredFields, unusedColumns } from './mapping';

type Props = { summary: FileSummary; mapping: Mapping; onChange: (mapping: Mapping) => void };

const controlClass = 'block min-h-10 w-full rounded-lg border border-slate/60 bg-paper px-3 text-[0.95rem]';

/** Maps columns of the file to fields, beside the values of the first rows. */
export function MapColumns({ summary, mapping, onChange }: Props) {
  const { headers, preview, filled } = summary;
  const unused = unusedColumns(mapping, filled).map((column) => headers[column]);
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
        {listFields.map((field) => {
          const { column, constant, second } = mapping[field];
          const label = contactLabels[field];
          const change = (changes: Partial<Mapping[typeof field]>) =>
            onChange({ ...mapping, [field]: { ...mapping[field], ...changes } });
          const values =
            column === null
              ? []
              : preview
                  .map((cells) =>
                    [cells[column], second == null ? '' : cells[second]].filter(Boolean).join(' '),
                  )
                  .filter(Boolean);
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
              <div className="min-w-0 space-y-1">
                <Columns
                  label={`Colonne du champ ${label}`}
                  none="Aucune colonne"
                  headers={headers}
                  value={column}
                  onChange={(chosen) => change({ column: chosen, ...(chosen === null && { second: null }) })}
                />
                {doubleFields.includes(field) && column !== null && (
                  <Columns
                    label={
                      field === 'name' ? 'Colonne du nom de famille' : `Deuxième colonne du champ ${label}`
                    }
                    none={field === 'name' ? 'Suivi d’aucune autre colonne' : 'Aucune deuxième colonne'}
                    headers={headers}
                    value={second ?? null}
                    onChange={(chosen) => change({ second: chosen })}
                  />
                )}
              </div>
              {column === null && (requiredFields.includes(field) || field === 'region') ? (
                <input
                  aria-label={`${label} de toute la liste`}
                  placeholder={
                    field === 'region'
                      ? 'D’après la ville, ou la même pour toute la liste'
                      : 'La même valeur pour toute la liste'
                  }
                  value={constant}
                  onChange={(event) => change({ constant: event.target.value })}
                  className={controlClass}
                />
              ) : (
                <span className="min-w-0 text-sm wrap-anywhere text-slate">{values.join(' · ')}</span>
              )}
            </li>
          );
        })}
      </ul>
      {unused.length > 0 && (
        <p className="mt-3 text-sm wrap-anywhere text-slate">
          {unused.length > 1 ? 'Colonnes laissées de côté' : 'Colonne laissée de côté'}&nbsp;:{' '}
          {unused.join(', ')}
        </p>
      )}
    </section>
  );
}

function Columns({
  label,
  none,
  headers,
  value,
  onChange,
}: {
  label: string;
  none: string;
  headers: readonly string[];
  value: number | null;
  onChange: (column: number | null) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      className={controlClass}
    >
      <option value="">{none}</option>
      {headers.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same title; none moves
        <option key={index} value={index}>
          {header}
        </option>
      ))}
    </select>
  );
}
