import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { loadFaces } from '@/lib/faces';
import { idle, settled } from '@/lib/when-idle';

/** Everything has come, the faces included: what is laid out now is not laid out again. */
const allThere = () => settled().then(loadFaces);

/**
 * A browser lays out what is near the screen, with the first frame: of a written page, only what is on it. And as high as
 * most parts are: on a phone one, not two, is then near the first screen. Our faces, too, come to each in its turn.
 */
const ASLEEP =
  'faces-later written:animate-asleep [contain-intrinsic-height:auto_110rem] [content-visibility:auto] md:[contain-intrinsic-height:auto_60rem]';

let queue: Promise<void> | undefined;

/** Waits for idle time after the page has settled; each caller has an idle time of its own. */
function inTurn(): Promise<void> {
  queue = (queue ?? allThere()).then(idle);
  return queue;
}

/** Inside the boundary: its effect says that the part is taken over, then waits for its turn. */
function InTurn({ then }: { then: () => void }) {
  const turn = useEffectEvent(then);
  useEffect(() => {
    let left = false;
    void inTurn().then(() => left || turn());
    return () => {
      left = true;
    };
  }, []);
  return null;
}

/**
 * A part of a page under the first screen. The browser lays it out when it comes near, or else when there is time, and
 * React takes it over after what is above: neither the first paint nor the first touch waits for it. In the end it has
 * its real height, so that an anchor leads where it should.
 */
export function BelowFold({ children }: { children: ReactNode }) {
  const [away, setAway] = useState(true);
  return (
    <div className={away ? ASLEEP : undefined}>
      <Suspense>
        {children}
        <InTurn then={() => setAway(false)} />
      </Suspense>
    </div>
  );
}
