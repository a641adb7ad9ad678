import { AutorotatePlugin, type events as turnEvents } from '@photo-sphere-viewer/autorotate-plugin';
import { type events, Viewer } from '@photo-sphere-viewer/core';
import { EquirectangularTilesAdapter } from '@photo-sphere-viewer/equirectangular-tiles-adapter';
import { GyroscopePlugin } from '@photo-sphere-viewer/gyroscope-plugin';
import { MarkersPlugin, type events as markerEvents } from '@photo-sphere-viewer/markers-plugin';
import {
  type VirtualTourLink,
  type VirtualTourNode,
  VirtualTourPlugin,
  type events as walkEvents,
} from '@photo-sphere-viewer/virtual-tour-plugin';
import { isAbort } from '@/shared/lib/errors';
import { lessMotion, savesData } from '@/shared/lib/less-motion';
import { whenIdle } from '@/shared/lib/when-idle';
import type { Direction } from '@/shared/sphere/projection';
import { enterHeadset, type Headset, hasHeadset } from './headset';
import { basePath, type Scene, type TiledPicture, tilePath } from './panorama-tour';
import { linkMark, pointMark } from './tour-marks';
import { arrivalYaw, type TourView } from './view-address';
import {
  bearingOf,
  libraryZoom,
  narrowestField,
  onContextLost,
  storedZoom,
  viewerDefaults,
  zoomOf,
} from './viewer-defaults';
import './viewer-styles';

/** A tour of several panoramas, shown in an element; see `createTour`. */
export type TourEngine = {
  /** Goes to a scene, as its author or the given view shows it. */
  show: (scene: string, view?: Scene['view']) => void;
  /** Walks through a link of the present scene: the compass direction stays. */
  follow: (link: string) => void;
  turnTo: (direction: Direction) => void;
  /** Returns where a direction is in the frame, in pixels; one behind is beyond the nearer edge. */
  placeOf: (direction: Direction) => { x: number; y: number; isVisible: boolean };
  zoom: (direction: 'in' | 'out') => void;
  /** Starts or stops turning slowly. */
  turn: (turns: boolean) => void;
  /** Lets the mouse wheel zoom, or scroll the page. */
  setWheel: (zooms: boolean) => void;
  /** Starts or stops listening to arrows, + and −, wherever the focus is. */
  listenToKeys: (listen: boolean) => void;
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

/** Share of the screen's pixels that a level may lack before the next one, four times heavier, is loaded. */
const ENOUGH = 1.25;

/** More pixels than this for each CSS pixel are not worth their bytes. */
const MAX_DENSITY = 1.5;

/** Pause in tile loading after which the pictures of the neighbouring scenes are fetched, in ms. */
const QUIET = 800;

const FADE_MS = 700;

/** Share of the field of view that one press of a zoom button leaves. */
const ZOOM_RATIO = 0.8;

/** Slow enough to look at what passes. */
const TURN_SPEED = '90dpm';

const inRadians = ({ yaw, pitch }: Direction) => ({
  yaw: (yaw * Math.PI) / 180,
  pitch: (pitch * Math.PI) / 180,
});
const inDegrees = ({ yaw, pitch }: Direction) => ({
  yaw: (((((yaw * 180) / Math.PI + 180) % 360) + 360) % 360) - 180,
  pitch: (pitch * 180) / Math.PI,
});

/**
 * Describes a picture to the library. Its levels claim a width a little larger than theirs, so that one is sufficient
 * sooner.
 */
export function panoramaOf(picture: TiledPicture, address: (path: string) => string) {
  const scale = ENOUGH / Math.min(window.devicePixelRatio || 1, MAX_DENSITY);
  return {
    baseUrl: address(basePath(picture)),
    levels: picture.levels.map(({ width, columns, rows }) => ({ width: width * scale, cols: columns, rows })),
    tileUrl: (column: number, row: number, level: number) => address(tilePath(picture, level, column, row)),
  };
}

/**
 * Shows a tour in an element and follows the element's size. The only module of tours that imports the panorama library:
 * loaded on demand, since with three.js it outweighs the whole site.
 *
 * @param address where a file of the bucket « panoramas » is
 * @param turns whether it turns slowly once what is seen is sharp, until it is touched; never where less motion or less
 *   data is asked for
 * @param onScene receives each scene once it is shown
 * @param onView receives where one looks, in degrees and as a bearing, at each move
 * @param onFailure called when a scene's first picture cannot be read
 * @param onMissing called, once a scene, when one of its tiles cannot be read: it stays blurred there
 * @param onLost called when the browser takes the picture back: a new tour has to be made
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
}: {
  container: HTMLElement;
  scenes: readonly Scene[];
  start: TourView;
  address: (path: string) => string;
  turns: boolean;
  onScene: (scene: string) => void;
  onView: (view: Scene['view'], bearing: number) => void;
  onTurning: (turns: boolean) => void;
  onPoint: (point: string) => void;
  onFailure: () => void;
  onMissing: () => void;
  onLost: () => void;
}): TourEngine {
  const widest = Math.max(...scenes.map(({ picture }) => picture.width));
  let narrowest = narrowestField(widest, container.clientHeight);
  const byId = new Map(scenes.map((scene) => [scene.id, scene]));
  let headset: Headset | undefined;
  let shown = byId.get(start.scene) as Scene;
  const nodes = scenes.map(
    (scene): VirtualTourNode => ({
      id: scene.id,
      panorama: panoramaOf(scene.picture, address),
      links: scene.links
        .filter(({ to }) => byId.has(to))
        .map((link) => ({ nodeId: link.to, position: inRadians(link), data: link.id })),
      markers: scene.points.map((point, index) => ({
        id: point.id,
        element: pointMark(point, index),
        position: inRadians(point),
        anchor: 'center center',
        hideList: true,
      })),
    }),
  );
  const viewer = new Viewer({
    container,
    ...viewerDefaults(),
    minFov: narrowest,
    mousewheel: false,
    adapter: EquirectangularTilesAdapter.withConfig({ baseBlur: false, showErrorTile: false }),
    plugins: [
      MarkersPlugin.withConfig({}),
      GyroscopePlugin.withConfig({}),
      AutorotatePlugin.withConfig({
        ...{ autostartDelay: undefined, autostartOnIdle: false, autorotateSpeed: TURN_SPEED },
      }),
      VirtualTourPlugin.withConfig({
        // Its tooltips would put names into the page as HTML; the marks carry theirs as text.
        showLinkTooltip: false,
        renderMode: '2d',
        arrowStyle: {
          element: (link: VirtualTourLink) => linkMark(byId.get(link.nodeId)?.name ?? ''),
          size: { width: 48, height: 48 },
        },
        transitionOptions: (node, _from, link) => ({
          // Pictures are not turned alike: turning during the fade would sweep over what is not on the way.
          showLoader: false,
          rotation: false,
          speed: FADE_MS,
          // Without a previous scene there is nothing to fade.
          effect: lessMotion() || headset || !walk.getCurrentNode() ? 'none' : 'fade',
          ...arrivalIn(byId.get(node.id) as Scene, link),
        }),
      }),
    ],
  });
  const walk = viewer.getPlugin<VirtualTourPlugin>(VirtualTourPlugin);
  const slowTurn = viewer.getPlugin<AutorotatePlugin>(AutorotatePlugin);
  const gyroscope = viewer.getPlugin<GyroscopePlugin>(GyroscopePlugin);

  /** Returns the first view of a scene: straight ahead through a link, its own view otherwise. */
  function arrivalIn(scene: Scene, link?: VirtualTourLink) {
    const of = (view: Scene['view']) => ({
      rotateTo: inRadians(view),
      zoomTo: libraryZoom(view.zoom, narrowest),
    });
    if (!link) return of(scene.id === start.scene && !walk.getCurrentNode() ? start.view : scene.view);
    const from = shown.links.find(({ id }) => id === link.data);
    return of({ yaw: arrivalYaw(from?.yaw ?? 0, shown, scene), pitch: 0, zoom: zoom() });
  }

  const zoom = () => storedZoom(viewer.getZoomLevel(), narrowest);
  const view = (): Scene['view'] => ({ ...inDegrees(viewer.getPosition()), zoom: zoom() });
  const moved = () => onView(view(), bearingOf(inDegrees(viewer.getPosition()).yaw, shown.heading));
  viewer.addEventListener('position-updated', moved);
  viewer.addEventListener('zoom-updated', moved);
  viewer.addEventListener('size-updated', () => {
    const now = narrowestField(widest, container.clientHeight);
    if (now !== narrowest) {
      const kept = zoom();
      narrowest = now;
      viewer.setOption('minFov', narrowest);
      viewer.zoom(libraryZoom(kept, narrowest));
    }
    moved();
  });
  const stopWatching = onContextLost(container, onLost);
  // The library is silent about a tile that it cannot read.
  const { textureLoader } = viewer;
  const loadImage = textureLoader.loadImage.bind(textureLoader);
  let misses = false;
  textureLoader.loadImage = (...asked) =>
    loadImage(...asked).catch((error) => {
      if (!misses && !isAbort(error)) onMissing();
      misses ||= !isAbort(error);
      throw error;
    });
  viewer.addEventListener('panorama-error', (_event: events.PanoramaErrorEvent) => onFailure());
  viewer
    .getPlugin<MarkersPlugin>(MarkersPlugin)
    .addEventListener('select-marker', ({ marker }: markerEvents.SelectMarkerEvent) => onPoint(marker.id));

  let waitsToTurn = turns && !lessMotion() && !savesData();
  const touch = () => {
    waitsToTurn = false;
    slowTurn.stop();
  };
  for (const sign of ['pointerdown', 'keydown', 'wheel'] as const)
    container.addEventListener(sign, touch, { capture: true, passive: true });
  slowTurn.addEventListener('autorotate', ({ autorotateEnabled }: turnEvents.AutorotateEvent) =>
    onTurning(autorotateEnabled),
  );

  const stopFetching = fetchNeighboursWhenQuiet();
  walk.addEventListener('node-changed', ({ node }: walkEvents.NodeChangedEvent) => {
    shown = byId.get(node.id) as Scene;
    misses = false;
    onScene(node.id);
    moved();
    headset?.arrive();
    stopFetching.again();
  });
  walk.setNodes(nodes, start.scene);

  /** Loads the first pictures of linked scenes once the visible tiles have loaded. */
  function fetchNeighboursWhenQuiet() {
    const fetched = new Set<string>();
    let timer: ReturnType<typeof setTimeout>;
    let callOff = () => {};
    const fetchNext = () => {
      const next = shown.links.find(({ to }) => byId.has(to) && !fetched.has(to) && to !== shown.id);
      if (!next) return;
      fetched.add(next.to);
      const node = nodes.find(({ id }) => id === next.to);
      // A picture that cannot be loaded now is requested again when somebody goes there.
      viewer.textureLoader.preloadPanorama(node?.panorama).then(again, () => {});
    };
    const again = () => {
      clearTimeout(timer);
      callOff();
      timer = setTimeout(() => {
        callOff = whenIdle(fetchNext);
        if (waitsToTurn) slowTurn.start();
        waitsToTurn = false;
      }, QUIET);
    };
    const tiles = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => name.includes(shown.picture.folder))) again();
    });
    tiles.observe({ type: 'resource' });
    return {
      again,
      stop: () => {
        tiles.disconnect();
        clearTimeout(timer);
        callOff();
      },
    };
  }

  // Rejects when the visit was left or another scene was requested meanwhile: nobody is waiting any more.
  const go = (scene: string, options?: Parameters<typeof walk.setCurrentNode>[1], link?: VirtualTourLink) =>
    void walk.setCurrentNode(scene, options, link).catch(() => {});

  const follow = (id: string) => {
    const link = nodes.find((node) => node.id === shown.id)?.links?.find(({ data }) => data === id);
    if (link) go(link.nodeId, undefined, link);
  };

  return {
    show: (scene, chosen) => {
      touch();
      const position = chosen && { rotateTo: inRadians(chosen), zoomTo: libraryZoom(chosen.zoom, narrowest) };
      if (scene !== shown.id) return go(scene, position);
      const wanted = chosen ?? shown.view;
      viewer.rotate(inRadians(wanted));
      viewer.zoom(libraryZoom(wanted.zoom, narrowest));
    },
    follow: (link) => {
      touch();
      follow(link);
    },
    turnTo: (direction) => {
      touch();
      if (lessMotion()) viewer.rotate(inRadians(direction));
      else void viewer.animate({ ...inRadians(direction), speed: FADE_MS });
    },
    placeOf: (direction) => {
      const { dataHelper, state } = viewer;
      const at = dataHelper.sphericalCoordsToVector3(inRadians(direction));
      const isVisible = dataHelper.isPointVisible(at);
      if (at.dot(state.direction) > 0) return { ...dataHelper.vector3ToViewerCoords(at), isVisible };
      const isRight = Math.sin(inRadians(direction).yaw - viewer.getPosition().yaw) > 0;
      return { x: isRight ? 2 * state.size.width : -state.size.width, y: state.size.height / 2, isVisible };
    },
    zoom: (direction) => {
      touch();
      const field = viewer.state.vFov * (direction === 'in' ? ZOOM_RATIO : 1 / ZOOM_RATIO);
      viewer.zoom(libraryZoom(zoomOf(field), narrowest));
    },
    turn: (turns) => {
      touch();
      if (turns) slowTurn.start();
    },
    setWheel: (zooms) => viewer.setOption('mousewheel', zooms),
    listenToKeys: (listen) => (listen ? viewer.startKeyboardControl() : viewer.stopKeyboardControl()),
    hasGyroscope: () => gyroscope.isSupported(),
    followDevice: async (follow) => {
      touch();
      if (follow) await gyroscope.start();
      else gyroscope.stop();
    },
    hasHeadset,
    enterHeadset: async (onEnd) => {
      touch();
      headset = await enterHeadset(viewer, {
        ways: () =>
          shown.links
            .filter(({ to }) => byId.has(to))
            .map((link) => ({ ...link, name: byId.get(link.to)?.name ?? '' })),
        follow,
        onEnd: () => {
          headset = undefined;
          onEnd();
        },
      });
    },
    destroy: () => {
      for (const sign of ['pointerdown', 'keydown', 'wheel'] as const)
        container.removeEventListener(sign, touch, { capture: true });
      headset?.leave();
      stopFetching.stop();
      stopWatching();
      viewer.destroy();
    },
  };
}
