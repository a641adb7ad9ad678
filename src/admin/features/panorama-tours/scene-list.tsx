import { arrayMove } from '@dnd-kit/sortable';
import { Trash2 } from 'lucide-react';
import type { DraftScene } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { panoramaFileUrl } from '@/admin/data/tours/panorama-address';
import { IconButton } from '@/admin/ui/icon-button';
import { MoveButtons, SortableList, useSortableRow } from '@/admin/ui/sortable-list';
import type { SortableNoun } from '@/admin/ui/sortable-texts';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { basePath } from '@/shared/panorama-tour/panorama-tour';

const sceneNoun: SortableNoun = { noun: 'Scène', definite: 'la scène', object: 'la', ending: 'e' };

const nameOf = ({ name }: DraftScene) => name || 'Sans nom';

type Props = {
  scenes: readonly DraftScene[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onOrder: (ids: string[]) => void;
  onRemove: (scene: DraftScene) => void;
};

/** The scenes in order, the first being where a visit begins; moved by a drag, by keys on the handle, or by buttons. */
export function SceneList({ scenes, chosen, onChoose, onOrder, onRemove }: Props) {
  const items = scenes.map((scene) => ({ id: scene.id, name: nameOf(scene) }));
  const move = (from: number, to: number) =>
    onOrder(
      arrayMove(
        scenes.map(({ id }) => id),
        from,
        to,
      ),
    );
  return (
    <SortableList items={items} what={sceneNoun} onMove={move}>
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
    </SortableList>
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
  const name = nameOf(scene);
  const { row, handle, isDragging } = useSortableRow({
    id: scene.id,
    name,
    roleDescription: 'scène à déplacer',
    canMove: !isReadOnly,
  });
  return (
    <li
      {...row}
      className={`flex flex-wrap items-center gap-1 border-b border-line p-1.5 last:border-b-0 ${isDragging ? 'relative z-10 bg-paper shadow-lg' : ''} ${isChosen ? 'bg-spruce-pale' : ''}`}
    >
      {!isReadOnly && handle}
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={onChoose}
        className="flex min-h-11 min-w-0 flex-1 basis-40 items-center gap-2.5 rounded-lg text-left hover:underline"
      >
        <img
          src={panoramaFileUrl(basePath(scene.picture))}
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
          <MoveButtons name={name} isFirst={isFirst} isLast={isLast} onMove={onMove} />
          <IconButton label={`Retirer ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      )}
    </li>
  );
}
