import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { lessMotion, savesData } from '@/shared/lib/less-motion';
import { pageSettled } from '@/shared/lib/when-idle';

/** Time for the strip to go from one end to the other: about two degrees a second. */
const TURN_MS = 60_000;

/** Progress along the strip of an animation that goes back and forth, from 0 to 1. */
const placeOf = ({ currentTime }: Animation) => {
  const turns = (Number(currentTime) / TURN_MS) % 2;
  return turns < 1 ? turns : 2 - turns;
};

/**
 * Turns a strip wider than its frame slowly from one end to the other, once the page has settled without any input;
 * never when the person prefers less motion or less data. Any press or key stops it, and the strip can be dragged at
 * all times. The animation does not run on the main thread.
 *
 * @returns `motion` is undefined until it has begun: there is nothing to stop before
 */
export function useSlowTurn(strip: RefObject<HTMLElement | null>, control: RefObject<HTMLElement | null>) {
  const [motion, setMotion] = useState<'none' | 'turning' | 'stopped'>('none');
  const animation = useRef<Animation>(undefined);
  const held = useRef<{ x: number; place: number }>(undefined);

  useEffect(() => {
    const turn = strip.current?.animate?.([{ translate: '0' }, { translate: 'calc(100cqw - 100%)' }], {
      duration: TURN_MS,
      iterations: Number.POSITIVE_INFINITY,
      direction: 'alternate',
    });
    if (!turn) return;
    turn.pause();
    turn.currentTime = TURN_MS / 2;
    animation.current = turn;
    let touched = false;
    const stop = (event: Event) => {
      if (event.target instanceof Node && control.current?.contains(event.target)) return;
      touched = true;
      turn.pause();
      setMotion((now) => (now === 'turning' ? 'stopped' : now));
    };
    for (const sign of ['pointerdown', 'keydown']) window.addEventListener(sign, stop, true);
    if (!lessMotion() && !savesData()) {
      void pageSettled().then(() => {
        if (touched || turn.playState !== 'paused') return;
        turn.play();
        setMotion('turning');
      });
    }
    return () => {
      for (const sign of ['pointerdown', 'keydown']) window.removeEventListener(sign, stop, true);
      turn.cancel();
    };
  }, [strip, control]);

  return {
    motion,
    toggle: () => {
      if (motion === 'turning') animation.current?.pause();
      else animation.current?.play();
      setMotion(motion === 'turning' ? 'stopped' : 'turning');
    },
    /** Handlers of the frame: a mouse or a finger moves the strip. Keys only act in the tour itself. */
    drag: {
      onPointerDown: (event: PointerEvent) => {
        if (!animation.current || event.button !== 0) return;
        held.current = { x: event.clientX, place: placeOf(animation.current) };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: ({ clientX, currentTarget }: PointerEvent) => {
        if (!held.current || !animation.current || !strip.current) return;
        const hidden = strip.current.offsetWidth - currentTarget.clientWidth;
        if (hidden <= 0) return;
        const place = held.current.place - (clientX - held.current.x) / hidden;
        animation.current.currentTime = Math.max(0, Math.min(1, place)) * TURN_MS;
      },
      onPointerUp: () => {
        held.current = undefined;
      },
      onPointerCancel: () => {
        held.current = undefined;
      },
    },
  };
}
