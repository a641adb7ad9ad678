import { Compass, Eye, EyeOff, Info, MoveUpRight } from 'lucide-react';
import { useState } from 'react';
import type { DraftScene, DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { panoramaFileUrl } from '@/admin/data/tours/panorama-address';
import { useIsReadOnly } from '@/shared/lib/read-only';
import {
  type Blur,
  basePath,
  type Direction,
  type InfoPoint,
  tourLimits,
} from '@/shared/panorama-tour/panorama-tour';
import { Field, selectClass } from '@/shared/ui/field';
import { asHeading, changeScene, linkScenes } from './angles';
import { BlurPanel } from './blur-panel';
import type { StepKind } from './draft-history';
import { PlacedItems } from './placed-items';
import { PointDialog } from './point-dialog';
import { Choice, Degrees, Text } from './scene-fields';
import type { Mark } from './sphere-mark';
import { SpherePicture } from './sphere-picture';

/** Effects of a press on the picture. */
const tools = {
  view: { label: 'Première vue', icon: Eye, hint: 'Pressez l’endroit que le visiteur voit d’abord.' },
  link: { label: 'Lien', icon: MoveUpRight, hint: 'Choisissez la scène, puis pressez l’endroit qui y mène.' },
  point: { label: 'Point', icon: Info, hint: 'Pressez ce que le point explique.' },
  north: { label: 'Nord', icon: Compass, hint: 'Pressez la direction du nord.' },
  blur: { label: 'Flou', icon: EyeOff, hint: 'Pressez un visage ou une plaque, puis réglez l’ellipse.' },
} as const;

type Tool = keyof typeof tools;

const icon = 'size-4';

type Props = {
  tourId: string;
  tour: DraftTour;
  scene: DraftScene;
  onEdit: (change: (draft: DraftTour) => DraftTour, step: StepKind) => void;
  /** Blurs placed and not yet in the tiles. */
  blurs: Blur[];
  onBlurs: (blurs: Blur[], step: StepKind) => void;
  onOpenScene: (id: string) => void;
};

/** Edits one scene: its texts, and its links and points, placed by pointing in its panorama. */
export function ScenePanel({ tourId, tour, scene, onEdit, blurs, onBlurs, onOpenScene }: Props) {
  const isReadOnly = useIsReadOnly();
  const others = tour.scenes.filter(({ id }) => id !== scene.id);
  const unlinked = others.filter(({ id }) => scene.links.every(({ to }) => to !== id));
  const [tool, setTool] = useState<Tool>('link');
  const [wanted, setTarget] = useState('');
  const [isTwoWay, setIsTwoWay] = useState(true);
  const [point, setPoint] = useState<InfoPoint>();
  const target = others.find(({ id }) => id === wanted)?.id ?? (unlinked[0] ?? others[0])?.id ?? '';
  /**
   * Names a step.
   *
   * @param field within the scene: continuous changes of the same one are one step
   */
  const step = (what: string, field?: string): StepKind => ({
    what,
    scene: scene.id,
    field: field && `${scene.id}/${field}`,
  });
  const change = (part: Partial<DraftScene>, kind: StepKind) =>
    onEdit(
      changeScene(scene.id, (old) => ({ ...old, ...part })),
      kind,
    );
  const edit = (part: Partial<DraftScene>, what: string, field?: string) => change(part, step(what, field));

  const place = (direction: Direction) => {
    const id = crypto.randomUUID();
    if (tool === 'view') edit({ view: { ...direction, zoom: scene.view.zoom } }, 'première vue');
    if (tool === 'north') edit({ heading: asHeading(-direction.yaw) }, 'direction du nord');
    if (tool === 'point' && scene.points.length < tourLimits.points)
      setPoint({ id, ...direction, title: '' });
    if (tool === 'blur' && blurs.length < tourLimits.blurs)
      onBlurs([...blurs, { id, ...direction, width: 6, height: 6 }], step('ajout d’un flou'));
    if (tool === 'link' && target && scene.links.length < tourLimits.links) {
      onEdit((draft) => linkScenes(draft, scene.id, target, direction, isTwoWay), step('ajout d’un lien'));
      // The next press creates a link to another scene.
      setTarget('');
    }
  };

  const nameOf = (id: string) => tour.scenes.find((other) => other.id === id)?.name || 'Sans nom';
  /** Moves one item of a list to another direction. */
  const moved = <T extends { id: string }>(list: readonly T[], id: string, to: Direction): T[] =>
    list.map((one) => (one.id === id ? { ...one, ...to } : one));
  const marks: Mark[] = [
    {
      id: 'view',
      yaw: scene.view.yaw,
      pitch: scene.view.pitch,
      label: 'Première vue',
      icon: <Eye aria-hidden="true" className={icon} />,
      onPress: () => setTool('view'),
      onMove: (to) => edit({ view: { ...scene.view, ...to } }, 'première vue', 'view'),
    },
    ...scene.links.map((link) => ({
      ...link,
      label: `Lien vers ${nameOf(link.to)}`,
      icon: <MoveUpRight aria-hidden="true" className={icon} />,
      onPress: () => onOpenScene(link.to),
      onMove: (to: Direction) =>
        edit({ links: moved(scene.links, link.id, to) }, 'déplacement d’un lien', `links/${link.id}`),
    })),
    ...scene.points.map((known) => ({
      ...known,
      label: `Point\u00a0: ${known.title || 'sans titre'}`,
      icon: <Info aria-hidden="true" className={icon} />,
      onPress: () => setPoint(known),
      onMove: (to: Direction) =>
        edit({ points: moved(scene.points, known.id, to) }, 'déplacement d’un point', `points/${known.id}`),
    })),
    ...blurs.map((blur, index) => ({
      ...blur,
      label: `Flou ${index + 1}`,
      icon: <EyeOff aria-hidden="true" className={icon} />,
      onPress: () => setTool('blur'),
      onMove: (to: Direction) =>
        onBlurs(moved(blurs, blur.id, to), step('déplacement d’un flou', `blurs/${blur.id}`)),
    })),
  ];

  return (
    <section aria-label={`Scène ${scene.name}`} className="min-w-0 space-y-4">
      <h2 className="text-xl font-bold wrap-anywhere">{scene.name || 'Sans nom'}</h2>
      {!isReadOnly && (
        <div className="space-y-2">
          <fieldset className="flex flex-wrap gap-1.5">
            <legend className="sr-only">Ce que place une pression sur le panorama</legend>
            {Object.entries(tools).map(([key, { label, icon: Icon }]) => (
              <Choice key={key} isChosen={tool === key} onChoose={() => setTool(key as Tool)}>
                <Icon aria-hidden="true" className={icon} />
                {label}
              </Choice>
            ))}
          </fieldset>
          <p role="status" className="text-sm text-slate">
            {tool === 'link' && others.length === 0
              ? 'Ajoutez une deuxième scène pour les relier.'
              : tools[tool].hint}
          </p>
          {tool === 'link' && others.length > 0 && (
            <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
              <Field label="Mène à" required className="min-w-0 flex-1 basis-52">
                {(control) => (
                  <select
                    {...control}
                    value={target}
                    onChange={(event) => setTarget(event.target.value)}
                    className={selectClass}
                  >
                    {others.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name || 'Sans nom'}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <label className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-5 accent-spruce"
                  checked={isTwoWay}
                  onChange={({ target: box }) => setIsTwoWay(box.checked)}
                />
                Aller et retour
              </label>
            </div>
          )}
        </div>
      )}
      <SpherePicture
        src={panoramaFileUrl(basePath(scene.picture))}
        name={scene.name || 'la scène'}
        marks={isReadOnly ? marks.map((mark) => ({ ...mark, onMove: undefined })) : marks}
        onPoint={isReadOnly ? undefined : place}
      />
      {tool === 'blur' && !isReadOnly && (
        <BlurPanel
          tourId={tourId}
          scene={scene}
          blurs={blurs}
          onBlurs={(next, what, field) => onBlurs(next, step(what, field))}
          onBurnt={(part) => {
            const proposals = scene.proposals?.filter(({ id }) => !part.blurs.some((blur) => blur.id === id));
            change(
              { ...part, ...(proposals ? { proposals } : {}) },
              { ...step('application du floutage'), isArrival: true },
            );
          }}
        />
      )}
      <fieldset disabled={isReadOnly} className="grid gap-4 sm:grid-cols-2">
        <Text
          as="input"
          label="Nom de la scène"
          value={scene.name}
          most={tourLimits.name}
          onChange={(name) => edit({ name }, 'nom de la scène', 'name')}
        />
        <Text
          as="textarea"
          label="Ce que montre le panorama"
          value={scene.alt}
          most={tourLimits.alt}
          hint="Lu par les lecteurs d’écran, et affiché sans script."
          onChange={(alt) => edit({ alt }, 'description de la scène', 'alt')}
        />
      </fieldset>
      <fieldset disabled={isReadOnly} className="grid grid-cols-2 gap-4 sm:max-w-md">
        <Degrees
          label="Cap du centre (°)"
          value={scene.heading}
          most={360}
          onChange={(heading) => edit({ heading }, 'cap du centre', 'heading')}
        />
        <Degrees
          label="Zoom de départ (%)"
          value={scene.view.zoom}
          most={100}
          onChange={(zoom) => edit({ view: { ...scene.view, zoom } }, 'zoom de départ', 'zoom')}
        />
      </fieldset>
      <PlacedItems scene={scene} nameOf={nameOf} onEdit={edit} onOpenPoint={setPoint} />
      {point && (
        <PointDialog
          tourId={tourId}
          point={point}
          onClose={() => setPoint(undefined)}
          onSave={(saved) => {
            const isKnown = scene.points.some(({ id }) => id === saved.id);
            if (isKnown) {
              const points = scene.points.map((old) => (old.id === saved.id ? saved : old));
              edit({ points }, 'modification d’un point');
            } else edit({ points: [...scene.points, saved] }, 'ajout d’un point');
            setPoint(undefined);
          }}
        />
      )}
    </section>
  );
}
