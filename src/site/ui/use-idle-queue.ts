import { useEffect, useEffectEvent } from 'react';
import { loadWebFonts } from '@/shared/lib/web-fonts';
import { idle, settled } from '@/shared/lib/when-idle';

let queue: Promise<unknown> | undefined;

/** Queues for an idle time of one's own, after everything has loaded, the web fonts included. */
function idleTurn(): Promise<unknown> {
  queue = (queue ?? settled().then(loadWebFonts)).then(idle);
  return queue;
}

/** Runs a callback once, in the component's turn of the idle queue; not after it has unmounted. */
export function useIdleTurn(then: () => void): void {
  const callback = useEffectEvent(then);
  useEffect(() => {
    let unmounted = false;
    void idleTurn().then(() => unmounted || callback());
    return () => {
      unmounted = true;
    };
  }, []);
}
