/**
 * A tour made of the studio's own panoramas, as stored and as visited. Angles are in degrees: `yaw` from the centre
 * of the picture, positive to the right; `pitch` positive up; `heading` is the compass direction of the picture's
 * centre, clockwise from north.
 */
export type PanoramaTour = {
  /** The first one is where a visit begins. */
  scenes: Scene[];
  /** A floor plan or a map that scenes have a place on: a JPEG in the bucket « panoramas ». */
  plan?: { path: string; width: number; height: number; alt: string };
};

/** A direction in a panorama. */
export type Direction = { yaw: number; pitch: number };

/** One panorama and what can be pressed in it. */
export type Scene = {
  id: string;
  name: string;
  /** Description of the panorama for people who cannot see it. */
  alt: string;
  picture: TiledPicture;
  heading: number;
  /** First view of a visitor; `zoom` from 0 (wide) to 100. */
  view: Direction & { zoom: number };
  /** Its place on the plan, from 0 to 1 of the width and of the height. */
  onPlan?: { x: number; y: number };
  links: SceneLink[];
  points: InfoPoint[];
};

/** A way to another scene of the tour. */
export type SceneLink = Direction & { id: string; to: string };

/** Something to read in a panorama. */
export type InfoPoint = Direction & {
  id: string;
  title: string;
  text?: string;
  /** A picture in the bucket « panoramas », with its alternative text. */
  picture?: { path: string; alt: string };
  /** A web address, https only. */
  url?: string;
};

/** Part of a panorama that is made unreadable in its tiles: a face, a plate. Sizes in degrees. */
export type Blur = Direction & { id: string; width: number; height: number };

/**
 * An equirectangular picture (2:1) cut into JPEG tiles under one folder of the bucket « panoramas » that never changes:
 * `base.jpg`, at most 300 kB, then for each level `{level}/{column}-{row}.jpg`.
 */
export type TiledPicture = {
  folder: string;
  width: number;
  baseWidth: number;
  /** Levels from the smallest to the whole picture; columns and rows are powers of two. */
  levels: { width: number; columns: number; rows: number }[];
  /** Total size of its files. */
  bytes: number;
};

/** Limits of a tour, also checked in SQL. */
export const tourLimits = {
  scenes: 60,
  links: 20,
  points: 30,
  blurs: 60,
  name: 100,
  alt: 500,
  title: 100,
  text: 1000,
  url: 500,
} as const;

/** The path of the first, small sphere of a picture, in the bucket « panoramas ». */
export const basePath = ({ folder }: TiledPicture) => `${folder}/base.jpg`;

/** The path of a tile of a picture, in the bucket « panoramas ». */
export const tilePath = ({ folder }: TiledPicture, level: number, column: number, row: number) =>
  `${folder}/${level}/${column}-${row}.jpg`;

/** The address of a file of the bucket « panoramas » by its path: in the storage, or in the folder of a delivered tour. */
export type FileAddress = (path: string) => string;
