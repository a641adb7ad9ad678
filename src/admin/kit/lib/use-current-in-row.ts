import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row of links sideways to the current one, each time that another is; returns the row's ref. */
export function useCurrentInRow<Row extends HTMLElement>(current: unknown): RefObject<Row | null> {
  const row = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link of the current page is found by its mark
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (row.current && link) row.current.scrollLeft = link.offsetLeft - row.current.clientWidth / 3;
  }, [current]);
  return row;
}
