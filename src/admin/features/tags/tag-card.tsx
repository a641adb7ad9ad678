import { useSortable } from '@dnd-kit/sortable';
import { ArrowLeft, ArrowRight, GripVertical, Pencil, Trash2 } from 'lucide-react';
import type { UsedTag } from '@/admin/data/tags/tags';
import { IconButton } from '@/admin/ui/icon-button';
import { TagSwatch } from './tag-swatch';
import { usageText } from './usage-text';

/** What can be done with a card; a missing one cannot be done now. */
export type TagActions = {
  onEdit?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
  /** Moves it by so many places. A drag has to be possible by plain presses too (WCAG 2.2, 2.5.7). */
  onMove?: ((by: -1 | 1) => void) | undefined;
};

/** One tag of the grid: what it looks like, how many tours carry it, and its actions. */
export function TagCard({
  tag,
  isFirst,
  isLast,
  isEdited,
  onEdit,
  onRemove,
  onMove,
}: { tag: UsedTag; isFirst: boolean; isLast: boolean; isEdited: boolean } & TagActions) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id: tag.id,
      disabled: !onMove,
      attributes: { roleDescription: 'tag à déplacer' },
    });

  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
      }}
      className={`flex flex-col gap-3 rounded-2xl border bg-paper p-4 ${
        isDragging ? 'relative z-10 shadow-lg' : ''
      } ${isDragging || isEdited ? 'border-spruce' : 'border-line'}`}
    >
      <div className="flex items-center gap-3">
        <TagSwatch icon={tag.icon} color={tag.color} />
        <div className="min-w-0">
          <h2 className="line-clamp-2 font-semibold">{tag.name}</h2>
          <p className="truncate text-sm text-slate" title={tag.slug}>
            {tag.slug}
          </p>
        </div>
      </div>
      <p className="text-sm">{usageText(tag)}</p>
      <div className="mt-auto flex items-center border-t border-line pt-2">
        <IconButton
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          label={`Déplacer ${tag.name}`}
          aria-disabled={!onMove}
          className={onMove ? 'cursor-grab touch-none active:cursor-grabbing' : 'cursor-not-allowed'}
        >
          <GripVertical aria-hidden="true" className="size-4.5" />
        </IconButton>
        <IconButton
          label={`Avancer ${tag.name}`}
          aria-disabled={!onMove || isFirst}
          onClick={() => !isFirst && onMove?.(-1)}
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" />
        </IconButton>
        <IconButton
          label={`Reculer ${tag.name}`}
          aria-disabled={!onMove || isLast}
          onClick={() => !isLast && onMove?.(1)}
        >
          <ArrowRight aria-hidden="true" className="size-4.5" />
        </IconButton>
        <IconButton
          label={`Modifier ${tag.name}`}
          aria-disabled={!onEdit}
          onClick={onEdit}
          className="ml-auto"
        >
          <Pencil aria-hidden="true" className="size-4.5" />
        </IconButton>
        <IconButton label={`Supprimer ${tag.name}`} aria-disabled={!onRemove} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4.5" />
        </IconButton>
      </div>
    </li>
  );
}
