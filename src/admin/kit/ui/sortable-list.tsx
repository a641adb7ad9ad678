import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react';
import { createContext, type ReactNode, use, useRef } from 'react';
import { IconButton } from './icon-button';
import { dragAnnouncements, dragInstructions, type SortableNoun } from './sortable-texts';

/** True for a grid of cards, false for a list of rows. */
const IsGrid = createContext(false);

type ListProps = {
  /** Items in the order on screen. */
  items: readonly { id: string; name: string }[];
  what: SortableNoun;
  /** True for a grid of cards, which move in all directions. */
  isGrid?: boolean;
  onMove: (from: number, to: number) => void;
  /** The list, whose rows call `useSortableRow`. */
  children: ReactNode;
};

/** Lets the rows of a list be dragged, or moved by keys on their handle, and announces their positions in French. */
export function SortableList({ items, what, isGrid = false, onMove, children }: ListProps) {
  const hasMoved = useRef(false);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(({ id }) => id);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: dragAnnouncements(items, hasMoved, what),
        screenReaderInstructions: { draggable: dragInstructions(what) },
      }}
    >
      <SortableContext items={ids} strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}>
        <IsGrid value={isGrid}>{children}</IsGrid>
      </SortableContext>
    </DndContext>
  );
}

type RowOptions = {
  id: string;
  name: string;
  /** Role description of the handle for screen readers: « tag à déplacer ». */
  roleDescription: string;
  canMove: boolean;
};

/** Returns the state of a sortable row: `row` for its element, its handle, and whether it is being dragged. */
export function useSortableRow({ id, name, roleDescription, canMove }: RowOptions) {
  const isGrid = use(IsGrid);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled: !canMove, attributes: { roleDescription } });
  return {
    isDragging,
    row: {
      ref: setNodeRef,
      style: {
        transform: transform ? `translate(${isGrid ? transform.x : 0}px, ${transform.y}px)` : undefined,
        transition,
      },
    },
    handle: (
      <IconButton
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        label={`Déplacer ${name}`}
        aria-disabled={!canMove}
        className={canMove ? 'cursor-grab touch-none active:cursor-grabbing' : 'cursor-not-allowed'}
      >
        <GripVertical aria-hidden="true" className="size-4.5" />
      </IconButton>
    ),
  };
}

type MoveProps = {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** Moves it by so many places; absent when it cannot move now. */
  onMove: ((by: -1 | 1) => void) | undefined;
};

/** The two buttons that replace a drag (WCAG 2.2, 2.5.7); they keep the focus at the ends of the list. */
export function MoveButtons({ name, isFirst, isLast, onMove }: MoveProps) {
  const isGrid = use(IsGrid);
  const [Before, After] = isGrid ? [ArrowLeft, ArrowRight] : [ArrowUp, ArrowDown];
  return (
    <>
      <IconButton
        label={isGrid ? `Déplacer ${name} avant` : `Monter ${name}`}
        aria-disabled={!onMove || isFirst}
        onClick={() => !isFirst && onMove?.(-1)}
      >
        <Before aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton
        label={isGrid ? `Déplacer ${name} après` : `Descendre ${name}`}
        aria-disabled={!onMove || isLast}
        onClick={() => !isLast && onMove?.(1)}
      >
        <After aria-hidden="true" className="size-4.5" />
      </IconButton>
    </>
  );
}
