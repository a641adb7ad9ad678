import { expect, test } from 'vitest';
import type { Scene } from './panorama-tour';
import { arrivalYaw, sceneHref, sceneKey, sceneOfKey, viewHash, viewOfHash } from './view-address';

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
  // East is 90° in a picture turned north, and −90° in one turned south.
  expect(arrivalYaw(90, scene('a', 0), scene('b', 180))).toBe(-90);
  expect(arrivalYaw(3.5, scene('a', 0), scene('b', 170))).toBeCloseTo(-166.5);
  expect(arrivalYaw(-170, scene('a', 350), scene('b', 10))).toBeCloseTo(170);
});

const ids = [
  'f0a1b2c3-0000-4000-8000-000000000001',
  'f0a1b2c3-0000-4000-8000-000000000002',
  '9c8d7e6f-0000-4000-8000-000000000003',
  'hall',
].map((id) => scene(id));

test('a scene in an address is the shortest beginning of its id that is its own', () => {
  const keys = ids.map(({ id }) => sceneKey(id, ids));
  expect(keys).toEqual([ids[0]?.id, ids[1]?.id, '9c8d7e6f', 'hall']);
  expect(keys.map((key) => sceneOfKey(key, ids)?.id)).toEqual(ids.map(({ id }) => id));
  // A printed code still opens the first scene when a later one has the same prefix.
  expect(sceneOfKey('f0a1b2c3', ids)?.id).toBe(ids[0]?.id);
  expect(sceneOfKey('f0', ids)).toBeUndefined();
  expect(sceneOfKey('zzzzzzzz', ids)).toBeUndefined();
});

test('the page of a scene names a direction alone; older addresses name both', () => {
  expect(sceneHref('phare', 'hall', ids)).toBe('/visite/phare/hall');
  expect(sceneHref('phare', 'hall', ids, { yaw: 9.6, pitch: -2, zoom: 30 })).toBe(
    '/visite/phare/hall#vue=10,-2,30',
  );
  const hall = ids[3];
  expect(viewOfHash('#vue=10,-2,30', ids, hall)).toEqual({
    scene: 'hall',
    view: { yaw: 10, pitch: -2, zoom: 30 },
  });
  expect(viewOfHash('', ids, hall)).toEqual({ scene: 'hall', view: hall?.view });
  expect(viewOfHash(`#scene=${ids[0]?.id}&vue=1,2,3`, ids, hall)?.scene).toBe(ids[0]?.id);
  expect(viewOfHash('#vue=10,-2,30', ids)).toBeUndefined();
});
