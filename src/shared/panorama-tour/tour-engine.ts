import { lessMotion, savesData } from '@/shared/lib/less-motion';
import { followDevice, hasGyroscope } from '@/shared/sphere/gyroscope';
import { enterHeadset, type Headset, hasHeadset } from '@/shared/sphere/headset';
import { type Direction, type Rectangle, type View, wrapped } from '@/shared/sphere/projection';
import type { FileAddress, Scene } from './panorama-tour';
import { createIdleTour } from './tour-idle';
import { createMarkLayer, linkMark, markSpot, pointMark } from './tour-marks';
import { openTourSphere, takeFirstSphere, widestOf } from './tour-sphere';
import { arrivalYaw, type TourView } from './view-address';
import { bearingOf, zoomOf } from './viewer-defaults';

/** A tour of several panoramas, shown in an element; see `createTour`. */
export type TourEngine = {
  /** Goes to a scene, as its author or the given view shows it. */
  show: (scene: string, view?: Scene['view']) => void;
  /** Walks through a link of the present scene: the compass direction stays. */
  follow: (link: string) => void;
  turnTo: (direction: Direction) => void;
  /** Returns where the mark of a direction is in the frame, in pixels; one behind is beyond the nearer edge. */
  placeOf: (direction: Direction) => { x: number; y: number; isVisible: boolean };
  zoom: (direction: 'in' | 'out') => void;
  /** Starts or stops turning slowly. */
  turn: (turns: boolean) => void;
  /** Says what stands over the picture: marks are kept clear of it. */
  cover: (covers: readonly Rectangle[]) => void;
  /** Lets the mouse wheel zoom, or scroll the page. */
  setWheel: (zooms: boolean) => void;
  /** Tells whether the device has motion sensors. */
  hasGyroscope: () => Promise<boolean>;
  /** Follows the device, or stops; must be called by a press, for some devices ask. Rejected when it is refused. */
  followDevice: (follow: boolean) => Promise<void>;
  /** Tells whether the browser has a headset to show the tour in. */
  hasHeadset: () => Promise<boolean>;
  /** Shows the tour in the headset, or takes it back; must be called by a press. Rejected when it cannot be had. */
  enterHeadset: (onEnd: () => void) => Promise<void>;
  destroy: () => void;
};

/** Distance of the pointer from a mark from which its scene is likely to be next, in CSS pixels. */
const NEAR = 120;

const FADE_MS = 700;

/** Degrees on each side of a direction in which a way counts as leading there. */
const WAY_REACH = 60;

/** Keys that walk: ahead, and back. */
const WALKS: Readonly<Record<string, number>> = { w: 0, s: 180 };

/** Returns the way that leads the most in a direction. */
export const wayTowards = <Way extends Direction>(ways: readonly Way[], yaw: number): Way | undefined =>
  ways
    .map((way) => ({ way, apart: Math.abs(wrapped(way.yaw - yaw)) }))
    .filter(({ apart }) => apart <= WAY_REACH)
    .sort((one, other) => one.apart - other.apart)[0]?.way;

const isSameView = (one: View, other: View) =>
  one.yaw === other.yaw && one.pitch === other.pitch && one.field === other.field;

/**
 * Shows a tour in an element and follows the element's size. A sphere that the page began with in this element goes on.
 *
 * @param address where a file of the bucket « panoramas » is
 * @param start what one looks at first, with a small copy of that scene's picture where it is at hand
 * @param turns whether it turns slowly once what is seen is sharp, until it is touched; never where less motion or less
 *   data is asked for
 * @param onScene receives each scene once it is shown
 * @param onView receives where one looks, in degrees and as a bearing, at each move
 * @param onFailure called when a scene's first picture cannot be read
 * @param onMissing called, once a scene, when one of its tiles cannot be read: it stays blurred there
 * @param onLost called when the browser takes the graphics memory back: the same view is drawn again by itself
 * @param onGone called when it cannot be drawn again
 * @throws Error when the browser has no WebGL 2
 */
export function createTour({
  container,
  scenes,
  start,
  address,
  turns,
  onScene,
  onView,
  onTurning,
  onPoint,
  onFailure,
  onMissing,
  onLost,
  onGone,
}: {
  container: HTMLElement;
  scenes: readonly Scene[];
  start: TourView & { preview?: string | undefined };
  address: FileAddress;
  turns: boolean;
  onScene: (scene: string) => void;
  onView: (view: Scene['view'], bearing: number) => void;
  onTurning: (turns: boolean) => void;
  onPoint: (point: string) => void;
  onFailure: () => void;
  onMissing: () => void;
  onLost: () => void;
  onGone: () => void;
}): TourEngine {
  const byId = new Map(scenes.map((scene) => [scene.id, scene]));
  const first = byId.get(start.scene) as Scene;
  const begun = takeFirstSphere(container, first, address);
  const tour = begun ?? openTourSphere(container, { widest: widestOf(scenes), address });
  const { engine, sphere, gestures, within, asView } = tour;
  tour.listen({ onMissing, onLost, onGone });
  let shown: Scene | undefined;
  /** The scene that was asked for last, which may be on its way. */
  let asked: Scene | undefined;
  let headset: Headset | undefined;
  const marks = createMarkLayer(container);
  /** Hangs the marks of a scene over its picture. */
  const hang = (scene: Scene) =>
    marks.hang([
      ...wayOf(scene).map((link) => {
        const element = linkMark(byId.get(link.to)?.name ?? '');
        element.addEventListener('click', () => follow(link.id));
        return { at: link, element, to: link.to };
      }),
      ...scene.points.map((point, index) => {
        const element = pointMark(point, index);
        element.addEventListener('click', () => onPoint(point.id));
        return { at: point, element };
      }),
    ]);
  const wayOf = (scene: Scene) => scene.links.filter(({ to }) => byId.has(to));
  const moved = () => {
    const frame = sphere.get();
    marks.place(frame);
    if (!shown) return;
    const { view } = frame;
    const { yaw, pitch } = view;
    onView({ yaw, pitch, zoom: zoomOf(view.field) }, bearingOf(yaw, shown.heading));
  };
  const unsubscribe = sphere.subscribe(moved);
  const wanted = asView(start.view);
  // A visitor who has already turned the first sphere of the page keeps that direction.
  const isTurned = begun !== undefined && !isSameView(sphere.get().view, wanted);
  if (!begun) sphere.look(wanted);

  const idle = createIdleTour({
    engine,
    sphere,
    address,
    turns: turns && !isTurned && !lessMotion() && !savesData(),
    scenes: byId,
    shown: () => shown,
    ahead: () => marks.inSight(sphere.get().view, sphere.get().size),
    onTurning,
  });
  const { stopTurning } = idle;
  const touch = () => {
    stopTurning();
    gestures.rest();
  };
  const signs = ['pointerdown', 'keydown', 'wheel'] as const;
  for (const sign of signs) container.addEventListener(sign, stopTurning, { capture: true, passive: true });

  const onHover = ({ clientX, clientY, buttons }: PointerEvent) => {
    const { left, top } = container.getBoundingClientRect();
    const at = { x: clientX - left, y: clientY - top };
    if (buttons === 0) idle.fetch(marks.near(at, NEAR));
  };
  container.addEventListener('pointermove', onHover, { passive: true });
  /** Adds a scene's marks once its picture has loaded. */
  const arrive = (scene: Scene, showing: Promise<boolean>) => {
    asked = scene;
    showing.then(
      (isShown) => {
        if (!isShown) return;
        shown = scene;
        hang(scene);
        onScene(scene.id);
        moved();
        headset?.arrive();
      },
      () => onFailure(),
    );
  };
  /** Goes to a scene, over whose picture the new one comes. */
  const go = (scene: Scene, view: View) =>
    arrive(scene, tour.show(scene, { view, fade: shown && !headset && !lessMotion() ? FADE_MS : 0 }));
  const follow = (id: string) => {
    const link = shown && wayOf(shown).find((one) => one.id === id);
    const scene = link && byId.get(link.to);
    if (!shown || !scene) return;
    // Straight ahead, in the compass direction of the walk.
    go(scene, { yaw: arrivalYaw(link.yaw, shown, scene), pitch: 0, field: sphere.get().view.field });
  };
  const walk = (event: KeyboardEvent) => {
    const turned = WALKS[event.key.toLowerCase()];
    if (turned === undefined || !shown || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = wayTowards(wayOf(shown), sphere.get().view.yaw + turned);
    if (way) follow(way.id);
  };
  container.addEventListener('keydown', walk);
  arrive(first, begun?.shown ?? tour.show(first, { view: wanted, preview: start.preview }));

  let stopFollowing = () => {};
  return {
    show: (id, chosen) => {
      touch();
      const scene = byId.get(id);
      if (!scene) return;
      const view = asView(chosen ?? scene.view);
      if (scene === shown && scene === asked) sphere.look(view);
      else go(scene, view);
    },
    follow: (link) => {
      touch();
      follow(link);
    },
    turnTo: (direction) => {
      touch();
      sphere.turnTo(direction);
    },
    placeOf: (direction) => {
      const frame = sphere.get();
      const { view, size } = frame;
      const at = markSpot(frame, direction);
      if (at) {
        const isVisible = at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height;
        return { ...at, isVisible };
      }
      const isRight = wrapped(direction.yaw - view.yaw) > 0;
      return { x: isRight ? 2 * size.width : -size.width, y: size.height / 2, isVisible: false };
    },
    zoom: (direction) => {
      touch();
      sphere.zoom(direction, within);
    },
    turn: (turns) => {
      touch();
      idle.turn(turns);
    },
    cover: sphere.cover,
    setWheel: gestures.setWheel,
    hasGyroscope,
    followDevice: async (follow) => {
      touch();
      stopFollowing();
      stopFollowing = () => {};
      if (follow) stopFollowing = await followDevice(sphere);
    },
    hasHeadset,
    enterHeadset: async (onEnd) => {
      touch();
      headset = await enterHeadset(engine, sphere, {
        ways: () =>
          shown ? wayOf(shown).map((link) => ({ ...link, name: byId.get(link.to)?.name ?? '' })) : [],
        follow,
        onEnd: () => {
          headset = undefined;
          onEnd();
        },
      });
    },
    destroy: () => {
      for (const sign of signs) container.removeEventListener(sign, stopTurning, { capture: true });
      headset?.leave();
      container.removeEventListener('pointermove', onHover);
      container.removeEventListener('keydown', walk);
      idle.stop();
      stopFollowing();
      unsubscribe();
      tour.destroy();
      marks.remove();
    },
  };
}
