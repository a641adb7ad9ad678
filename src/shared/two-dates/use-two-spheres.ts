import { type RefObject, useEffect, useState } from 'react';
import { notify } from '@/shared/lib/notify';
import { REDRAWN_NOTICE } from '@/shared/panorama-tour/viewer-defaults';
import { UPRIGHT } from '@/shared/sphere/camera';
import type { Size } from '@/shared/sphere/projection';
import type { Pane } from '@/shared/sphere/sphere';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { useSphere } from '@/shared/sphere/use-sphere';
import type { DatedPair, Side } from './dated-pictures';

/** Layouts of the two pictures in the frame: beside or above one another, in one with a line between, or in turn. */
export type Layout = { mode: 'side' } | { mode: 'curtain'; split: number } | { mode: 'blink'; shown: Side };

const sides = ['before', 'after'] as const;

/** Room between the two pictures, in CSS pixels. */
const GAP = 4;

/** In a frame that is higher than wide, two pictures stand above one another. */
const isStackedIn = ({ width, height }: Size) => width < height;

/** Returns the parts of a frame that show the picture before and the one after. */
function panesOf(layout: Layout, size: Size): Pane[] {
  const { width, height } = size;
  const whole = { x: 0, y: 0, width, height };
  if (layout.mode === 'blink') return [{ picture: sides.indexOf(layout.shown), frame: whole }];
  if (layout.mode === 'curtain') {
    const line = Math.round(width * layout.split);
    return [
      { picture: 0, frame: whole, part: { ...whole, width: line } },
      { picture: 1, frame: whole, part: { ...whole, x: line, width: width - line } },
    ];
  }
  const isStacked = isStackedIn(size);
  const [across, down] = isStacked ? [width, (height - GAP) / 2] : [(width - GAP) / 2, height];
  const first = { x: 0, y: 0, width: across, height: down };
  const second = isStacked ? { ...first, y: down + GAP } : { ...first, x: across + GAP };
  return [
    { picture: 0, frame: first },
    { picture: 1, frame: second },
  ];
}

/**
 * Draws two panoramas in an element, at each move of the view and each change of the layout: in one canvas from one eye, so
 * that both are turned in the same frame, and a line may be drawn between them.
 *
 * @returns the pair that shows, with its dates: the former one while the next is on its way
 */
export function useTwoSpheres({
  canvas,
  sphere,
  pair,
  layout,
}: {
  canvas: RefObject<HTMLElement | null>;
  sphere: SphereView;
  pair: DatedPair;
  layout: Layout;
}) {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [last, setLast] = useState<DatedPair>();
  const turns = sides.map((side) => ({ ...UPRIGHT, heading: pair[side].heading }));
  const { engine, state, retry } = useSphere({
    box: canvas,
    sphere,
    pictures: sides.map((side, index) => ({
      ...pair[side].tiles,
      whole: pair[side].src,
      turn: turns[index] ?? UPRIGHT,
    })),
    onLost: () => notify.info(REDRAWN_NOTICE),
  });
  if (state === 'shown' && sides.some((side) => last?.[side].src !== pair[side].src)) setLast(pair);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      setSize({ width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: by their values, which each render has anew
  useEffect(() => {
    if (state === 'shown') for (const [index, turn] of turns.entries()) engine.current?.turn(index, turn);
  }, [state, pair.before.heading, pair.after.heading]);

  useEffect(() => {
    engine.current?.lay(panesOf(layout, size));
  });

  const shown = state === 'shown' ? pair : (last ?? pair);
  return { shown, state, isStacked: isStackedIn(size), retry };
}
