import { expect, it } from 'vitest';
import { boundaryOf } from './tour-map-drawing';

const codes = ['942', '941', '640', '230'];

it.each([
  ['an MRC is its own', '640', '640'],
  ['a city alone has its digits', '23', '230'],
  ['the first of several', '94', '941'],
  ['beyond the map', '992', undefined],
])('%s', (_what, mrc, expected) => expect(boundaryOf(mrc, codes)).toBe(expected));
