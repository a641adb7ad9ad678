/** The relative luminance of a `#rrggbb` colour, 0 (black) to 1 (white), as WCAG 2 defines it. */
export function luminance(color: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** The luminance with which white and black contrast equally: √(1.05 × 0.05) − 0.05, 4.58 : 1 for both. */
const EQUAL_CONTRAST = 0.179;

/**
 * The text colour with a contrast of at least 4.5 : 1 on a tag's colour.
 *
 * @param color `#rrggbb`, as the database checks it
 */
export function textOn(color: string): '#ffffff' | '#000000' {
  return luminance(color) > EQUAL_CONTRAST ? '#000000' : '#ffffff';
}
