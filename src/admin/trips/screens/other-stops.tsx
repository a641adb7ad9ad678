import { searchKey } from '@contract/search-key';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { SearchField } from '@/admin/kit/ui/search-field';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import type { TripStop } from '../data/trip-sheets';

/** Number of contacts shown; the search finds the others. */
const MOST_SHOWN = 40;

/** Other contacts that could be visited: the trip's accepted prospects first, then those of the surroundings. */
export function OtherStops({
  others,
  isSaving,
  onAdd,
}: {
  others: readonly TripStop[];
  isSaving: boolean;
  onAdd: (ids: string[]) => void;
}) {
  const [query, setQuery] = useState('');
  const accepted = others.filter(({ is_accepted }) => is_accepted);
  const words = searchKey(query);
  const found = [...accepted, ...others.filter(({ is_accepted }) => !is_accepted)].filter(
    ({ name, company, city }) => !words || searchKey(`${name} ${company} ${city}`).includes(words),
  );
  return (
    <section aria-labelledby="a-ajouter" className="rounded-xl border border-line bg-paper p-4">
      <h2 id="a-ajouter" className="text-lg font-semibold">
        À visiter aussi
      </h2>
      {others.length === 0 ? (
        <p className="mt-1 text-sm text-slate">
          Personne d’autre n’est connu dans les environs. Les prospects acceptés paraîtront ici.
        </p>
      ) : (
        <>
          {accepted.length > 1 && (
            <AdminsOnly>
              <Button
                size="sm"
                variant="outline"
                className="mt-2"
                pending={isSaving}
                onClick={() => onAdd(accepted.map(({ id }) => id))}
              >
                <Plus aria-hidden="true" className="size-4" />
                Ajouter les {accepted.length} prospects acceptés
              </Button>
            </AdminsOnly>
          )}
          <div className="mt-2">
            <SearchField label="Rechercher une personne à visiter" value={query} onChange={setQuery} />
          </div>
          <p role="status" className="mt-1 text-sm text-slate">
            {found.length > MOST_SHOWN
              ? `Les ${MOST_SHOWN} plus proches de ${counted(found.length, 'personne')}`
              : counted(found.length, 'personne')}
          </p>
          <ul data-rows="" className="mt-1 max-h-96 divide-y divide-line overflow-y-auto">
            {found.slice(0, MOST_SHOWN).map((stop) => (
              <li key={stop.id} className="flex items-center gap-2 py-1.5">
                <div className="min-w-0 flex-1">
                  <p className="font-medium wrap-anywhere">{stop.company}</p>
                  <p className="text-sm text-slate wrap-anywhere">{detailOf(stop)}</p>
                </div>
                <AdminsOnly>
                  <Button size="sm" variant="outline" pending={isSaving} onClick={() => onAdd([stop.id])}>
                    <Plus aria-hidden="true" className="size-4" />
                    Ajouter <span className="sr-only">{stop.name} aux arrêts</span>
                  </Button>
                </AdminsOnly>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const detailOf = ({ name, company, city, km, is_accepted }: TripStop) =>
  [
    name !== company && name,
    city,
    km !== null && (Math.round(km) === 0 ? 'sur place' : `${Math.round(km)}\u00a0km à vol d’oiseau`),
    is_accepted && 'prospect accepté',
  ]
    .filter(Boolean)
    .join(' · ');
