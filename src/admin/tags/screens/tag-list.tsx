import { arrayMove } from '@dnd-kit/sortable';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SortableList } from '@/admin/kit/ui/sortable-list';
import { itemText, positionText, type SortableNoun } from '@/admin/kit/ui/sortable-texts';
import { tags, type UsedTag } from '../data/tags';
import { TagCard } from './tag-card';

/** Grid of the cards, with as many columns as the screen has room for. */
export const tagGridClass = 'grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4';

const tagNoun: SortableNoun = { noun: 'Tag', definite: 'le tag', object: 'le', ending: '' };

type Props = {
  list: readonly UsedTag[];
  /** False for a filtered list, which has no order of its own. */
  canMove: boolean;
  editedId: string | undefined;
  /** The form of the edited tag, shown in its card. */
  form: ReactNode;
  onEdit?: ((tag: UsedTag) => void) | undefined;
  onMerge?: ((tag: UsedTag) => void) | undefined;
  onRemove?: ((tag: UsedTag) => void) | undefined;
};

/**
 * The tags in order, changed by a drag, the keyboard or two buttons. The change shows at once, and is reverted on
 * failure.
 */
export function TagList({ list, canMove, editedId, form, onEdit, onMerge, onRemove }: Props) {
  const reorder = useMutation(tags.reorder());
  const [pendingOrder, setPendingOrder] = useState<string[]>();
  const [announcement, setAnnouncement] = useState('');
  const mover = useRef<Element | null>(null);
  const displayed = pendingOrder
    ? pendingOrder.flatMap((id) => list.find((tag) => tag.id === id) ?? [])
    : list;
  const ids = displayed.map((tag) => tag.id);

  // A card that changes place takes the focus out of itself: it is given back to what moved it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useEffect(() => {
    if (document.activeElement === document.body && mover.current instanceof HTMLElement)
      mover.current.focus();
    if (!pendingOrder) mover.current = null;
  }, [list, pendingOrder]);

  const move = (from: number, to: number) => {
    const next = arrayMove(ids, from, to);
    mover.current = document.activeElement;
    setPendingOrder(next);
    reorder.mutate(next, { onSettled: () => setPendingOrder(undefined) });
  };

  const step =
    ({ name }: UsedTag, index: number) =>
    (by: -1 | 1) => {
      move(index, index + by);
      setAnnouncement(`${itemText(tagNoun, name)}\u00a0: ${positionText(index + by, ids.length)}.`);
    };

  // One change at a time: the next one must start from a saved order.
  const isMovable = canMove && !pendingOrder;
  return (
    <>
      <SortableList items={displayed} what={tagNoun} isGrid onMove={move}>
        <ul aria-label="Tags" aria-busy={pendingOrder !== undefined} className={tagGridClass}>
          {displayed.map((tag, index) => (
            <TagCard
              key={tag.id}
              tag={tag}
              isFirst={index === 0}
              isLast={index === displayed.length - 1}
              onEdit={onEdit && (() => onEdit(tag))}
              onMerge={onMerge && displayed.length > 1 ? () => onMerge(tag) : undefined}
              onRemove={onRemove && (() => onRemove(tag))}
              onMove={isMovable ? step(tag, index) : undefined}
            >
              {tag.id === editedId && form}
            </TagCard>
          ))}
        </ul>
      </SortableList>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
