type PictureSizes = { name: string; width: number; height: number; widths: readonly number[] };

/** The pictures of a tour's first view, by the screens that they are for. */
export type PosterSizes = { wide: PictureSizes; phone: PictureSizes; jpegWidth: number };

/**
 * The pictures of the first view of a tour, drawn at build (build/tour-posters.ts): one as wide as a screen, one for a
 * phone held upright. Both have the vertical field of the viewer, so that the visit begins where they are.
 */
export const posterSizes: PosterSizes = {
  wide: { name: 'wide', width: 2560, height: 1120, widths: [1280, 1920, 2560] },
  phone: { name: 'phone', width: 1080, height: 1620, widths: [768, 1080] },
  /** The width for browsers without AVIF. */
  jpegWidth: 1920,
};
