import { expect, it } from 'vitest';
import { placeOf } from './places';

it('names a town with its coordinates in whole minutes, and one without coordinates not at all', () => {
  expect(placeOf({ town: 'Québec', latitude: 46.8, longitude: -71.2167 })).toEqual({
    name: 'Québec',
    position: '46°\u00a048′\u00a0N · 71°\u00a013′\u00a0O',
  });
  // Rounding must not produce « 48° 60′ ».
  expect(placeOf({ town: 'Ailleurs', latitude: 48.9999, longitude: -68.05 })?.position).toBe(
    '49°\u00a000′\u00a0N · 68°\u00a003′\u00a0O',
  );
  expect(placeOf({ town: 'Nulle part', latitude: null, longitude: null })).toBeUndefined();
});
