import { type Merge, mergeByField } from '@/admin/kit/lib/three-way-merge';
import type { Floor } from '@/shared/panorama-tour/panorama-tour';
import type { Tilt } from './level';
import { sameTilt, turnedScene } from './levelled-scene';
import type { DraftScene, DraftTour } from './panorama-tour.schema';

/** A draft as separately editable fields: `<scene>/name`, `<scene>/links/<link>`, `floors/<floor>`, each as JSON. */
export type DraftFields = Record<string, string | undefined>;

/** Parts of a scene that only mean something together: its tiles, their level, the blurs in them, and those proposed for them. */
const pictureFields = ['picture', 'tilt', 'blurs', 'original', 'proposals', 'searchedBy'] as const;
const singleFields = ['name', 'alt', 'heading', 'view', 'onPlan', 'sound', 'proposedTexts'] as const;
const listFields = ['links', 'points', 'blurs', 'proposals'] as const;

/**
 * Way in which the picture of a scene is merged. `whole`: its blurs and its level are in its tiles, so that one side wins; this
 * is for two stored drafts. `each`: each blur, each proposal and the level is merged by itself, within one editor's history.
 */
type PictureMerge = 'whole' | 'each';

const partsOf = (pictures: PictureMerge) =>
  pictures === 'whole'
    ? { together: pictureFields, alone: singleFields, lists: listFields.slice(0, 2) }
    : {
        together: ['picture', 'original', 'searchedBy'] as const,
        alone: [...singleFields, 'tilt'] as const,
        lists: listFields,
      };

/** The order of a draft's scenes and of its floors. */
type DraftOrder = { scenes: readonly string[]; floors: readonly string[] };

/** Splits a draft into fields; the order of its scenes and floors is separate. */
function fieldsOf({ scenes, floors = [] }: DraftTour, pictures: PictureMerge): DraftFields {
  const { together, alone, lists } = partsOf(pictures);
  const fields: DraftFields = Object.fromEntries(
    floors.map((floor) => [`floors/${floor.id}`, JSON.stringify(floor)]),
  );
  for (const scene of scenes) {
    fields[`${scene.id}/picture`] = JSON.stringify(
      Object.fromEntries(together.map((part) => [part, scene[part]])),
    );
    for (const part of alone) fields[`${scene.id}/${part}`] = JSON.stringify(scene[part]);
    for (const list of lists) {
      for (const item of scene[list] ?? []) fields[`${scene.id}/${list}/${item.id}`] = JSON.stringify(item);
    }
  }
  return fields;
}

/** Builds a draft from its fields, in this order; a link to a removed scene, a place on a removed floor are dropped. */
function draftOf(fields: DraftFields, order: DraftOrder): DraftTour {
  const parsed = (field: string) => JSON.parse(fields[field] ?? 'null') ?? undefined;
  const ids = order.scenes.filter((id) => fields[`${id}/picture`] && fields[`${id}/name`]);
  const floors = order.floors.flatMap((id): Floor[] => parsed(`floors/${id}`) ?? []);
  const scenes = ids.map((id) => {
    const items = (list: string) =>
      Object.keys(fields)
        .filter((field) => field.startsWith(`${id}/${list}/`) && fields[field])
        .map(parsed);
    const scene = { id, blurs: items('blurs'), ...parsed(`${id}/picture`) };
    const proposals = items('proposals');
    if (proposals.length > 0) scene.proposals = proposals;
    for (const part of [...singleFields, 'tilt']) {
      const value = parsed(`${id}/${part}`);
      if (value !== undefined) scene[part] = value;
    }
    if (floors.every((floor) => floor.id !== scene.onPlan?.floor)) delete scene.onPlan;
    const links = items('links').filter((link) => ids.includes(link.to));
    return { ...scene, links, points: items('points') } as DraftScene;
  });
  return floors.length > 0 ? { scenes, floors } : { scenes };
}

/** Merges an order: mine where I changed it, else theirs; what the other side added comes last. */
function mergedOrder(...sides: (readonly { id: string }[] | undefined)[]): string[] {
  const [before = [], here = [], there = []] = sides.map((side) => side?.map(({ id }) => id) ?? []);
  if (there.join() === before.join()) return here;
  if (here.join() === before.join()) return there;
  const moved =
    here.filter((id) => before.includes(id)).join() !== before.filter((id) => here.includes(id)).join();
  const [first, second] = moved ? [here, there] : [there, here];
  return [...first, ...second.filter((id) => !first.includes(id))];
}

export type DraftMerge = Merge<DraftFields> & {
  order: DraftOrder;
  theirs: DraftFields;
  document: DraftTour;
  /** Builds the draft of these fields, in this order. */
  build: (fields: DraftFields, order: DraftOrder) => DraftTour;
};

/** Level of each scene for which a merge compares directions: mine where I changed it, else theirs. */
function framesOf(...sides: readonly DraftTour[]): (id: string) => Tilt | undefined {
  return (id) => {
    const [base, mine, theirs] = sides.map(({ scenes }) => scenes.find((one) => one.id === id));
    const isMine = mine && !(base && sameTilt(mine.tilt, base.tilt));
    return (isMine ? mine : (theirs ?? mine ?? base))?.tilt;
  };
}

/** A folder of files of a tour, but for its originals, which never move. */
const FOLDER = /[0-9a-f-]{36}\/[0-9a-f-]{36}(?!\/original\.jpg)/g;

/**
 * Finds the folders whose files moved since (docs/decisions/0071), by the fields that differ in nothing else. A file that
 * I replaced meanwhile is no such field, except a panorama, whose size and blurs tell a move from another cut.
 */
function movedFolders(base: DraftFields, mine: DraftFields, theirs: DraftFields): Map<string, string> {
  const moved = new Map<string, string>();
  for (const [name, was = ''] of Object.entries(base)) {
    const is = theirs[name] ?? '';
    if (was === is || was.replace(FOLDER, '') !== is.replace(FOLDER, '')) continue;
    const [before, after] = [was.match(FOLDER) ?? [], is.match(FOLDER) ?? []];
    before.forEach((folder, index) => {
      const target = after[index];
      const isMine = name.endsWith('/picture') || mine[name]?.includes(folder);
      if (target && target !== folder && isMine) moved.set(folder, target);
    });
  }
  return moved;
}

const withMoved = (fields: DraftFields, moved: ReadonlyMap<string, string>): DraftFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value?.replace(FOLDER, (folder) => moved.get(folder) ?? folder),
    ]),
  );

/** Merges my changes of a tour with those that another tab saved meanwhile, field by field, point by point. */
export function mergeDrafts(
  base: DraftTour,
  mine: DraftTour,
  theirs: DraftTour,
  pictures: PictureMerge = 'whole',
): DraftMerge {
  // Positions in a picture that one side levelled are compared in the levelled picture.
  const frame = framesOf(base, mine, theirs);
  const areas = pictures === 'each';
  const inFrame = ({ scenes, ...tour }: DraftTour): DraftTour => ({
    ...tour,
    scenes: scenes.map((scene) => turnedScene(scene, scene.tilt, frame(scene.id), areas)),
  });
  const build: DraftMerge['build'] = (fields, order) => {
    const { scenes, ...tour } = draftOf(fields, order);
    return { ...tour, scenes: scenes.map((scene) => turnedScene(scene, frame(scene.id), scene.tilt, areas)) };
  };
  const sides = [base, mine, theirs].map((side) => fieldsOf(inFrame(side), pictures));
  const names = new Set(sides.flatMap((fields) => Object.keys(fields)));
  const [b = {}, m = {}, t = {}] = sides.map((fields) =>
    Object.fromEntries([...names].map((name) => [name, fields[name]])),
  );
  const moved = movedFolders(b, m, t);
  const merge = mergeByField<DraftFields>(withMoved(b, moved), withMoved(m, moved), t);
  const order = {
    scenes: mergedOrder(base.scenes, mine.scenes, theirs.scenes),
    floors: mergedOrder(base.floors, mine.floors, theirs.floors),
  };
  return { ...merge, order, theirs: t, build, document: build(merge.merged, order) };
}

const partLabels: Readonly<Record<string, string>> = {
  name: 'nom',
  alt: 'description',
  heading: 'nord',
  view: 'première vue',
  onPlan: 'place sur le plan',
  sound: 'son',
  proposedTexts: 'textes proposés',
  picture: 'panorama et floutage',
  links: 'lien',
  points: 'point',
};

/** Labels a field of a draft with the name of its scene: « Parvis de l’église : première vue ». */
export function fieldLabel(field: string, fields: DraftFields): string {
  const [scene, part = ''] = field.split('/');
  if (scene === 'floors') return `Plan «\u00a0${JSON.parse(fields[field] ?? '{}').name ?? 'retiré'}\u00a0»`;
  return `${JSON.parse(fields[`${scene}/name`] ?? '"Scène retirée"')}\u00a0: ${partLabels[part] ?? part}`;
}

/** Formats a field for a person. */
export function fieldText(field: string, fields: DraftFields): string {
  const value = JSON.parse(fields[field] ?? 'null');
  if (value === null) return 'Retiré';
  if (field.endsWith('/proposedTexts')) {
    return value.map((text: string) => partLabels[text]).join(', ');
  }
  if (typeof value !== 'object') return String(value);
  return (
    value.title ??
    value.name ??
    value.alt ??
    (pictureFields[0] in value ? 'Panorama' : Object.values(value).join(', '))
  );
}
