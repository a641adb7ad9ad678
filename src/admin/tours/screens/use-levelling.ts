import { useState } from 'react';
import type { Direction } from '@/shared/sphere/projection';
import type { SphereMark } from '@/shared/sphere/sphere-marks';
import { tiltOfHorizon } from '../data/horizon';
import type { Tilt } from '../data/level';
import { turnBetween } from '../data/levelled-scene';
import type { DraftScene } from '../data/panorama-tour.schema';

/** A point of the horizon, as a direction in the picture as its camera made it. */
type HorizonPoint = Direction & { id: string };

/** The ring around a point of the horizon, in degrees. */
const RING_SIZE = { width: 2.5, height: 2.5 };

/** The level that is tried in one scene, and the points of the horizon that it was found from. */
type TiltTrial = { scene: string; tilt: Tilt | undefined; horizon: readonly HorizonPoint[] };

/**
 * Tries a level in a scene until it is applied or left: by its angles, or by points of the horizon, each of which levels the
 * picture again.
 */
export function useLevelling(scene: DraftScene, isOn: boolean) {
  const [tried, setTried] = useState<TiltTrial>();
  const trial: TiltTrial =
    isOn && tried?.scene === scene.id ? tried : { scene: scene.id, tilt: scene.tilt, horizon: [] };
  const { tilt, horizon } = trial;
  const setHorizon = (next: readonly HorizonPoint[]) =>
    setTried({ ...trial, horizon: next, tilt: tiltOfHorizon(next) ?? tilt });
  const inCamera = turnBetween(tilt, undefined);
  const marks = horizon.map(
    ({ id, ...at }, index): SphereMark => ({
      ...turnBetween(undefined, tilt)(at),
      id,
      label: `Point ${index + 1} de l’horizon`,
      // The mark is a ring, so that the point inside it stays visible.
      ellipse: RING_SIZE,
      look: 'proposed',
      onMove: (to) => setHorizon(horizon.map((point) => (point.id === id ? { id, ...inCamera(to) } : point))),
      onRemove: () => setHorizon(horizon.filter((point) => point.id !== id)),
    }),
  );
  return {
    tilt,
    marks,
    /** Number of points of the horizon, and whether they tell a level. */
    horizon: { count: horizon.length, isEnough: tiltOfHorizon(horizon) !== undefined },
    turn: (next: Tilt) => setTried({ ...trial, tilt: next }),
    place: (direction: Direction) =>
      setHorizon([...horizon, { id: crypto.randomUUID(), ...inCamera(direction) }]),
    clearHorizon: () => setTried({ ...trial, horizon: [] }),
    leave: () => setTried(undefined),
  };
}

/** The trial of a level in a scene. */
export type Levelling = ReturnType<typeof useLevelling>;
