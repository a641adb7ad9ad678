import { useSyncExternalStore } from 'react';

/** Below Tailwind's `sm`. */
const PHONE = '(width < 40rem)';

/** Asked once: a list asks at each drawing. jsdom has no media. */
const media = globalThis.matchMedia?.(PHONE);

function subscribe(changed: () => void): () => void {
  media?.addEventListener('change', changed);
  return () => media?.removeEventListener('change', changed);
}

/** Whether the window is as narrow as a phone: for what is another structure there, not another style. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => media?.matches ?? false);
