import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { loadWebFonts } from '@/shared/lib/web-fonts';
import { pageSettled, untilIdle } from '@/shared/lib/when-idle';

let queue: Promise<unknown> | undefined;

/** Waits for an idle period of the browser, after everything has loaded, the web fonts included. */
function idleTurn(): Promise<unknown> {
  queue = (queue ?? pageSettled().then(loadWebFonts)).then(untilIdle);
  return queue;
}

/** Runs a callback once, in the component's turn of the idle queue; never after it has unmounted. */
function useIdleTurn(then: () => void): void {
  const callback = useEffectEvent(then);
  useEffect(() => {
    let unmounted = false;
    void idleTurn().then(() => unmounted || callback());
    return () => {
      unmounted = true;
    };
  }, []);
}

/** Skips the layout until the part comes near the screen, and reserves about the height of most parts. */
const DEFERRED_LAYOUT =
  '[contain-intrinsic-height:auto_110rem] [content-visibility:auto] md:[contain-intrinsic-height:auto_60rem]';

/** Rendered inside the boundary, so that its turn comes once the part is hydrated. */
function WhenIdle({ then }: { then: () => void }) {
  useIdleTurn(then);
  return null;
}

/**
 * A part of a page below the first screen: laid out when it comes near or when the browser is idle, and hydrated after
 * what is above. In the end it has its real height, so that anchors lead to the right place.
 */
export function BelowFold({ children }: { children: ReactNode }) {
  const [deferred, setDeferred] = useState(true);
  return (
    <div className={deferred ? DEFERRED_LAYOUT : undefined}>
      <Suspense>
        {children}
        <WhenIdle then={() => setDeferred(false)} />
      </Suspense>
    </div>
  );
}
