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
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { panoramaAddress } from '@/admin/data/panorama-tours/panorama-files';
import type { DraftScene } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { IconButton } from '@/admin/ui/icon-button';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { basePath } from '@/shared/panorama-tour/panorama-tour';

type Props = {
  scenes: readonly DraftScene[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onOrder: (ids: string[]) => void;
  onRemove: (scene: DraftScene) => void;
};

/** The scenes in their order, the first being where a visit begins; moved by a drag, by keys on the handle, or by buttons. */
export function SceneList({ scenes, chosen, onChoose, onOrder, onRemove }: Props) {
  const ids = scenes.map(({ id }) => id);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (from: number, to: number) => onOrder(arrayMove(ids, from, to));
  const place = (id: unknown) => `${ids.indexOf(String(id)) + 1} sur ${ids.length}`;
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: {
          draggable: 'Espace prend la scène, les flèches la déplacent, Espace la pose, Échap annule.',
        },
        announcements: {
          onDragStart: ({ active }) => `Scène prise, place ${place(active.id)}.`,
          onDragOver: ({ over }) => (over ? `Place ${place(over.id)}.` : undefined),
          onDragEnd: ({ over }) => (over ? `Scène posée, place ${place(over.id)}.` : 'Scène posée.'),
          onDragCancel: () => 'Déplacement annulé.',
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol aria-label="Scènes" className="overflow-clip rounded-xl border border-line bg-paper">
          {scenes.map((scene, index) => (
            <SceneRow
              key={scene.id}
              scene={scene}
              isFirst={index === 0}
              isLast={index === scenes.length - 1}
              isChosen={scene.id === chosen}
              onChoose={() => onChoose(scene.id)}
              onMove={(by) => move(index, index + by)}
              onRemove={() => onRemove(scene)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function SceneRow({
  scene,
  isFirst,
  isLast,
  isChosen,
  onChoose,
  onMove,
  onRemove,
}: {
  scene: DraftScene;
  isFirst: boolean;
  isLast: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const isReadOnly = useIsReadOnly();
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: scene.id,
  });
  const name = scene.name || 'Sans nom';
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
      className={`flex flex-wrap items-center gap-1 border-b border-line p-1.5 last:border-b-0 ${isDragging ? 'relative z-10 bg-paper shadow-lg' : ''} ${isChosen ? 'bg-spruce-pale' : ''}`}
    >
      {!isReadOnly && (
        <button
          type="button"
          {...attributes}
          {...listeners}
          aria-roledescription="poignée"
          aria-label={`Déplacer ${name}`}
          className="flex h-11 w-7 shrink-0 cursor-grab touch-none items-center justify-center rounded text-slate"
        >
          <GripVertical aria-hidden="true" className="size-4" />
        </button>
      )}
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={onChoose}
        className="flex min-h-11 min-w-0 flex-1 basis-40 items-center gap-2.5 rounded-lg text-left hover:underline"
      >
        <img
          src={panoramaAddress(basePath(scene.picture))}
          alt=""
          loading="lazy"
          className="h-10 w-16 shrink-0 rounded object-cover"
        />
        <span className="min-w-0">
          <span className="line-clamp-2 font-semibold wrap-anywhere">{name}</span>
          <span className="block text-sm text-slate">
            {counted(scene.links.length, 'lien', 'liens')}, {counted(scene.points.length, 'point', 'points')}
            {!scene.alt.trim() && ', sans description'}
          </span>
        </span>
      </button>
      {!isReadOnly && (
        <span className="ml-auto flex">
          <IconButton
            label={`Monter ${name}`}
            disabled={isFirst}
            className="disabled:opacity-30"
            onClick={() => onMove(-1)}
          >
            <ArrowUp aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton
            label={`Descendre ${name}`}
            disabled={isLast}
            className="disabled:opacity-30"
            onClick={() => onMove(1)}
          >
            <ArrowDown aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={`Retirer ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      )}
    </li>
  );
}
