/** How the picture of the hero is cut from the first sphere of a tour (build/hero-picture.ts), and in which files. */
export const heroStrip = {
  /** Degrees from its left to its right edge. */
  field: 230,
  ratio: 2.6,
  /** Where what the tour looks at first stands, of the width from the left: the words are over the left third. */
  subject: 0.6,
  widths: [1280, 2048, 2560, 3840],
  /** For browsers without AVIF. */
  jpegWidth: 2048,
  /** Of the part around the subject that telephones held upright are shown. */
  phoneRatio: 1.25,
  phoneWidths: [768, 1080],
} as const;

/** Where the pictures of the demonstration's hero are, which the site is shipped with. */
export const SHIPPED_HERO = '/images/hero';
