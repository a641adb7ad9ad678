import {
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  SRGBColorSpace,
  type Texture,
  TextureLoader,
  WebGLRenderer,
} from 'three';
import { onContextLost } from '@/shared/panorama-tour/viewer-defaults';
import type { Size, View } from '@/shared/sphere/projection';

/** One of the two dates of a place. */
export type Side = 'before' | 'after';

/** Layouts of the two pictures in the frame: beside or above one another, in one with a line between, or in turn. */
export type Layout =
  | { mode: 'side'; isStacked: boolean }
  | { mode: 'curtain'; split: number }
  | { mode: 'blink'; shown: Side };

/** Two spheres around one eye, drawn in one canvas. */
export type TwoSpheres = {
  /**
   * Loads two panoramas in place of the former two, which are shown no longer.
   *
   * @throws Error when a picture cannot be read
   */
  load: (addresses: Record<Side, string>, signal: AbortSignal) => Promise<void>;
  /** Draws a view, whose yaw is a compass direction. */
  draw: (view: View, layout: Layout, headings: Record<Side, number>, size: Size) => void;
  destroy: () => void;
};

const RADIAN = Math.PI / 180;

/** More pixels than this for each CSS pixel show nothing more of a panorama of 2 048. */
const MAX_DENSITY = 2;

/** Segments of the spheres: few enough for a phone, enough that the horizon is no polygon. */
const SEGMENTS = [96, 64] as const;

/**
 * Draws two panoramas from one eye: one canvas and one camera, so that both are turned in the same frame, and a line may
 * be drawn between them. Loaded on demand, with three.js.
 *
 * @param onLost called when the browser takes the pictures back: new spheres have to be made
 * @throws Error when the browser has no WebGL
 */
export function createTwoSpheres(container: HTMLElement, onLost: () => void): TwoSpheres {
  const stopWatching = onContextLost(container, onLost);
  const renderer = new WebGLRenderer({ alpha: true, antialias: true, preserveDrawingBuffer: true });
  renderer.setClearColor('#03282f', 1);
  renderer.autoClear = false;
  renderer.domElement.className = 'block size-full';
  container.append(renderer.domElement);
  const camera = new PerspectiveCamera();
  camera.rotation.order = 'YXZ';
  const geometry = new SphereGeometry(10, ...SEGMENTS);
  // Seen from within, as a picture that one stands in.
  geometry.scale(-1, 1, 1);
  const loader = new TextureLoader();
  const scenes: Partial<Record<Side, { scene: Scene; texture: Texture; material: MeshBasicMaterial }>> = {};

  const forget = () => {
    for (const side of ['before', 'after'] as const) {
      scenes[side]?.texture.dispose();
      scenes[side]?.material.dispose();
      delete scenes[side];
    }
  };
  const sphereOf = (texture: Texture) => {
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = Math.min(8, renderer.capabilities.getMaxAnisotropy());
    const material = new MeshBasicMaterial({ map: texture });
    const scene = new Scene();
    scene.add(new Mesh(geometry, material));
    return { scene, texture, material };
  };

  /** Draws one picture in a rectangle of the canvas; its camera sees the whole of `frame`. */
  const drawSide = (
    side: Side,
    { yaw, pitch, field }: View,
    heading: number,
    frame: Box,
    part: Box = frame,
  ) => {
    const shown = scenes[side];
    if (!shown) return;
    camera.fov = field;
    camera.aspect = frame.width / Math.max(1, frame.height);
    camera.updateProjectionMatrix();
    camera.rotation.set(pitch * RADIAN, Math.PI / 2 - (yaw - heading) * RADIAN, 0);
    renderer.setViewport(frame.x, frame.y, frame.width, frame.height);
    renderer.setScissor(part.x, part.y, part.width, part.height);
    renderer.render(shown.scene, camera);
  };

  let drawn: Size = { width: 0, height: 0 };
  return {
    load: async (addresses, signal) => {
      const textures = await Promise.all([
        loader.loadAsync(addresses.before),
        loader.loadAsync(addresses.after),
      ]);
      if (signal.aborted) {
        for (const texture of textures) texture.dispose();
        return;
      }
      forget();
      const [before, after] = textures.map(sphereOf);
      Object.assign(scenes, { before, after });
    },
    draw: (view, layout, headings, { width, height }) => {
      if (width < 1 || height < 1) return;
      if (width !== drawn.width || height !== drawn.height) {
        drawn = { width, height };
        renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, MAX_DENSITY));
        renderer.setSize(width, height, false);
      }
      renderer.setScissorTest(false);
      renderer.clear();
      renderer.setScissorTest(true);
      const whole = { x: 0, y: 0, width, height };
      if (layout.mode === 'blink') drawSide(layout.shown, view, headings[layout.shown], whole);
      else if (layout.mode === 'curtain') {
        const line = Math.round(width * layout.split);
        drawSide('before', view, headings.before, whole, { ...whole, width: line });
        drawSide('after', view, headings.after, whole, { ...whole, x: line, width: width - line });
      } else {
        const { before, after } = panesOf(layout.isStacked, { width, height });
        drawSide('before', view, headings.before, before);
        drawSide('after', view, headings.after, after);
      }
      renderer.setScissorTest(false);
    },
    destroy: () => {
      stopWatching();
      forget();
      geometry.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
      renderer.domElement.remove();
    },
  };
}

type Box = { x: number; y: number; width: number; height: number };

/** Room between the two pictures, in CSS pixels. */
const GAP = 4;

/** The rectangles of two pictures side by side, from the lower left corner as WebGL counts. */
function panesOf(isStacked: boolean, { width, height }: Size): Record<Side, Box> {
  if (isStacked) {
    const half = (height - GAP) / 2;
    return {
      before: { x: 0, y: half + GAP, width, height: half },
      after: { x: 0, y: 0, width, height: half },
    };
  }
  const half = (width - GAP) / 2;
  return {
    before: { x: 0, y: 0, width: half, height },
    after: { x: half + GAP, y: 0, width: half, height },
  };
}
