import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Rectangle } from './projection';

/** The attribute of what stands over a picture along its upper or lower edge, and of which marks are kept clear. */
export const overPicture = { 'data-over-picture': '' } as const;

/**
 * Measures what stands over a picture each time some of it comes, goes or changes its size.
 *
 * @param frame the picture with all that stands over it
 * @param onCovers receives where it stands, in CSS pixels from the upper left corner of the picture
 */
export function useCovers(
  frame: RefObject<HTMLElement | null>,
  onCovers: (covers: readonly Rectangle[]) => void,
): void {
  const tell = useEffectEvent(onCovers);
  // At each render, since any may bring another button.
  useEffect(() => {
    const picture = frame.current;
    if (!picture) return;
    const over = [...picture.querySelectorAll('[data-over-picture]')];
    const sizes = new ResizeObserver(() => {
      const { left, top } = picture.getBoundingClientRect();
      tell(
        over.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return { x: x - left, y: y - top, width, height };
        }),
      );
    });
    for (const one of [picture, ...over]) sizes.observe(one);
    return () => sizes.disconnect();
  });
}
