import { type CameraTags, positionOf, readCameraTags, readHeader } from '@/admin/kit/lib/camera-tags';
import { type CameraTime, readCameraTime } from '@/admin/kit/lib/camera-time';
import { otherThanJpeg, readImageHeader } from '@/admin/kit/lib/image-header';
import { readSphere, sphereProblem } from '@/admin/tours/data/panorama-sphere';
import type { Enums } from '@/shared/database.types';
import type { Position } from '@/shared/survey/track';

/** North that a direction is counted from. */
export type HeadingReference = Enums<'survey_heading_reference'>;

/** Facts in the file of a picture, in the units of the database; a fact that is absent or nonsense is left out. */
export type PictureFacts = {
  width?: number;
  height?: number;
  /** Reason for which it is no panorama, in French; absent when it is one. */
  problem?: string;
  /** Time of the camera's clock; its zone may be that of the whole drive (settle-series). */
  time?: CameraTime;
  position?: Position;
  /** Compass direction of the middle of the picture, and the north it is counted from when the camera wrote which. */
  heading?: number;
  headingReference?: HeadingReference;
};

/**
 * Reads what a camera noted in a JPEG. It never fails on what a camera may have written: nonsense is left out. A picture of
 * another format has its reason alone.
 *
 * @returns `undefined` when the file is no picture
 */
export const readPictureFacts = async (file: Blob): Promise<PictureFacts | undefined> =>
  factsOf(await readHeader(file));

/** Reads the facts of a picture from its first bytes; `undefined` when they are those of no picture. */
export async function factsOf(start: Uint8Array<ArrayBuffer>): Promise<PictureFacts | undefined> {
  const header = readImageHeader(start);
  if (header?.type !== 'jpeg') {
    const problem = otherThanJpeg(start);
    return problem ? { problem } : undefined;
  }
  const tags = await readCameraTags(start);
  const time = readCameraTime(tags);
  const position = positionOf(tags);
  const sphere = readSphere(start);
  const problem = sphereProblem(header, sphere);
  return {
    width: header.width,
    height: header.height,
    ...(problem ? { problem } : {}),
    ...(time ? { time } : {}),
    ...(position ? { position } : {}),
    ...directionOf(sphere.heading, tags),
  };
}

/** Reads the direction of a picture: that of its sphere, else that of its camera, which some count from magnetic north. */
function directionOf(
  sphere: number | undefined,
  { GPSImgDirection: direction, GPSImgDirectionRef: reference }: CameraTags,
): Pick<PictureFacts, 'heading' | 'headingReference'> {
  const ofSphere = asHeading(sphere);
  const ofCamera = Array.isArray(direction) && direction.length === 1 ? asHeading(direction[0]) : undefined;
  // A stitching program that knows no direction writes 0 beside that of the camera.
  if (ofSphere !== undefined && (ofSphere !== 0 || ofCamera === undefined)) {
    return { heading: ofSphere, headingReference: 'vrai' };
  }
  if (ofCamera === undefined) return {};
  const norths: Readonly<Record<string, HeadingReference>> = { T: 'vrai', M: 'magnétique' };
  const headingReference =
    norths[
      String(reference ?? '')
        .trim()
        .toUpperCase()
    ];
  return { heading: ofCamera, ...(headingReference ? { headingReference } : {}) };
}

function asHeading(degrees: number | undefined): number | undefined {
  return degrees === undefined || Math.abs(degrees) > 360 ? undefined : (degrees + 360) % 360;
}
