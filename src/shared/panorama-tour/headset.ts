import type { Viewer } from '@photo-sphere-viewer/core';
import { CanvasTexture, Group, MathUtils, Sprite, SpriteMaterial, Vector3, type WebGLRenderer } from 'three';
import type { Direction } from '@/shared/sphere/projection';
import type { SceneLink } from './panorama-tour';

/** A tour in a headset; `arrive` shows the signs of the present scene. */
export type Headset = { arrive: () => void; leave: () => void };

/** A link of the present scene, with the name of its target. */
type Way = Pick<SceneLink, 'id'> & Direction & { name: string };

/** Largest angle between the gaze and a sign that is selected, in radians. */
const NEAR = MathUtils.degToRad(15);
/** Rotation of the head after which sharper tiles are loaded, in radians. */
const TURNED = MathUtils.degToRad(2);
/** Distance of the signs, in metres: the sphere's radius is ten. */
const DISTANCE = 8;
const SIGN = { width: 512, height: 112 };

/** Tells whether this browser has a headset to show pictures in. */
export const hasHeadset = async (): Promise<boolean> =>
  (await navigator.xr?.isSessionSupported('immersive-vr').catch(() => false)) ?? false;

/**
 * Shows a viewer's content in the headset, until the person takes it off or `leave` is called. The library's own
 * render loop is handed to the headset by three.js. What remains is the initial orientation, and links to other
 * scenes: HTML marks are invisible in a headset, so each is a sign, followed by the trigger (or a tap, or a pinch) of
 * the person who looks at it. Must be called by a press; rejects when the headset cannot be used.
 *
 * @param ways those of the present scene
 * @param onEnd called once the page has its picture back
 */
export async function enterHeadset(
  viewer: Viewer,
  { ways, follow, onEnd }: { ways: () => Way[]; follow: (link: string) => void; onEnd: () => void },
): Promise<Headset> {
  const session = await navigator.xr?.requestSession('immersive-vr');
  if (!session) throw new Error('No headset');

  const look = new Vector3();
  const signs = new Group();
  // The group that carries the camera is turned so that straight ahead on the page is straight ahead in the headset.
  const rig = new Group();
  rig.rotation.y = Math.PI - viewer.getPosition().yaw;
  rig.updateMatrixWorld();
  let waysShown: { way: Way; sign: Sprite; at: Vector3 }[] = [];
  const meant = () =>
    waysShown
      .map((shown) => ({ ...shown, angle: shown.at.angleTo(look) }))
      .filter(({ angle }) => angle < NEAR)
      .sort((one, other) => one.angle - other.angle)[0];
  const takeDown = () => {
    for (const { sign } of waysShown) {
      signs.remove(sign);
      sign.material.map?.dispose();
      sign.material.dispose();
    }
  };
  const arrive = () => {
    takeDown();
    waysShown = ways().map((way) => {
      const [yaw, pitch] = [MathUtils.degToRad(way.yaw), MathUtils.degToRad(way.pitch)];
      const at = viewer.dataHelper.sphericalCoordsToVector3({ yaw, pitch }).clone().normalize();
      const sign = signOf(way.name);
      sign.position.copy(at).setLength(DISTANCE);
      signs.add(sign);
      return { way, sign, at };
    });
  };

  let drawing!: WebGLRenderer;
  viewer.renderer.setCustomRenderer((renderer) => {
    drawing = renderer;
    return {
      render: (scene, camera) => {
        if (!renderer.xr.isPresenting) return renderer.render(scene, camera);
        scene.add(signs);
        rig.add(camera);
        renderer.render(scene, camera);
        // three.js has just turned the library's camera as the head is.
        camera.getWorldDirection(look);
        const { sign: ahead } = meant() ?? {};
        for (const { sign } of waysShown) sign.material.opacity = sign === ahead ? 1 : 0.7;
        if (viewer.state.direction.angleTo(look) > TURNED)
          viewer.rotate(viewer.dataHelper.vector3ToSphericalCoords(look));
      },
    };
  });
  const { xr } = drawing;
  const end = () => {
    takeDown();
    signs.removeFromParent();
    rig.clear();
    xr.enabled = false;
    viewer.renderer.setCustomRenderer(null);
    viewer.needsContinuousUpdate(false);
    onEnd();
  };
  xr.enabled = true;
  xr.setReferenceSpaceType('local');
  viewer.needsContinuousUpdate(true);
  try {
    await xr.setSession(session);
  } catch (error) {
    end();
    await session.end().catch(() => {});
    throw error;
  }
  session.addEventListener('end', end, { once: true });
  session.addEventListener('select', () => {
    const { way } = meant() ?? {};
    if (way) follow(way.id);
  });
  // A headset shows a wider field than the page, so its tiles are requested too.
  viewer.zoom(0);
  arrive();
  return { arrive, leave: () => void session.end().catch(() => {}) };
}

/** Creates a sign with the name of a place, white on dark, always turned to the viewer. */
function signOf(name: string): Sprite {
  const canvas = Object.assign(document.createElement('canvas'), SIGN);
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
  const material = new SpriteMaterial({
    map: new CanvasTexture(canvas),
    depthTest: false,
    transparent: true,
  });
  const sprite = new Sprite(material);
  sprite.renderOrder = 1;
  sprite.scale.set(2.4, (2.4 * SIGN.height) / SIGN.width, 1);
  return sprite;
}
