import { expect, it } from 'vitest';
import { tiltText } from './start-levelling';

it('says how a camera leaned in numbers as Québec writes them', () => {
  expect(tiltText({ roll: 1.24, pitch: -10 })).toBe('roulis 1,2\u00a0°, tangage -10\u00a0°');
});
