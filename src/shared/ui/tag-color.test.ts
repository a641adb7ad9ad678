import { describe, expect, it } from 'vitest';
import { luminance, textOn } from './tag-color';

/** Returns the contrast of two colours, 1 to 21 (WCAG 2). */
function contrast(one: string, other: string) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe('luminance', () => {
  it('agrees with the reference values of WCAG', () => {
    expect(luminance('#000000')).toBe(0);
    expect(luminance('#FFFFFF')).toBeCloseTo(1, 10);
    expect(luminance('#ff0000')).toBeCloseTo(0.2126, 4);
    expect(luminance('#808080')).toBeCloseTo(0.2159, 4);
  });
});

describe('textOn', () => {
  it('puts dark text on light colours and light text on dark ones', () => {
    expect(textOn('#fde047')).toBe('#000000');
    expect(textOn('#1e3a8a')).toBe('#ffffff');
  });

  it('reaches 4.5 : 1 on every colour', () => {
    const steps = ['00', '1f', '3b', '5a', '76', '77', '80', '9c', 'b4', 'd8', 'f6', 'ff'];
    let worst = 21;
    for (const r of steps)
      for (const g of steps)
        for (const b of steps) {
          const color = `#${r}${g}${b}`;
          worst = Math.min(worst, contrast(color, textOn(color)));
        }
    expect(worst).toBeGreaterThanOrEqual(4.5);
  });
});
