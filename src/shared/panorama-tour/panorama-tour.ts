import type { Direction } from '@/shared/sphere/projection';
import type { SpherePicture } from '@/shared/sphere/sphere';

/**
 * A tour made of the studio's own panoramas, as stored and as visited. Angles are in degrees: `yaw` from the centre
 * of the picture, positive to the right; `pitch` positive up; `heading` is the compass direction of the picture's
 * centre, clockwise from north.
 */
export type PanoramaTour = {
  /** The first one is where a visit begins. */
  scenes: Scene[];
  /** Floor plans or maps that scenes have a place on, from the lowest floor up; absent when there is none. */
  floors?: Floor[];
};

/** A floor plan or a map: a JPEG in the bucket « panoramas ». `north` is the compass direction of its top edge. */
export type Floor = {
  id: string;
  name: string;
  path: string;
  width: number;
  height: number;
  alt: string;
  north: number;
};

/** One panorama with its links and points. */
export type Scene = {
  id: string;
  name: string;
  /** Description of the panorama for people who cannot see it. */
  alt: string;
  picture: TiledPicture;
  heading: number;
  /** First view of a visitor; `zoom` from 0 (wide) to 100. */
  view: Direction & { zoom: number };
  /** Its place on a floor plan, from 0 to 1 of the width and of the height. */
  onPlan?: { floor: string; x: number; y: number };
  /** A sound of the place, played in a loop on demand. */
  sound?: Sound;
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
  /** Something to listen to. */
  sound?: Sound;
  /** A PDF to open, with its name and its size in bytes. */
  document?: { path: string; name: string; bytes: number };
};

/** An MP3 in the bucket « panoramas », with its words or a description for people who cannot hear it. */
export type Sound = { path: string; text: string };

/** Part of a panorama that is made unreadable in its tiles: a face, a plate. Sizes in degrees. */
export type Blur = Direction & { id: string; width: number; height: number };

/** Kinds of what a proposal found in a panorama. */
export type ProposalKind = 'face' | 'plate' | 'person' | 'vehicle';

/** A blur that a detector proposes: a person makes it a blur or rejects it. `score` from 0 to 1. */
export type Proposal = Blur & { kind: ProposalKind; score: number };

/**
 * An equirectangular picture (2:1) cut into tiles under one folder of the bucket « panoramas » that never changes:
 * `base.jpg`, at most 300 kB, then for each level `{level}/{column}-{row}.{jpg|webp}`.
 */
export type TiledPicture = {
  folder: string;
  /** Format of the tiles; absent: JPEG. */
  format?: 'webp';
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
  proposals: 120,
  floors: 12,
  name: 100,
  alt: 500,
  title: 100,
  text: 1000,
  url: 500,
} as const;

/** The path of the first, small sphere of a picture, in the bucket « panoramas ». */
export const basePath = ({ folder }: Pick<TiledPicture, 'folder'>) => `${folder}/base.jpg`;

/** The path of a tile of a picture, in the bucket « panoramas ». */
export const tilePath = (
  { folder, format }: Pick<TiledPicture, 'folder' | 'format'>,
  level: number,
  column: number,
  row: number,
) => `${folder}/${level}/${column}-${row}.${format ?? 'jpg'}`;

/** The address of a file of the bucket « panoramas » by its path: in the storage, or in the folder of a delivered tour. */
export type FileAddress = (path: string) => string;

/** A picture of a tour as the sphere's engine reads it, with a small copy where it is at hand. */
export const spherePictureOf = (
  picture: TiledPicture,
  address: FileAddress,
  preview?: string,
): SpherePicture => ({
  whole: address(basePath(picture)),
  preview,
  levels: picture.levels,
  tile: ({ level, column, row }) => address(tilePath(picture, level, column, row)),
});
