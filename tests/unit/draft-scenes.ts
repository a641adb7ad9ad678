import type { DraftScene } from '@/admin/tours/data/panorama-tour.schema';

/** Makes a scene of a panorama tour's draft, with the changes of the test. */
export const draftScene = (id: string, change: Partial<DraftScene> = {}): DraftScene => ({
  id,
  name: `Scène ${id}`,
  alt: '',
  heading: 0,
  links: [],
  points: [],
  blurs: [],
  view: { yaw: 0, pitch: 0, zoom: 30 },
  picture: { folder: `tour/${id}`, width: 2048, baseWidth: 1536, levels: [], bytes: 1 },
  ...change,
});
