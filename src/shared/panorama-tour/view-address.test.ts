import { expect, test } from 'vitest';
import type { Scene } from './panorama-tour';
import { arrivalYaw, viewHash, viewOfHash } from './view-address';

const scene = (id: string, heading = 0): Scene => ({
  id,
  name: id,
  alt: '',
  picture: { folder: id, width: 4096, baseWidth: 2048, levels: [], bytes: 1 },
  heading,
  view: { yaw: 10, pitch: 2, zoom: 40 },
  links: [],
  points: [],
});
const scenes = [scene('place'), scene('a&b=ç')];

test('a view survives the address, whatever the scene is called', () => {
  const seen = { scene: 'a&b=ç', view: { yaw: -33.4, pitch: 12.5, zoom: 99.6 } };
  expect(viewHash(seen)).toBe('#scene=a%26b%3D%C3%A7&vue=-33,13,100');
  expect(viewOfHash(viewHash(seen), scenes)).toEqual({
    scene: 'a&b=ç',
    view: { yaw: -33, pitch: 13, zoom: 100 },
  });
  expect(viewHash({ scene: 'place', view: { yaw: -0.2, pitch: 0, zoom: 0 } })).toBe('#scene=place&vue=0,0,0');
});

test.each(['', '#scene=ailleurs&vue=1,2,3', '#contenu', '#%E0%A4%A'])('« %s » leads to no view', (hash) => {
  expect(viewOfHash(hash, scenes)).toBeUndefined();
});

test.each(['', '&vue=', '&vue=1,2', '&vue=a,b,c', '&vue=1,,3', '&vue=Infinity,0,0'])(
  'a scene with « %s » is seen as its author chose',
  (view) =>
    expect(viewOfHash(`#scene=place${view}`, scenes)).toEqual({ scene: 'place', view: scenes[0]?.view }),
);

test('a direction outside the sphere stays in it', () => {
  expect(viewOfHash('#scene=place&vue=1e9,-95,400', scenes)?.view).toEqual({
    yaw: 360,
    pitch: -90,
    zoom: 138,
  });
});

test('who walks north arrives looking north, whichever way the pictures are turned', () => {
  // East of a picture turned north is 90; in one turned south it is −90.
  expect(arrivalYaw(90, scene('a', 0), scene('b', 180))).toBe(-90);
  expect(arrivalYaw(3.5, scene('a', 0), scene('b', 170))).toBeCloseTo(-166.5);
  expect(arrivalYaw(-170, scene('a', 350), scene('b', 10))).toBeCloseTo(170);
});
