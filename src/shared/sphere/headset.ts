import { axesOf, eyeOf, UPRIGHT, type Vector, vectorOf } from './camera';
import { angleBetween, type Direction, wrapped } from './projection';
import type { Sphere } from './sphere';
import type { Drawing, Drawn } from './sphere-drawing';
import type { SphereView } from './sphere-view';

/** A sphere in a headset; `arrive` shows the signs of what is seen now. */
export type Headset = { arrive: () => void; leave: () => void };

/** A way on from what is seen, with the name of where it leads. */
export type Way = Direction & { id: string; name: string };

/** Largest angle between the gaze and a sign that is selected, in degrees. */
const SELECTING_DEGREES = 15;
/** Rotation of the head after which the page follows it, in degrees. */
const TURNED = 2;
/** A sign: its picture in pixels, and its width in radians. */
const SIGN = { width: 512, height: 112, angle: 0.3 };
/** Field of view of a headset, in degrees: wider than a page's. */
const FIELD = 110;

const RADIAN = Math.PI / 180;

/** Tells whether this browser has a headset to show pictures in. */
export const hasHeadset = async (): Promise<boolean> =>
  (await navigator.xr?.isSessionSupported('immersive-vr').catch(() => false)) ?? false;

/** The product of a matrix, by columns as WebGL has it, with the rotation of a second one and with three axes. */
function clipFrom(projection: Float32Array, view: Float32Array, axes: readonly Vector[]): Float32Array {
  const clip = new Float32Array(16);
  const at = (matrix: Float32Array, row: number, column: number) => matrix[4 * column + row] ?? 0;
  for (const [axis, place] of axes.entries()) {
    const turned = [0, 1, 2].map((row) =>
      place.reduce((sum, part, column) => sum + part * at(view, row, column), 0),
    );
    for (const row of [0, 1, 3])
      clip[4 * axis + row] = turned.reduce(
        (sum, part, column) => sum + part * at(projection, row, column),
        0,
      );
  }
  return clip;
}

/**
 * Shows what a sphere shows in the headset, until the person takes it off or `leave` is called. Straight ahead on the page is
 * straight ahead in the headset. HTML marks are invisible there, so each way on is a sign, followed by the trigger (or a tap, or
 * a pinch) of the person who looks at it. Must be called by a press; rejects when the headset cannot be used.
 *
 * @param ways those of what is seen now
 * @param onEnd called once the page has its picture back
 */
export async function enterHeadset(
  sphere: Sphere,
  page: SphereView,
  { ways, follow, onEnd }: { ways: () => Way[]; follow: (way: string) => void; onEnd: () => void },
): Promise<Headset> {
  const session = await navigator.xr?.requestSession('immersive-vr');
  if (!session) throw new Error('No headset');
  const { gl, drawing, tiles, layer, giveBack } = sphere.lend();
  let signs: { way: Way; drawn: Drawn }[] = [];
  const takeDown = () => {
    for (const { drawn } of signs) drawing.forget(drawn);
    signs = [];
  };
  const end = () => {
    takeDown();
    giveBack();
    onEnd();
  };
  let space: XRReferenceSpace;
  let screens: XRWebGLLayer;
  try {
    await gl.makeXRCompatible();
    screens = new XRWebGLLayer(session, gl);
    await session.updateRenderState({ baseLayer: screens });
    space = await session.requestReferenceSpace('local');
  } catch (error) {
    end();
    await session.end().catch(() => {});
    throw error;
  }

  /** The yaw of the headset's own straight ahead, and how far the head is turned from it. */
  let [start, turned] = [page.get().view.yaw, 0];
  /** The axes of our sphere in the headset's space, whose third one points backwards. */
  const inSpace = ([x, y, z]: Vector): Vector => {
    const [sine, cosine] = [Math.sin(start * RADIAN), Math.cos(start * RADIAN)];
    return [x * cosine - z * sine, y, -x * sine - z * cosine];
  };
  const meant = () => {
    const { view } = page.get();
    return signs
      .map((sign) => ({ ...sign, angle: angleBetween(view, sign.way) }))
      .filter(({ angle }) => angle < SELECTING_DEGREES)
      .sort((one, other) => one.angle - other.angle)[0];
  };
  const arrive = () => {
    // The head stays where it is: what the page looks at is what it sees.
    start = wrapped(page.get().view.yaw - turned);
    takeDown();
    signs = ways().map((way) => ({ way, drawn: drawing.sign(pictureOf(way.name), cornersOf(way)) }));
  };
  const draw = (now: number, frame: XRFrame) => {
    session.requestAnimationFrame(draw);
    const pose = frame.getViewerPose(space);
    const shown = layer();
    if (!pose || !shown) return;
    // The third axis of the head points backwards.
    const head = pose.transform.matrix;
    const back: Vector = [head[8] ?? 0, head[9] ?? 0, head[10] ?? 0];
    turned = Math.atan2(-back[0], back[2]) / RADIAN;
    const look = {
      yaw: wrapped(start + turned),
      pitch: Math.asin(Math.max(-1, Math.min(1, -back[1]))) / RADIAN,
    };
    if (angleBetween(page.get().view, look) > TURNED) page.look({ ...page.get().view, ...look });
    tiles.begin(now, 'moving');
    gl.bindFramebuffer(gl.FRAMEBUFFER, screens.framebuffer);
    drawing.clear();
    const size = { width: screens.framebufferWidth / pose.views.length, height: screens.framebufferHeight };
    const eye = eyeOf({ ...look, field: FIELD }, size, shown.turn);
    const patches = tiles.seen(shown.picture, eye, size.height / 2 / eye.high, true);
    patches.push({ drawn: shown.whole, depth: 0.9, share: 1 });
    const ahead = meant()?.drawn;
    // Never whole: a sign has round ends, through which the picture is seen.
    const hung = signs.map(
      ({ drawn }): Drawing => ({ drawn, depth: 0, share: drawn === ahead ? 0.99 : 0.7 }),
    );
    for (const view of pose.views) {
      const box = screens.getViewport(view);
      if (!box) continue;
      const clip = (turn = UPRIGHT) => {
        const axes = axesOf(turn.heading, turn.pitch, turn.roll).map(inSpace);
        return clipFrom(view.projectionMatrix, view.transform.inverse.matrix, axes);
      };
      drawing.draw([...patches, ...hung], clip(shown.turn), box);
    }
    tiles.end();
  };
  session.addEventListener('end', end, { once: true });
  session.addEventListener('select', () => {
    const sign = meant();
    if (sign) follow(sign.way.id);
  });
  arrive();
  session.requestAnimationFrame(draw);
  return { arrive, leave: () => void session.end().catch(() => {}) };
}

/** The corners of a sign that hangs in a direction, five numbers each: their places and their spots in its picture. */
function cornersOf({ yaw, pitch }: Direction): Float32Array {
  const middle = vectorOf(yaw * RADIAN, pitch * RADIAN);
  const [right, up] = axesOf(yaw, pitch, 0);
  const [wide, high] = [SIGN.angle / 2, (SIGN.angle * SIGN.height) / SIGN.width / 2];
  return new Float32Array(
    [
      [-1, 1],
      [1, 1],
      [-1, -1],
      [1, -1],
    ].flatMap(([x = 0, y = 0]) => [
      ...middle.map((part, axis) => part + x * wide * (right[axis] ?? 0) + y * high * (up[axis] ?? 0)),
      ...[(x + 1) / 2, (1 - y) / 2],
    ]),
  );
}

/** Draws a sign with the name of a place, white on dark. */
function pictureOf(name: string): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width: SIGN.width, height: SIGN.height });
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.fillStyle = 'rgb(16 24 32 / 0.85)';
    pen.roundRect(0, 0, SIGN.width, SIGN.height, SIGN.height / 2);
    pen.fill();
    pen.fillStyle = 'white';
    pen.font = '600 44px sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(`↑ ${name}`, SIGN.width / 2, SIGN.height / 2, SIGN.width - SIGN.height);
  }
  return canvas;
}
