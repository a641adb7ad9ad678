import { wrapped } from './projection';
import type { SphereView } from './sphere-view';

/** A permission that iOS asks the person for, once, when it is called by a press. */
type Asking = { requestPermission?: () => Promise<'granted' | 'denied'> };

const RADIAN = Math.PI / 180;

/** Time in which a device with sensors says how it is held, in ms. */
const PATIENCE = 1000;

/** Angles of a device, in degrees, as browsers tell them; `screen` is that of its picture. */
type DeviceAngles = { alpha: number; beta: number; gamma: number; screen: number };

/**
 * Returns where the back of a device looks, in degrees, and how far its picture leans to the right: the device is turned about its
 * three axes one after the other, from lying flat with its top to the north.
 */
export function heldView({ alpha, beta, gamma, screen }: DeviceAngles): {
  yaw: number;
  pitch: number;
  roll: number;
} {
  const [sa, ca] = [Math.sin(alpha * RADIAN), Math.cos(alpha * RADIAN)];
  const [sb, cb] = [Math.sin(beta * RADIAN), Math.cos(beta * RADIAN)];
  const [sg, cg] = [Math.sin(gamma * RADIAN), Math.cos(gamma * RADIAN)];
  // Its right side, its top and its back: east, north, up.
  const right = [ca * cg - sa * sb * sg, sa * cg + ca * sb * sg, -cb * sg] as const;
  const top = [-sa * cb, ca * cb, sb] as const;
  const back = [-(ca * sg + sa * sb * cg), -(sa * sg - ca * sb * cg), -cb * cg] as const;
  const [ss, cs] = [Math.sin(screen * RADIAN), Math.cos(screen * RADIAN)];
  // Heights of the directions of the screen's upper and right edges.
  const [up, aside] = [top[2] * cs + right[2] * ss, right[2] * cs - top[2] * ss];
  return {
    yaw: Math.atan2(back[0], back[1]) / RADIAN,
    pitch: Math.asin(Math.max(-1, Math.min(1, back[2]))) / RADIAN,
    roll: Math.atan2(-aside, up) / RADIAN,
  };
}

/** Tells whether the device has motion sensors. */
export async function hasGyroscope(): Promise<boolean> {
  if (typeof DeviceOrientationEvent === 'undefined') return false;
  // A device that asks for permission has the sensors, and sends nothing before it is asked.
  if ((DeviceOrientationEvent as Asking).requestPermission) return true;
  return new Promise((answer) => {
    const timer = setTimeout(() => answer(false), PATIENCE);
    window.addEventListener(
      'deviceorientation',
      ({ alpha }) => {
        clearTimeout(timer);
        answer(alpha !== null);
      },
      { once: true },
    );
  });
}

/**
 * Turns a sphere as the device is turned, from the direction in which one looks; must be called by a press, for some devices ask.
 *
 * @returns a function that stops it, and holds the head upright again
 * @throws Error when the person refuses
 */
export async function followDevice(sphere: SphereView): Promise<() => void> {
  const { requestPermission } = DeviceOrientationEvent as Asking;
  if (requestPermission && (await requestPermission()) !== 'granted') throw new Error('Denied');
  let offset: number | undefined;
  const follow = ({ alpha, beta, gamma }: DeviceOrientationEvent) => {
    if (alpha === null || beta === null || gamma === null) return;
    // The second is that of an iPhone before iOS 16.4.
    const screen = window.screen.orientation?.angle ?? window.orientation ?? 0;
    const held = heldView({ alpha, beta, gamma, screen });
    const { view } = sphere.get();
    offset ??= view.yaw - held.yaw;
    sphere.look({ ...view, ...held, yaw: wrapped(held.yaw + offset) });
  };
  window.addEventListener('deviceorientation', follow);
  return () => {
    window.removeEventListener('deviceorientation', follow);
    const { roll: _, ...upright } = sphere.get().view;
    sphere.look(upright);
  };
}
