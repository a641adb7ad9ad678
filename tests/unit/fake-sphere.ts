import { vi } from 'vitest';
import type { createSphere as create, Pane, Sphere, SpherePicture } from '@/shared/sphere/sphere';

type Options = Parameters<typeof create>[1];

/**
 * Stands in for the WebGL engine, which needs a real browser: it records what is shown, and answers with test values.
 */
export const spheres = {
  /** Options of each engine that was created. */
  made: [] as Options[],
  destroyed: 0,
  shown: [] as (readonly SpherePicture[])[],
  panes: undefined as readonly Pane[] | undefined,
  headings: [] as number[],
  fails: false,
  /** A promise that the next pictures wait for. */
  wait: Promise.resolve() as Promise<void>,
  /** Returns the current direction and field of view. */
  view: () => (spheres.made.at(-1) as Options).sphere.get().view,
  /** Lists the addresses of the pictures requested together, each time. */
  asked: () => spheres.shown.map((pictures) => pictures.map(({ whole }) => whole)),
  /** Clears the record, and gives pictures that load in a browser with WebGL. */
  reset(motion: 'usual' | 'less' = 'usual') {
    const empty = { made: [], destroyed: 0, shown: [], panes: undefined, headings: [] };
    Object.assign(spheres, { ...empty, fails: false, wait: Promise.resolve() });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never);
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('reduced-motion') && motion === 'less',
    }));
  },
};

/** A stand-in for the module `sphere`, for `vi.mock`. */
export const createSphere = (canvas: HTMLCanvasElement, options: Options): Sphere => {
  if (!canvas.getContext('webgl2')) throw new Error('No WebGL 2');
  spheres.made.push(options);
  return {
    show: async (pictures) => {
      spheres.shown.push(pictures);
      await spheres.wait;
      if (spheres.fails) throw new Error('no picture');
      for (const [index, { turn }] of pictures.entries()) spheres.headings[index] = turn?.heading ?? 0;
      return true;
    },
    turn: (picture, { heading }) => {
      spheres.headings[picture] = heading;
    },
    lay: (panes) => {
      spheres.panes = panes;
    },
    prefetch: async () => {},
    lend: () => {
      throw new Error('No headset');
    },
    isSharp: () => true,
    destroy: () => {
      spheres.destroyed++;
    },
  };
};
