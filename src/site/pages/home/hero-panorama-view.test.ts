import { describe, expect, it } from 'vitest';
import { heroPanoramaView } from './hero-panorama-view';

describe('heroPanoramaView', () => {
  it('is the still picture itself in a frame of the same shape, whatever its object-position', () => {
    for (const position of [0, 0.5, 1]) {
      const view = heroPanoramaView(1600, 900, position);
      expect(view.yaw).toBeCloseTo(12);
      expect(view.pitch).toBeCloseTo(6);
      // 95° across 16 by 9.
      expect(view.verticalField).toBeCloseTo(63.09, 1);
    }
  });
  it('turns to the side that a narrower frame shows', () => {
    expect(heroPanoramaView(900, 900, 0.5).yaw).toBeCloseTo(12);
    expect(heroPanoramaView(900, 900, 1).yaw).toBeGreaterThan(30);
    expect(heroPanoramaView(900, 900, 0).yaw).toBeLessThan(-6);
    // Its outer edge stays within the picture.
    const { yaw, verticalField } = heroPanoramaView(900, 900, 1);
    expect(yaw).toBeLessThan(12 + 47.5 - verticalField / 4);
  });
  it('sees less from top to bottom in a wider frame', () => {
    expect(heroPanoramaView(2400, 900, 0.5).verticalField).toBeLessThan(50);
  });
});
