/** Geometry and files of the hero's picture, cut from the first panorama of a tour (build/hero-picture.ts). */
export const heroStrip = {
  /** Degrees that the picture covers from its left to its right edge. */
  field: 230,
  ratio: 2.6,
  /** Horizontal position of the tour's first view, as a share of the width: the text covers the left third. */
  subject: 0.6,
  widths: [1280, 2048, 2560, 3840],
  /** The width for browsers without AVIF. */
  jpegWidth: 2048,
  /** Aspect ratio of the part around the subject that phones held upright show. */
  phoneRatio: 1.25,
  phoneWidths: [768, 1080],
} as const;

/** Folder of the demonstration's hero pictures, which ship with the site. */
export const SHIPPED_HERO = '/images/hero';
