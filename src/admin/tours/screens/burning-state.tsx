import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { Button } from '@/shared/ui/button';
import type { DraftScene } from '../data/panorama-tour.schema';
import type { SceneTiles } from './draft-history';
import { type BlurBurning, isLevelWaiting } from './use-burning';

/** The blurs and levels that are being cut into the tiles, or that wait for it. */
export function BurningState({
  burning,
  waiting,
  tiles,
  onApply,
}: {
  burning: BlurBurning | undefined;
  waiting: readonly DraftScene[];
  tiles: Readonly<Record<string, SceneTiles>>;
  onApply: () => void;
}) {
  if (waiting.length === 0) return null;
  const isRunning = burning?.state === 'running';
  const names = (scenes: readonly DraftScene[]) =>
    scenes.map(({ name }) => `«\u00a0${name || 'Sans nom'}\u00a0»`).join(', ');
  const isLevel = (scene: DraftScene) => isLevelWaiting(scene, tiles);
  const lost = waiting.filter((scene) => !scene.original && !isLevel(scene));
  const present = waiting.filter(({ id }) => id === burning?.scene);
  const work = present.some(isLevel) ? 'nivellement' : 'floutage';
  const toDo = waiting.every(isLevel) ? 'Nivellement' : 'Floutage';
  return (
    <div
      aria-busy={isRunning}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-paper px-4 py-2"
    >
      <p role="status" className="mr-auto text-sm">
        {isRunning
          ? `${work === 'floutage' ? 'Floutage' : 'Nivellement'} de ${names(present)} en cours`
          : burning
            ? `Le ${work} de ${names(present)} s’est arrêté. ${burning.refusal ?? 'Il reprendra quand la connexion reviendra.'}`
            : lost.length > 0
              ? `L’original de ${names(lost)} n’est pas conservé\u00a0: ajoutez de nouveau ce panorama, ou retirez ses flous.`
              : `${toDo} à appliquer\u00a0: ${names(waiting)}`}
      </p>
      {isRunning ? (
        <div className="w-48">
          <ProgressBar
            label={work === 'floutage' ? 'Floutage du panorama' : 'Nivellement du panorama'}
            done={Math.round(burning.share * 100)}
            total={100}
            isThin
          />
        </div>
      ) : (
        lost.length < waiting.length && (
          <Button size="sm" variant="outline" onClick={onApply}>
            {burning ? 'Réessayer' : 'Appliquer maintenant'}
          </Button>
        )
      )}
    </div>
  );
}
