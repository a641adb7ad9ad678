import { clipOf, eyeOf, type Turn, UPRIGHT } from './camera';
import { contextOf, watchCanvas } from './graphics-context';
import { createPace, type Pace } from './pace';
import type { Fetched } from './picture-loading';
import type { Size, View } from './projection';
import { type Box, createDrawing, type Drawn, type SphereDrawing } from './sphere-drawing';
import { createTiles, densityOf, pixelsOf, type TiledSphere } from './sphere-tiles';
import type { SphereView } from './sphere-view';
import { WHOLE } from './tile-choice';

/** An equirectangular picture, 2:1: small and whole, and where it has more to show, in tiles. */
export type SpherePicture = TiledSphere & {
  /** Address of the whole picture. */
  whole: string;
  /** A small copy of it that is at hand: shown at once, and the whole picture only once somebody looks around. */
  preview?: string | undefined;
  /** Rotation of the picture; absent: its middle is the direction 0, and it is level. */
  turn?: Turn;
};

/**
 * A part of the canvas that shows one of the pictures, in CSS pixels from the upper left corner: the eye's whole view fills
 * `frame`, of which only `part` is drawn.
 */
export type Pane = { picture: number; frame: Box; part?: Box };

/** Spheres around one eye, in one canvas. */
export type Sphere = {
  /**
   * Shows pictures in place of the former ones, as soon as they can be drawn.
   *
   * @param view what one looks at then; absent: the same
   * @param fade time in which they come over the former ones, in ms
   * @returns false when others were asked for meanwhile
   * @throws Error when a picture cannot be read
   */
  show: (pictures: readonly SpherePicture[], how?: { view?: View; fade?: number }) => Promise<boolean>;
  /** Turns one of the pictures. */
  turn: (picture: number, turn: Turn) => void;
  /** Divides the canvas among the pictures; without panes the first one fills it. */
  lay: (panes?: readonly Pane[]) => void;
  /** Fetches what a picture that may be shown next begins with: the whole of it, and its first level around a view. */
  prefetch: (picture: SpherePicture, view: View) => Promise<void>;
  /** Lends what draws the first picture to a headset; the page stands still until it is given back. */
  lend: () => Lent;
  /** Tells whether all that is in sight is as sharp as it becomes. */
  isSharp: () => boolean;
  destroy: () => void;
};

type Lent = {
  gl: WebGL2RenderingContext;
  drawing: SphereDrawing;
  tiles: ReturnType<typeof createTiles>;
  layer: () => Layer | undefined;
  giveBack: () => void;
};

/** Stage of a whole picture: its small copy stands for it, it has been fetched besides, or it is drawn. */
type Stage = 'preview' | 'fetched' | 'drawn';

type Layer = { picture: SpherePicture; turn: Turn; whole: Drawn; stage: Stage };

/** More pixels than these for each CSS pixel are not worth the time to draw them. */
const MOST_DENSITY = 2;

/** Share of the pixels each way that is drawn while the picture is pulled and there is no graphics card. */
const COARSE = 0.5;

/** Time after all is sharp from which the whole picture of a preview is fetched, in ms: what else the page needs comes first. */
const LATER = 1500;

/** Time between two bands of a whole picture that are put into the graphics memory, in ms: about a frame. */
const BAND_PAUSE = 16;

/** Time in which a tile that has come replaces what was there, in ms. */
const FADE = 200;

/** Graphics memory for tiles, in bytes: a phone has less. */
const ROOM = { usual: 256e6, phone: 96e6 };

/**
 * Draws spheres in a canvas of any size, and draws them again when the view, the size or what is known of them changes.
 *
 * @param sphere the view, which others turn
 * @param fetched pictures that are on their way already
 * @param isAlone whether nothing of the page covers the canvas from side to side
 * @param onMissing called, once for each picture, when one of its tiles cannot be read: it stays blurred there
 * @param onLost called when the browser takes the graphics memory back: the same view is drawn again by itself
 * @param onGone called when it cannot be drawn again
 * @throws Error when the browser has no WebGL 2
 */
export function createSphere(
  given: HTMLCanvasElement,
  {
    sphere,
    fetched,
    isAlone = false,
    onMissing = () => {},
    onLost = () => {},
    onGone = () => {},
  }: {
    sphere: SphereView;
    fetched?: Fetched;
    isAlone?: boolean;
    onMissing?: () => void;
    onLost?: () => void;
    onGone?: () => void;
  },
): Sphere {
  let canvas = given;
  let layers: Layer[] = [];
  let leaving: { layers: Layer[]; view: View; since?: number; fade: number } | undefined;
  let panes: readonly Pane[] | undefined;
  let size: Size = { width: given.clientWidth, height: given.clientHeight };
  let [frame, asked] = [0, 0];
  let [isSharp, hasMissed, hasTurned, isLost, isDrawn, isLent] = [false, false, false, false, false, false];
  let fetching: ReturnType<typeof setTimeout> | undefined;

  const wake = () => {
    if (frame === 0 && !isLost && !isLent) frame = requestAnimationFrame(render);
  };
  const pace = createPace(wake);
  const open = (wasInSoftware = false) => {
    const context = contextOf(canvas, isAlone, wasInSoftware);
    const { gl, isInSoftware } = context;
    canvas = context.canvas;
    const drawing = createDrawing(gl, isInSoftware);
    const room = window.matchMedia('(pointer: coarse)').matches ? ROOM.phone : ROOM.usual;
    // Without a graphics card a frame takes as long as a fade.
    const tiles = createTiles(drawing, { room, fade: isInSoftware ? 0 : FADE, fetched }, wake, () => {
      if (!hasMissed) onMissing();
      hasMissed = true;
      wake();
    });
    return { gl, isInSoftware, drawing, tiles };
  };
  let { gl, isInSoftware, drawing, tiles } = open();

  /** Gives the canvas its pixels, fewer while it is pulled without a graphics card: what counts then is that it follows the hand. */
  const sizeCanvas = (moves: Pace) => {
    const density = densityOf(MOST_DENSITY) * (isInSoftware && moves === 'pulled' ? COARSE : 1);
    const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)];
    // Setting the size of a canvas empties it, even when the size stays the same.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  };

  /** Draws pictures as one view sees them, each in its part of the canvas. */
  const paint = (shown: readonly Layer[], view: View, share: number) => {
    const scale = canvas.height / size.height;
    const inCanvas = ({ x, y, width, height }: Box): Box => ({
      x: Math.round(x * scale),
      y: Math.round((size.height - y - height) * scale),
      width: Math.round(width * scale),
      height: Math.round(height * scale),
    });
    for (const { picture, frame, part = frame } of panes ?? [
      { picture: 0, frame: { x: 0, y: 0, ...size } },
    ]) {
      const layer = shown[picture];
      if (!layer || frame.height < 1 || part.width < 1) continue;
      const eye = eyeOf(view, frame, layer.turn);
      const patches = tiles.seen(layer.picture, eye, pixelsOf(eye, frame), shown === layers);
      patches.push({ drawn: layer.whole, depth: 0.9, share: 1 });
      drawing.draw(patches, clipOf(eye), inCanvas(frame), inCanvas(part), share);
    }
  };
  const forget = (shown: readonly Layer[]) => {
    for (const { whole } of shown) drawing.forget(whole);
  };
  function render(now: number) {
    frame = 0;
    if (isLost || isLent || layers.length === 0 || size.width < 1 || size.height < 1) return;
    const { view } = sphere.get();
    const moves = pace.next(view, now);
    sizeCanvas(moves);
    hasTurned ||= moves !== 'still';
    // Without a graphics card it would cost frames of a pull.
    if (hasTurned && !(isInSoftware && moves === 'pulled')) refine('fetched');
    tiles.begin(now, moves);
    drawing.clear();
    let share = 1;
    if (leaving) {
      leaving.since ??= now;
      share = (now - leaving.since) / leaving.fade;
      if (share < 1) paint(leaving.layers, leaving.view, 1);
      else {
        forget(leaving.layers);
        leaving = undefined;
      }
    }
    paint(layers, view, Math.min(1, share));
    isDrawn ||= layers.length > 0;
    const { isMoving, isSharp: isWhole } = tiles.end();
    isSharp = isWhole && !isMoving && layers.length > 0;
    if (isMoving || leaving) wake();
    else if (isSharp && layers.some(({ stage }) => stage === 'preview')) {
      fetching ??= setTimeout(() => {
        fetching = undefined;
        for (const layer of layers) {
          if (layer.stage !== 'preview') continue;
          layer.stage = 'fetched';
          void tiles.loader.prefetch(layer.picture.whole);
        }
      }, LATER);
    }
  }

  /** Loads a whole picture, no larger than the graphics card reads. */
  const load = async (address: string) => {
    const picture = await tiles.loader.load(address);
    if (picture.width <= drawing.widest) return picture;
    const height = Math.round((picture.height * drawing.widest) / picture.width);
    const smaller = await createImageBitmap(picture, { resizeWidth: drawing.widest, resizeHeight: height });
    picture.close();
    return smaller;
  };
  /** Takes the whole picture in place of its preview, which stays where it cannot be read. */
  const takeWhole = async (layer: Layer) => {
    layer.stage = 'drawn';
    const bitmap = await load(layer.picture.whole).catch(() => undefined);
    if (!bitmap) return;
    const pause = () => new Promise((done) => setTimeout(done, BAND_PAUSE));
    // Another one takes its place when the graphics context is lost.
    const used = drawing;
    const whole = await used.patchInBands(bitmap, WHOLE, pause);
    bitmap.close();
    const isShown = layers.includes(layer);
    used.forget(isShown ? layer.whole : whole);
    if (isShown) layer.whole = whole;
    wake();
  };
  /** Takes whole pictures in place of previews: what is out of sight is about to be looked at. */
  const refine = (...from: Stage[]) => {
    for (const layer of layers) if (from.includes(layer.stage)) void takeWhole(layer);
  };
  const show: Sphere['show'] = async (pictures, { view, fade = 0 } = {}) => {
    const request = ++asked;
    const loaded = await Promise.all(pictures.map(({ preview, whole }) => load(preview ?? whole)));
    const isStale = request !== asked;
    const next = isStale
      ? []
      : loaded.map((bitmap, index): Layer => {
          const picture = pictures[index] as SpherePicture;
          const whole = drawing.patch(bitmap, WHOLE);
          return {
            picture,
            turn: picture.turn ?? UPRIGHT,
            whole,
            stage: picture.preview ? 'preview' : 'drawn',
          };
        });
    for (const bitmap of loaded) bitmap.close();
    if (isStale) return false;
    forget(leaving?.layers ?? []);
    leaving = undefined;
    if (fade > 0 && layers.length > 0) leaving = { layers, view: sphere.get().view, fade };
    else forget(layers);
    layers = next;
    [hasMissed, hasTurned] = [false, false];
    pace.rest();
    tiles.loader.forgive();
    if (view) sphere.look(view);
    wake();
    return true;
  };

  const stopWatching = watchCanvas(canvas, {
    onSize: (width, height) => {
      size = { width, height };
      // At once: a canvas of another size is empty until something is drawn.
      cancelAnimationFrame(frame);
      render(performance.now());
    },
    onLost: () => {
      cancelAnimationFrame(frame);
      [isLost, frame] = [true, 0];
      // Lost again before anything was drawn: there is no memory to be had.
      if (isDrawn) onLost();
      else onGone();
      return isDrawn;
    },
    onBack: (fresh) => {
      canvas = fresh;
      const pictures = layers.map(({ picture, turn }) => ({ ...picture, turn }));
      [layers, leaving, isLost, isDrawn] = [[], undefined, false, false];
      try {
        ({ gl, isInSoftware, drawing, tiles } = open(isInSoftware));
      } catch {
        return onGone();
      }
      if (pictures.length > 0) show(pictures).catch(onGone);
    },
  });
  const unsubscribe = sphere.subscribe(wake);

  return {
    show,
    turn: (picture, turn) => {
      const layer = layers[picture];
      if (layer) layer.turn = turn;
      wake();
    },
    lay: (next) => {
      panes = next;
      wake();
    },
    lend: () => {
      isLent = true;
      refine('preview', 'fetched');
      const giveBack = () => {
        isLent = false;
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        wake();
      };
      return { gl, drawing, tiles, layer: () => layers[0], giveBack };
    },
    prefetch: async (picture, view) => {
      const first = tiles.first(picture, eyeOf(view, size, picture.turn));
      for (const address of [picture.whole, ...first]) await tiles.loader.prefetch(address);
    },
    isSharp: () => isSharp,
    destroy: () => {
      asked++;
      isLost = true;
      cancelAnimationFrame(frame);
      pace.rest();
      clearTimeout(fetching);
      stopWatching();
      unsubscribe();
      tiles.loader.want([]);
      // A browser has room for few contexts: this one is free at once.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
