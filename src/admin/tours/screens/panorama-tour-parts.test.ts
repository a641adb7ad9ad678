import { describe, expect, it } from 'vitest';
import {
  asHeading,
  type Ellipse,
  ellipseBetween,
  enlargement,
  handleAt,
  holding,
  isInSight,
  outlineOf,
  project,
  resized,
  turned,
  unproject,
  withinPicture,
} from '@/shared/sphere/projection';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { linkScenes, withoutScene } from './angles';

const scene = (id: string, heading: number): DraftScene => ({
  id,
  name: id,
  alt: id,
  heading,
  links: [],
  points: [],
  blurs: [],
  view: { yaw: 0, pitch: 0, zoom: 30 },
  picture: { folder: `tour/${id}`, width: 2048, baseWidth: 1536, levels: [], bytes: 1 },
});
const size = { width: 1000, height: 500 };
const ahead = { yaw: 0, pitch: 0, field: 90 };

describe('angles', () => {
  it('are normalised', () => {
    expect([turned(190), turned(-540), asHeading(-10), asHeading(360)]).toEqual([-170, -180, 350, 0]);
  });

  it('link two scenes both ways, the way back where one came from', () => {
    // Two viewpoints of the demo, whose measured way back is 13.5°.
    const tour: DraftTour = { scenes: [scene('place', 0), scene('parvis', 170)] };
    const linked = linkScenes(tour, 'place', 'parvis', { yaw: 3.5, pitch: -5 }, true);
    expect(linked.scenes[0]?.links).toMatchObject([{ to: 'parvis', yaw: 3.5, pitch: -5 }]);
    expect(linked.scenes[1]?.links).toMatchObject([{ to: 'place', yaw: 13.5, pitch: -5 }]);
    // A second link to the same scene needs no second way back.
    const twice = linkScenes(linked, 'place', 'parvis', { yaw: 9, pitch: 0 }, true);
    expect(twice.scenes.map(({ links }) => links.length)).toEqual([2, 1]);
    expect(withoutScene(twice, 'place').scenes).toEqual([scene('parvis', 170)]);
  });
});

describe('the view of a sphere', () => {
  it('shows a direction where it is, and none that is behind', () => {
    // With a field of 90° on 500 px, 45° up is on the upper edge.
    expect(project(ahead, size, { yaw: 0, pitch: 45 })?.y).toBeCloseTo(0);
    expect(project(ahead, size, { yaw: 45, pitch: 0 })?.x).toBeCloseTo(750);
    expect(project(ahead, size, { yaw: 180, pitch: 0 })).toBeUndefined();
    // This view lies across the seam of the flat picture.
    expect(project({ yaw: 175, pitch: 0, field: 90 }, size, { yaw: -175, pitch: 0 })?.x).toBeCloseTo(
      544.08,
      1,
    );
    expect(isInSight(ahead, size, { yaw: 0, pitch: 50 })).toBe(false);
  });

  it('is read back where it is pressed, however one looks', () => {
    for (const view of [ahead, { yaw: 120, pitch: -70, field: 20 }, { yaw: -179, pitch: 88, field: 100 }]) {
      for (const point of [
        { x: 500, y: 250 },
        { x: 3, y: 490 },
        { x: 880, y: 20 },
      ]) {
        const back = project(view, size, unproject(view, size, point));
        expect(back?.x).toBeCloseTo(point.x, 6);
        expect(back?.y).toBeCloseTo(point.y, 6);
      }
    }
  });

  it('turns so that what is held stays under the finger, also while it is enlarged', () => {
    const held = unproject(ahead, size, { x: 700, y: 100 });
    for (const [point, field] of [
      [{ x: 300, y: 400 }, 90],
      [{ x: 700, y: 100 }, 12],
    ] as const) {
      const view = holding({ ...ahead, field }, size, held, point);
      const at = project(view, size, held);
      expect(at?.x).toBeCloseTo(point.x, 6);
      expect(at?.y).toBeCloseTo(point.y, 6);
    }
  });

  it('enlarges until a pixel of the panorama is four of the screen, and no further', () => {
    for (const width of [2048, 8192, 16384]) {
      const least = withinPicture(0, width, size, 1);
      expect(Math.abs(enlargement(width, size, 1, least) - 400)).toBeLessThanOrEqual(1);
    }
    expect(withinPicture(500, 8192, size, 1)).toBe(100);
    // On a screen of double density twice as much of the panorama must stay visible.
    expect(withinPicture(0, 8192, size, 2)).toBeGreaterThan(withinPicture(0, 8192, size, 1));
  });
});

describe('an ellipse on the sphere', () => {
  const ellipse: Ellipse = { yaw: 10, pitch: 5, width: 8, height: 4 };

  it('is drawn between two directions, the shorter way around', () => {
    expect(ellipseBetween({ yaw: 6, pitch: 7 }, { yaw: 14, pitch: 3 })).toEqual(ellipse);
    expect(ellipseBetween({ yaw: 178, pitch: 0 }, { yaw: -178, pitch: 2 })).toEqual({
      yaw: -180,
      pitch: 1,
      width: 4,
      height: 2,
    });
    expect(ellipseBetween({ yaw: 1, pitch: 1 }, { yaw: 1, pitch: 1 })).toMatchObject({
      width: 0.1,
      height: 0.1,
    });
  });

  it('is sized by a corner or a side; the opposite one stays', () => {
    const corner = resized(ellipse, [1, 1], { yaw: 20, pitch: 9 });
    expect(corner).toEqual({ yaw: 13, pitch: 6, width: 14, height: 6 });
    expect(handleAt(corner, [-1, -1])).toEqual(handleAt(ellipse, [-1, -1]));
    expect(resized(ellipse, [-1, 0], { yaw: 4, pitch: 80 })).toEqual({ ...ellipse, yaw: 9, width: 10 });
    expect(resized(ellipse, [0, -1], { yaw: 80, pitch: 1 })).toEqual({ ...ellipse, pitch: 4, height: 6 });
  });

  it('has an outline through its sides, cut where it is behind the view, and none when all of it is', () => {
    const points = (path: string) =>
      path
        .slice(1, -1)
        .split('L')
        .map((pair) => pair.split(' ').map(Number));
    const outline = points(outlineOf(ahead, size, ellipse));
    const right = project(ahead, size, { yaw: 14, pitch: 5 });
    expect(Math.max(...outline.map(([x = 0]) => x))).toBeCloseTo(right?.x ?? 0, 0);
    const wide = points(outlineOf(ahead, size, { yaw: 90, pitch: 0, width: 60, height: 20 }));
    expect(wide.length).toBeGreaterThan(3);
    expect(wide.flat().every(Number.isFinite)).toBe(true);
    expect(wide.every(([x = 0]) => x > 500)).toBe(true);
    expect(outlineOf(ahead, size, { ...ellipse, yaw: 180 })).toBe('');
  });
});
