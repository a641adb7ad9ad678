import { Check } from 'lucide-react';
import type { Tag } from '@/shared/data/tags';
import { textOn } from '@/shared/ui/tag-color';

/**
 * One chip per tag; several may be pressed. A pressed one takes the tag's colour. On a phone they scroll sideways in
 * one line, so that the results stay in sight.
 */
export function TagFilter({
  tags,
  chosen,
  onToggle,
}: {
  tags: readonly Tag[];
  chosen: ReadonlySet<string>;
  onToggle: (slug: string) => void;
}) {
  return (
    <fieldset className="-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
      <legend className="sr-only">Filtrer par catégorie</legend>
      {tags.map((tag) => {
        const pressed = chosen.has(tag.id);
        return (
          <button
            key={tag.id}
            type="button"
            aria-pressed={pressed}
            onClick={() => onToggle(tag.slug)}
            style={pressed ? { backgroundColor: tag.color, color: textOn(tag.color) } : undefined}
            className={`inline-flex min-h-10 shrink-0 items-center gap-2 rounded-full border px-4 text-sm font-semibold ${
              pressed ? 'border-ink' : 'border-slate/50 bg-paper hover:border-ink'
            }`}
          >
            {pressed ? (
              <Check aria-hidden="true" className="size-3.5" />
            ) : (
              <span
                aria-hidden="true"
                className="size-3.5 rounded-full border border-ink/20"
                style={{ backgroundColor: tag.color }}
              />
            )}
            {tag.name}
          </button>
        );
      })}
    </fieldset>
  );
}
