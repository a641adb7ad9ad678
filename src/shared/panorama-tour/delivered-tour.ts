import { basePath, type PanoramaTour, type TiledPicture, tilePath } from './panorama-tour';

/** The description of a delivered tour, in its `visite.json`. */
export type DeliveredTour = {
  title: string;
  /** The client's name, and their colour as `#rrggbb`. */
  client: string;
  color: string;
  tour: PanoramaTour;
};

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
 * A tour as it is delivered: its files by short names in folders of its own, `scenes/` and `images/`, instead of the
 * storage's.
 */
export function tourInFolder(tour: PanoramaTour): { tour: PanoramaTour; files: DeliveredFile[] } {
  const files: DeliveredFile[] = [];
  const image = (path: string) => {
    const known = files.find(({ from }) => from === path);
    if (known) return known.to;
    const to = `images/${files.filter((file) => file.to.startsWith('images/')).length + 1}.jpg`;
    files.push({ from: path, to });
    return to;
  };
  const scenes = tour.scenes.map((scene, index) => {
    const folder = `scenes/${index + 1}`;
    files.push(...filesOf(scene.picture, folder));
    const points = scene.points.map((point) =>
      point.picture ? { ...point, picture: { ...point.picture, path: image(point.picture.path) } } : point,
    );
    return { ...scene, picture: { ...scene.picture, folder }, points };
  });
  const plan = tour.plan && { ...tour.plan, path: image(tour.plan.path) };
  return { tour: { scenes, ...(plan ? { plan } : {}) }, files };
}
