import { vi } from 'vitest';
import type { View } from '@/shared/sphere/projection';
import type { Layout, Side } from '@/shared/two-dates/two-spheres';

type Drawn = { view: View; layout: Layout; headings: Record<Side, number> };

/** Stands in for the drawing of two dates, which needs a real browser: what it was asked to load and to draw. */
export const spheres = {
  loaded: [] as Record<Side, string>[],
  drawn: [] as Drawn[],
  fails: false,
  /** Reason why the next pictures wait. */
  wait: Promise.resolve() as Promise<void>,
  last: () => spheres.drawn.at(-1) as Drawn,
  /** Forgets what was drawn, with pictures that can be read in a browser that has WebGL. */
  reset(motion: 'usual' | 'less' = 'usual') {
    Object.assign(spheres, { loaded: [], drawn: [], fails: false, wait: Promise.resolve() });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never);
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('reduced-motion') && motion === 'less',
    }));
  },
};

/** The module `two-spheres` for `vi.mock`. */
export const createTwoSpheres = () => ({
  load: async (addresses: Record<Side, string>) => {
    spheres.loaded.push(addresses);
    await spheres.wait;
    if (spheres.fails) throw new Error('no picture');
  },
  draw: (view: View, layout: Layout, headings: Record<Side, number>) =>
    spheres.drawn.push({ view, layout, headings }),
  destroy: () => {},
});
