import { type ReactNode, Suspense, useState } from 'react';
import { useFacesLater } from './use-deferred-fonts';
import { useTurn } from './use-idle-queue';

/**
 * A browser lays out what is near the screen, with the first frame: of a written page, only what is on it. And as high as
 * most parts are: on a phone one, not two, is then near the first screen.
 */
const ASLEEP =
  'written:animate-asleep [contain-intrinsic-height:auto_110rem] [content-visibility:auto] md:[contain-intrinsic-height:auto_60rem]';

/** Inside the boundary: it says that the part is taken over, then waits for its turn. */
function InTurn({ then }: { then: () => void }) {
  useTurn(then);
  return null;
}

/**
 * A part of a page under the first screen. The browser lays it out when it comes near, or else when there is time, and
 * React takes it over after what is above: neither the first paint nor the first touch waits for it. In the end it has
 * its real height, so that an anchor leads where it should.
 */
export function BelowFold({ children }: { children: ReactNode }) {
  const [away, setAway] = useState(true);
  const faces = useFacesLater();
  return (
    <div className={away ? `${ASLEEP} ${faces}` : undefined}>
      <Suspense>
        {children}
        <InTurn then={() => setAway(false)} />
      </Suspense>
    </div>
  );
}
