import { useEffect, useEffectEvent, useRef } from 'react';
import type { Scene } from './panorama-tour';
import { type TourView, viewHash, viewOfHash } from './view-address';

/** How long one looks the same way before the address says so: browsers refuse to be told at every move. */
const STILL_MS = 400;

/**
 * Keeps where one looks in the address, so that it can be shared and reloaded. It replaces the address: « Back » leaves
 * the visit instead of walking it backwards.
 *
 * @param onAsked receives the view of an address that is typed or pasted meanwhile
 * @returns to be called at each move
 */
export function useViewAddress(
  scenes: readonly Scene[],
  isOn: boolean,
  onAsked: (view: TourView) => void,
): (view: TourView) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useEffectEvent(() => {
    const view = viewOfHash(window.location.hash, scenes);
    if (view) onAsked(view);
  });
  const forget = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (viewOfHash(window.location.hash, scenes)) replaceHash('');
  });
  useEffect(() => {
    if (!isOn) return;
    const onHash = () => asked();
    window.addEventListener('hashchange', onHash);
    return () => {
      window.removeEventListener('hashchange', onHash);
      forget();
    };
  }, [isOn]);
  return (view) => {
    if (!isOn) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => replaceHash(viewHash(view)), STILL_MS);
  };
}

function replaceHash(hash: string): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}${hash}`);
}
