import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { publicTags } from '@/shared/data/tags';
import { Button } from '@/shared/ui/button';
import { textOn } from '@/shared/ui/tag-color';

/** The categories of a tour: one box for each tag, on the tag's colour once ticked. */
export function TagsField({ value, onChange }: { value: string[]; onChange: (tagIds: string[]) => void }) {
  const tags = useQuery(publicTags.list());
  if (tags.isPending) return <p role="status">Chargement des catégories…</p>;
  if (tags.isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p>Impossible de charger les catégories.</p>
        <Button size="sm" variant="outline" onClick={() => tags.refetch()}>
          Réessayer
        </Button>
      </div>
    );
  }
  if (tags.data.length === 0) {
    return (
      <p className="text-slate">
        Aucune catégorie pour le moment. Créez-en dans «&nbsp;Gestion des tags&nbsp;».
      </p>
    );
  }
  // In one order, whatever the order of the ticks: ticking and unticking is no change.
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id].sort());
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-slate">
        Les visiteurs filtrent les réalisations par catégorie.
      </legend>
      <div className="flex flex-wrap gap-2">
        {tags.data.map(({ id, name, color }) => {
          const ticked = value.includes(id);
          return (
            <label
              key={id}
              className="relative inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-slate/60 px-3.5 text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce"
              style={
                ticked ? { backgroundColor: color, borderColor: color, color: textOn(color) } : undefined
              }
            >
              <input
                type="checkbox"
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                checked={ticked}
                onChange={() => toggle(id)}
              />
              {ticked ? (
                <Check aria-hidden="true" className="size-4" />
              ) : (
                <span aria-hidden="true" className="size-3 rounded-full" style={{ backgroundColor: color }} />
              )}
              {name}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
