import { basePath, type PanoramaTour, type Sound, type TiledPicture, tilePath } from './panorama-tour.ts';

/**
 * The file of a delivered tour that describes it. A script, because servers without a type for `.json` exist, and none without one
 * for scripts.
 */
export const DELIVERED_SCRIPT = 'visite.js';

/** The id of the sentence that says, in a delivered page that does not turn, that it does not and why. */
export const FLAT_NOTE = 'a-plat';

/** The id of the pictures and texts of a delivered page, which are there until the visit takes their place. */
export const FLAT_PAGE = 'plat';

/** Shows the visit of a delivered page in place of its pictures and texts, or these. */
export function showVisit(isShown: boolean): void {
  const [visit, flat] = ['root', FLAT_PAGE].map((id) => document.getElementById(id));
  if (visit) visit.hidden = !isShown;
  if (flat) flat.hidden = isShown;
}

/** The description of a delivered tour. */
export type DeliveredTour = {
  title: string;
  /** The client's name, and their colour as `#rrggbb`. */
  client: string;
  color: string;
  tour: PanoramaTour;
};

declare global {
  interface Window {
    /** The tour of a delivered page. */
    visite?: DeliveredTour;
  }
}

/** The text of the script that describes a delivered tour, in ASCII: it reads the same in whatever encoding it is served. */
export const deliveredScript = (delivered: DeliveredTour): string =>
  `window.visite = ${JSON.stringify(delivered).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )};\n`;

/** A file of the bucket « panoramas », and its path in a delivery. */
export type DeliveredFile = { from: string; to: string };

/** The files of a picture: its first sphere, then its tiles. */
function filesOf(picture: TiledPicture, folder: string): DeliveredFile[] {
  const copy = { ...picture, folder };
  const tiles = picture.levels.flatMap(({ columns, rows }, level) =>
    Array.from({ length: columns * rows }, (_, index) => {
      const place = [level, index % columns, Math.floor(index / columns)] as const;
      return { from: tilePath(picture, ...place), to: tilePath(copy, ...place) };
    }),
  );
  return [{ from: basePath(picture), to: basePath(copy) }, ...tiles];
}

/**
 * A tour as it is delivered: its files by short names in folders of its own, `scenes/` and `fichiers/`, instead of the
 * storage's.
 */
export function tourInFolder(tour: PanoramaTour): { tour: PanoramaTour; files: DeliveredFile[] } {
  const files: DeliveredFile[] = [];
  /** Copies a picture, a sound or a document, once. */
  const copied = <T extends { path: string }>(file: T): T => {
    const known = files.find(({ from }) => from === file.path);
    const count = files.filter(({ to }) => to.startsWith('fichiers/')).length;
    const to = known?.to ?? `fichiers/${count + 1}.${file.path.split('.').at(-1)}`;
    if (!known) files.push({ from: file.path, to });
    return { ...file, path: to };
  };
  const withSound = <T extends { sound?: Sound }>(item: T): T =>
    item.sound ? { ...item, sound: copied(item.sound) } : item;
  const scenes = tour.scenes.map((scene, index) => {
    const folder = `scenes/${index + 1}`;
    files.push(...filesOf(scene.picture, folder));
    const points = scene.points.map((point) => ({
      ...withSound(point),
      ...(point.picture ? { picture: copied(point.picture) } : {}),
      ...(point.document ? { document: copied(point.document) } : {}),
    }));
    return { ...withSound(scene), picture: { ...scene.picture, folder }, points };
  });
  const floors = tour.floors?.map(copied);
  return { tour: { scenes, ...(floors ? { floors } : {}) }, files };
}
