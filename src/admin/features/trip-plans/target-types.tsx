import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { tripPlans } from '@/admin/data/trip-plans/trip-plans';
import { TagLabel } from '@/shared/ui/tag-label';

type Props = {
  /** Ids of the chosen tags. */
  value: readonly string[];
  onChange: (value: string[]) => void;
};

/** Which kinds of business the trip aims at: tags, several or none, which means all. */
export function TargetTypes({ value, onChange }: Props) {
  const types = useQuery(tripPlans.targetTypes());
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id]);

  return (
    <fieldset className="rounded-xl border border-line bg-paper p-5">
      <legend className="float-left mb-3 w-full font-semibold">Types d’entreprises ciblés</legend>
      {types.isError ? (
        <p className="clear-both text-slate">
          Les types n’ont pas pu être chargés. Ceux qui étaient déjà choisis sont gardés.
        </p>
      ) : (
        <ul className="clear-both flex flex-wrap gap-2">
          {types.data?.map(({ id, name, color }) => (
            <li key={id}>
              <label className="flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-line px-3 has-checked:border-spruce has-checked:bg-spruce-pale">
                <input
                  type="checkbox"
                  className="size-4 accent-spruce"
                  checked={value.includes(id)}
                  onChange={() => toggle(id)}
                />
                <TagLabel name={name} color={color} />
              </label>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="mt-3 text-sm">
        {value.length === 0 && (
          <span className="inline-flex items-start gap-2 rounded-lg bg-amber-pale px-3 py-2 text-amber-ink">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            Aucun type sélectionné{'\u00a0'}: tous les types seront ciblés.
          </span>
        )}
      </p>
    </fieldset>
  );
}
