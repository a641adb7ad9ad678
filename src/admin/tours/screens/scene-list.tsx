import { arrayMove } from '@dnd-kit/sortable';
import { EyeOff, type LucideIcon, PencilLine, ScanEye, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { MoveButtons, SortableList, useSortableRow } from '@/admin/kit/ui/sortable-list';
import type { SortableNoun } from '@/admin/kit/ui/sortable-texts';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { SceneThumbnail } from '@/shared/panorama-tour/scene-thumbnail';
import { panoramaFileUrl } from '../data/panorama-address';
import type { DraftScene } from '../data/panorama-tour.schema';

const sceneNoun: SortableNoun = { noun: 'Scène', definite: 'la scène', object: 'la', ending: 'e' };

const nameOf = ({ name }: DraftScene) => name || 'Sans nom';

type Props = {
  scenes: readonly DraftScene[];
  chosen: string | undefined;
  /** Scenes whose blurs are not in their tiles yet. */
  waiting: readonly DraftScene[];
  onChoose: (id: string) => void;
  onOrder: (ids: string[]) => void;
  onRemove: (scene: DraftScene) => void;
};

/**
 * The scenes as a strip of thumbnails in order, the first being where a visit begins; moved by a drag, by keys on the
 * handle, or by the buttons of the chosen one.
 */
export function SceneList({ scenes, chosen, waiting, onChoose, onOrder, onRemove }: Props) {
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
    <SortableList items={items} what={sceneNoun} isGrid onMove={move}>
      <ol
        aria-label="Scènes"
        className="flex min-w-0 gap-2 overflow-x-auto overscroll-x-contain scroll-px-4 p-1 pb-2"
      >
        {scenes.map((scene, index) => (
          <SceneCard
            key={scene.id}
            scene={scene}
            number={index + 1}
            isLast={index === scenes.length - 1}
            isChosen={scene.id === chosen}
            isWaiting={waiting.some(({ id }) => id === scene.id)}
            onChoose={() => onChoose(scene.id)}
            onMove={(by) => move(index, index + by)}
            onRemove={() => onRemove(scene)}
          />
        ))}
      </ol>
    </SortableList>
  );
}

/** Lists what is still to be done in a scene, each with its icon. */
function todoOf(scene: DraftScene, isWaiting: boolean): { icon: LucideIcon; label: string }[] {
  const { name, alt, proposals = [], proposedTexts = [] } = scene;
  return [
    ...(name.trim() ? [] : [{ icon: TriangleAlert, label: 'sans nom' }]),
    ...(proposedTexts.length > 0 ? [{ icon: PencilLine, label: 'textes proposés à relire' }] : []),
    ...(alt.trim() ? [] : [{ icon: PencilLine, label: 'sans description' }]),
    ...(proposals.length > 0 ? [{ icon: ScanEye, label: `flous proposés (${proposals.length})` }] : []),
    ...(isWaiting ? [{ icon: EyeOff, label: 'floutage à appliquer' }] : []),
  ];
}

function SceneCard({
  scene,
  number,
  isLast,
  isChosen,
  isWaiting,
  onChoose,
  onMove,
  onRemove,
}: {
  scene: DraftScene;
  number: number;
  isLast: boolean;
  isChosen: boolean;
  isWaiting: boolean;
  onChoose: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const isReadOnly = useIsReadOnly();
  const name = nameOf(scene);
  const card = useRef<HTMLLIElement>(null);
  const { row, handle, isDragging } = useSortableRow({
    id: scene.id,
    name,
    roleDescription: 'scène à déplacer',
    canMove: !isReadOnly,
  });
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [isChosen]);
  const todo = todoOf(scene, isWaiting);
  return (
    <li
      {...row}
      ref={(element) => {
        row.ref(element);
        card.current = element;
      }}
      className={`relative shrink-0 rounded-lg border bg-paper ${isChosen ? 'w-44' : 'w-36'} ${isDragging ? 'z-10 shadow-lg' : ''} ${isChosen ? 'border-spruce ring-2 ring-spruce' : 'border-line'}`}
    >
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={onChoose}
        className="block w-full overflow-clip rounded-lg text-left hover:underline"
      >
        <span className="relative block h-20 overflow-clip bg-mist">
          <SceneThumbnail scene={scene} address={panoramaFileUrl} className="size-full" />
          <span
            aria-hidden="true"
            className="absolute top-1 left-1 rounded-full bg-ink/75 px-1.5 text-xs font-semibold text-white tabular-nums"
          >
            {number === 1 ? '1 · départ' : number}
          </span>
          {todo.length > 0 && (
            <span className="absolute bottom-1 left-1 flex gap-1">
              {todo.map(({ icon: Icon, label }) => (
                <span
                  key={label}
                  title={label}
                  className="flex size-5 items-center justify-center rounded-full bg-amber-pale text-amber-ink"
                >
                  <Icon aria-hidden="true" className="size-3.5" />
                </span>
              ))}
            </span>
          )}
        </span>
        <span className="block truncate px-2 py-1 text-sm font-semibold">{name}</span>
        <span className="sr-only">{[`, scène ${number}`, ...todo.map(({ label }) => label)].join(', ')}</span>
      </button>
      {!isReadOnly && <span className="absolute top-0.5 right-0.5 rounded-full bg-paper/85">{handle}</span>}
      {!isReadOnly && isChosen && (
        <span className="flex justify-between border-t border-line">
          <MoveButtons name={name} isFirst={number === 1} isLast={isLast} onMove={onMove} />
          <IconButton label={`Retirer ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      )}
    </li>
  );
}
