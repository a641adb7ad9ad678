import type { View } from '@/shared/sphere/projection';

/**
 * Widest vertical field of view, in degrees, and that of a zoom of 100. What is stored never changes its meaning: a
 * zoom beyond 100 is a narrower field, which only a large picture deserves.
 */
const MAX_FIELD = 95;
const MIN_FIELD = 30;

/** Narrowest vertical field of view of any picture, in degrees. */
const DEEPEST_FIELD = 5;

/** The zoom, from 0 (wide) to 100, at which a viewer has a vertical field of view in degrees. */
export const zoomOf = (verticalField: number) =>
  ((MAX_FIELD - verticalField) / (MAX_FIELD - MIN_FIELD)) * 100;

/** The vertical field of view, in degrees, at a zoom from 0 to 100. */
export const verticalFieldOf = (zoom: number) => MAX_FIELD - ((MAX_FIELD - MIN_FIELD) * zoom) / 100;

/** Clamps a view to what a panorama can show: between the poles, and between the widest and narrowest field of view. */
export const withinPanorama = (view: View, narrowest = MIN_FIELD): View => ({
  ...view,
  pitch: Math.min(90, Math.max(-90, view.pitch)),
  field: Math.min(MAX_FIELD, Math.max(narrowest, view.field)),
});

/** Angle from the picture's middle beyond which a wide frame shows its edge. */
const NEAR_EDGE = 100;

/**
 * The places of a whole picture in a frame that it fills as a view does, from the frame's middle: a flat piece of the sphere, close to
 * the real view near the horizon. The picture is repeated beside itself where the frame reaches past its edge.
 */
export const flatPlaces = ({ yaw, pitch, zoom }: { yaw: number; pitch: number; zoom: number }) =>
  (Math.abs(yaw) > NEAR_EDGE ? [0, Math.sign(yaw)] : [0]).map((copy) => ({
    height: `${(180 / verticalFieldOf(zoom)) * 100}%`,
    transform: `translate(${(copy - 0.5 - yaw / 360) * 100}%, ${(pitch / 180 - 0.5) * 100}%)`,
  }));

/** The id of the picture that a page of a visit shows before its styles have come. */
export const FIRST_PICTURE = 'premiere-image';

/** The deepest zoom that an address may ask for. */
export const MAX_ZOOM = zoomOf(DEEPEST_FIELD);

/**
 * The narrowest vertical field of view, in degrees, at which a frame shows a picture about pixel for pixel.
 *
 * @param width of the whole picture
 * @param height of the frame in CSS pixels
 */
export const narrowestField = (width: number, height: number) =>
  Math.min(MIN_FIELD, Math.max(DEEPEST_FIELD, (360 * height) / width));

/** A yaw as a bearing, 0 to 359 degrees. */
export const bearingOf = (yaw: number, heading = 0) => (Math.round(yaw + heading) + 720) % 360;

/** Sentence for a visitor while a viewer that lost its picture is made again. */
export const REDRAWN_NOTICE = 'Le navigateur a repris la mémoire de l’image\u00a0: elle est redessinée.';

/** Duration of a message over a picture, in ms. */
export const MESSAGE_MS = 5000;
