import { describe, expect, it } from 'vitest';
import type { DraftScene, DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { asHeading, directionAt, linkScenes, placeOf, turned, withoutScene } from './angles';

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

describe('angles', () => {
  it('are those of the place pressed, and back', () => {
    expect(directionAt(0, 0)).toEqual({ yaw: -180, pitch: 90 });
    expect(directionAt(0.75, 0.5)).toEqual({ yaw: 90, pitch: 0 });
    expect(directionAt(2, -1)).toEqual({ yaw: 180, pitch: 90 });
    expect(placeOf({ yaw: 90, pitch: 45 })).toEqual({ left: '75%', top: '25%' });
    expect([turned(190), turned(-540), asHeading(-10), asHeading(360)]).toEqual([-170, -180, 350, 0]);
  });

  it('link two scenes both ways, the way back where one came from', () => {
    // Two of the demo's viewpoints, whose way back was measured: 13.5°.
    const tour: DraftTour = { scenes: [scene('place', 0), scene('parvis', 170)] };
    const linked = linkScenes(tour, 'place', 'parvis', { yaw: 3.5, pitch: -5 }, true);
    expect(linked.scenes[0]?.links).toMatchObject([{ to: 'parvis', yaw: 3.5, pitch: -5 }]);
    expect(linked.scenes[1]?.links).toMatchObject([{ to: 'place', yaw: 13.5, pitch: -5 }]);
    // A second link there needs no second way back.
    const twice = linkScenes(linked, 'place', 'parvis', { yaw: 9, pitch: 0 }, true);
    expect(twice.scenes.map(({ links }) => links.length)).toEqual([2, 1]);
    expect(withoutScene(twice, 'place').scenes).toEqual([scene('parvis', 170)]);
  });
});
