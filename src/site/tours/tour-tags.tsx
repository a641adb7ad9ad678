import type { Tag } from '@/shared/data/tags';
import { TagLabel } from '@/shared/ui/tag-label';

/** The tags of a tour; renders nothing when it has none. */
export function TourTags({ tags, className = '' }: { tags: readonly Tag[]; className?: string }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Catégories" className={`flex flex-wrap gap-1.5 ${className}`}>
      {tags.map((tag) => (
        <li key={tag.id} className="flex">
          <TagLabel name={tag.name} color={tag.color} />
        </li>
      ))}
    </ul>
  );
}
