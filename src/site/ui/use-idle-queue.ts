import { useEffect, useEffectEvent } from 'react';
import { loadFaces } from '@/shared/lib/web-fonts';
import { idle, settled } from '@/shared/lib/when-idle';

let queue: Promise<unknown> | undefined;

/** Waits until everything has come, the faces included, then for idle time; each caller has an idle time of its own. */
function inTurn(): Promise<unknown> {
  queue = (queue ?? settled().then(loadFaces)).then(idle);
  return queue;
}

/** Does something once, when it is this component's turn; not when the component has left by then. */
export function useTurn(then: () => void): void {
  const turn = useEffectEvent(then);
  useEffect(() => {
    let left = false;
    void inTurn().then(() => left || turn());
    return () => {
      left = true;
    };
  }, []);
}
