import { useRef, useState } from 'react';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { zoomOf } from '@/shared/panorama-tour/viewer-defaults';
import {
  asDirection,
  asHeading,
  type Direction,
  type Ellipse,
  ellipseLimits,
} from '@/shared/sphere/projection';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { cameraBetween, levelledScene, sameTilt } from '../data/levelled-scene';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { linkScenes } from './angles';
import type { SceneTiles, StepKind } from './draft-history';
import { SoundField } from './file-fields';
import { LevelGrid } from './level-grid';
import { LevelPanel } from './level-panel';
import { PlacedItems } from './placed-items';
import { Heading } from './scene-fields';
import { marksOf } from './scene-marks';
import { ProposalState, SceneTextFields } from './scene-texts';
import { type LinkChoice, modeOf, SceneTools, type Tool } from './scene-tools';
import { selectedIn } from './selected-mark';
import { SelectionPanel } from './selection-panel';
import { SphereStage, type StageHandle } from './sphere-stage';
import type { BlurBurning } from './use-burning';
import { useLevelling } from './use-levelling';
import type { TextProposals } from './use-text-proposals';

/** Share of the field of view that a blur placed by a press or by Enter has. */
const NEW_BLUR = 1 / 10;

type Props = {
  tourId: string;
  tour: DraftTour;
  scene: DraftScene;
  sphere: SphereView;
  tiles: SceneTiles | undefined;
  /** The selected mark. */
  selected: string | undefined;
  burning: BlurBurning | undefined;
  proposals: TextProposals;
  onSelect: (id: string | undefined) => void;
  onEdit: (change: (tour: DraftTour) => DraftTour, step: StepKind) => void;
  onEditScene: (change: (scene: DraftScene) => DraftScene, step: StepKind) => void;
  onApplyBlurs: () => void;
  onOpenScene: (id: string) => void;
};

/** Edits one scene in its panorama: look around, place, move and select; its texts are below. */
export function ScenePanel({
  tourId,
  tour,
  scene,
  sphere,
  tiles,
  selected: selectedId,
  burning,
  proposals,
  onSelect,
  onEdit,
  onEditScene,
  onApplyBlurs,
  onOpenScene,
}: Props) {
  const isReadOnly = useIsReadOnly();
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<StageHandle>(null);
  const [chosen, setChosen] = useState<{ tool: Tool; scene: string }>({ tool: 'look', scene: scene.id });
  // A level is tried in one scene; the other tools go along to the next.
  const tool = chosen.tool === 'level' && chosen.scene !== scene.id ? 'look' : chosen.tool;
  const setTool = (next: Tool) => setChosen({ tool: next, scene: scene.id });
  const [wanted, setWanted] = useState<LinkChoice>({ to: '', isTwoWay: true });
  const others = tour.scenes.filter(({ id }) => id !== scene.id);
  const unlinked = others.filter(({ id }) => scene.links.every(({ to }) => to !== id));
  const link = {
    ...wanted,
    to: others.find(({ id }) => id === wanted.to)?.id ?? (unlinked[0] ?? others[0])?.id ?? '',
  };
  const isLevelling = tool === 'level';
  const levelling = useLevelling(scene, isLevelling);
  const { tilt } = levelling;
  const shown = levelledScene(scene, tilt);
  const burnt = tiles?.blurs ?? scene.blurs;
  const canBlur = scene.original !== undefined;
  const selected = selectedIn(scene, selectedId, burnt);

  const edit = (change: (old: DraftScene) => DraftScene, what: string, field?: string) =>
    onEditScene(change, { what, field: field && `${scene.id}/${field}` });
  const choose = (next: Tool) => {
    levelling.leave();
    setTool(next);
    if (next !== 'level') return;
    onSelect(undefined);
    // The view turns to where the horizon is seen.
    sphere.turnTo({ yaw: sphere.get().view.yaw, pitch: 0 });
  };
  const level = () => {
    edit((old) => levelledScene(old, tilt), 'nivellement de la scène');
    choose('look');
    stage.current?.focus();
  };
  const close = () => {
    onSelect(undefined);
    stage.current?.focus();
  };
  const takeView = () => {
    const { yaw, pitch, field } = sphere.get().view;
    const zoom = Math.round(Math.min(100, Math.max(0, zoomOf(field))));
    edit((old) => ({ ...old, view: { ...asDirection({ yaw, pitch }), zoom } }), 'première vue');
    onSelect('view');
  };
  const addBlur = (ellipse: Ellipse) => {
    if (scene.blurs.length >= tourLimits.blurs) return;
    const id = crypto.randomUUID();
    edit((old) => ({ ...old, blurs: [...old.blurs, { id, ...ellipse }] }), 'ajout d’un flou');
    onSelect(id);
  };
  const place = (direction: Direction) => {
    const id = crypto.randomUUID();
    if (isLevelling) levelling.place(direction);
    if (tool === 'north')
      edit((old) => ({ ...old, heading: asHeading(-direction.yaw) }), 'direction du nord');
    if (tool === 'point' && scene.points.length < tourLimits.points) {
      edit(
        (old) => ({ ...old, points: [...old.points, { id, ...direction, title: '' }] }),
        'ajout d’un point',
      );
      onSelect(id);
      // The next press looks around: a point is first written.
      setTool('look');
    }
    if (tool === 'blur') {
      const { field } = sphere.get().view;
      const side = Math.max(ellipseLimits.least, Math.round(field * NEW_BLUR * 100) / 100);
      addBlur({ ...direction, width: side, height: side });
    }
    if (tool === 'link' && link.to && scene.links.length < tourLimits.links) {
      onEdit((old) => linkScenes(old, scene.id, link.to, direction, link.isTwoWay, id), {
        what: 'ajout d’un lien',
        scene: scene.id,
      });
      onSelect(id);
      // The next press creates a link to another scene.
      setWanted({ ...wanted, to: '' });
    }
  };

  const nameOf = (id: string) => tour.scenes.find((other) => other.id === id)?.name || 'Sans nom';
  const marks = marksOf(shown, burnt, nameOf, edit);
  const isFixed = isReadOnly || isLevelling;
  const mark = marks.find(({ id }) => id === selectedId);
  const remove = !isReadOnly && mark?.onRemove;

  return (
    <section aria-label={`Scène ${scene.name}`} className="min-w-0 space-y-5">
      <h2 className="sr-only">{scene.name || 'Sans nom'}</h2>
      <div
        ref={frame}
        className="flex flex-col fullscreen:h-full fullscreen:overflow-y-auto fullscreen:bg-snow fullscreen:p-2 max-sm:-mx-4"
      >
        {!isReadOnly && (
          <div className="max-sm:px-4">
            <SceneTools
              tool={tool}
              others={others}
              link={link}
              canBlur={canBlur}
              onTool={choose}
              onLink={setWanted}
              onTakeView={takeView}
            />
          </div>
        )}
        <SphereStage
          ref={stage}
          frame={frame}
          sphere={sphere}
          picture={scene.picture}
          turn={cameraBetween(tiles?.tilt, tilt)}
          name={scene.name || 'la scène'}
          heading={scene.heading}
          mode={isReadOnly || (tool === 'blur' && !canBlur) ? 'look' : modeOf(tool)}
          marks={[
            ...(isFixed ? marks.map(({ onMove, onSize, onRemove, ...rest }) => rest) : marks),
            ...levelling.marks,
          ]}
          selected={isLevelling ? undefined : selectedId}
          onSelect={onSelect}
          onPlace={place}
          onDraw={addBlur}
          onEscape={() => {
            choose('look');
            onSelect(undefined);
          }}
          overlay={
            <>
              {isLevelling && <LevelGrid sphere={sphere} />}
              {burning?.scene === scene.id && !sameTilt(scene.tilt, tiles?.tilt) && (
                <div className="pointer-events-none absolute top-3 left-3 w-52 space-y-1.5 rounded-lg bg-ink/80 px-3 py-2 text-sm text-white">
                  <p>{burning.state === 'running' ? 'Nivellement des images…' : 'Nivellement interrompu'}</p>
                  <ProgressBar
                    label="Nivellement de la scène"
                    done={Math.round(burning.share * 100)}
                    total={100}
                    isThin
                  />
                </div>
              )}
            </>
          }
        >
          {isLevelling && !isReadOnly && (
            <LevelPanel
              // Undone meanwhile, its fields begin again.
              key={`${scene.id} ${JSON.stringify(scene.tilt)}`}
              scene={scene}
              levelling={levelling}
              onApply={level}
              onClose={() => {
                choose('look');
                stage.current?.focus();
              }}
            />
          )}
          {selected && !isLevelling && (
            <SelectionPanel
              key={selectedId}
              tourId={tourId}
              tour={tour}
              scene={scene}
              selected={selected}
              burning={burning}
              onEdit={edit}
              onTakeView={takeView}
              onApplyBlurs={onApplyBlurs}
              onOpenScene={onOpenScene}
              onRemove={
                remove
                  ? () => {
                      close();
                      remove();
                    }
                  : undefined
              }
              onClose={close}
            />
          )}
        </SphereStage>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="space-y-3">
          <SceneTextFields
            scene={scene}
            place={tour.scenes.indexOf(scene) + 1}
            onEdit={onEdit}
            proposals={proposals}
            hint="Lu par les lecteurs d’écran, et affiché quand la visite ne peut pas s’ouvrir."
          />
          <ProposalState proposals={proposals} />
        </div>
        <fieldset disabled={isReadOnly} className="min-w-0 space-y-4">
          <Heading scene={scene} onEdit={edit} />
          <div className="space-y-1.5">
            <p className="text-[0.95rem] font-semibold">
              Son du lieu <span className="font-normal text-slate">(facultatif)</span>
            </p>
            <SoundField
              tourId={tourId}
              sound={scene.sound}
              of="de la scène"
              onChange={(sound, what, field) =>
                edit(
                  ({ sound: _old, ...rest }) => (sound ? { ...rest, sound } : rest),
                  what,
                  field && `scene/${field}`,
                )
              }
            />
          </div>
        </fieldset>
      </div>
      <PlacedItems
        marks={marks}
        scene={scene}
        onSelect={(id) => {
          const found = marks.find((one) => one.id === id);
          if (found) sphere.turnTo(found);
          onSelect(id);
        }}
      />
    </section>
  );
}
