import { Check, Search } from 'lucide-react';
import { type RefObject, useId } from 'react';
import type { Tag } from '@/shared/data/tags';
import { controlClass } from '@/shared/ui/field';
import { textOn } from '@/shared/ui/tag-color';

/**
 * One toggle button per tag, in the tag's colour when pressed. On a phone they scroll sideways in one line, so that the
 * results stay visible; `compact` ones do so at every width.
 */
function TagFilter({
  tags,
  chosen,
  compact,
  onToggle,
}: {
  tags: readonly Tag[];
  chosen: ReadonlySet<string>;
  compact: boolean;
  onToggle: (slug: string) => void;
}) {
  return (
    <fieldset
      className={`-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 sm:mx-0 sm:px-0 ${
        compact ? 'sm:px-0.5' : 'sm:flex-wrap sm:overflow-visible'
      }`}
    >
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
            className={`inline-flex max-w-full shrink-0 items-center gap-2 rounded-full border text-left text-sm font-semibold ${
              compact ? 'min-h-8 px-3' : 'min-h-10 px-4'
            } ${pressed ? 'border-ink' : 'border-slate/50 bg-paper hover:border-ink'}`}
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
            <span className="min-w-0 wrap-anywhere">{tag.name}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** The search box and the tags of the portfolio; `compact` beside the map. */
export function PortfolioFilterFields({
  label,
  searchLabel,
  search,
  text,
  tags,
  chosen,
  compact = false,
  onText,
  onToggle,
}: {
  label: string;
  searchLabel: string;
  search?: RefObject<HTMLInputElement | null>;
  text: string;
  tags: readonly Tag[];
  chosen: ReadonlySet<string>;
  compact?: boolean;
  onText: (text: string) => void;
  onToggle: (slug: string) => void;
}) {
  const searchId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of before 2024 do not know <search>
    <form
      role="search"
      aria-label={label}
      onSubmit={(event) => event.preventDefault()}
      className={compact ? 'space-y-2' : 'space-y-5'}
    >
      <div className="relative max-w-xl">
        <label htmlFor={searchId} className="sr-only">
          {searchLabel}
        </label>
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-slate"
        />
        <input
          ref={search}
          id={searchId}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          placeholder="Un lieu, un village, un mot…"
          value={text}
          onChange={(event) => onText(event.target.value)}
          className={`${controlClass} pl-12`}
        />
      </div>
      <TagFilter tags={tags} chosen={chosen} compact={compact} onToggle={onToggle} />
    </form>
  );
}
