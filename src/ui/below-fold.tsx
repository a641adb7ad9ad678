import { type ReactNode, Suspense, useEffect, useState } from 'react';

const idle = () =>
  new Promise<void>((done) => {
    // Safari knows no idle time.
    if ('requestIdleCallback' in window) requestIdleCallback(() => done());
    else setTimeout(done, 50);
  });

/** Everything has come, the faces included: what is laid out now is not laid out again. */
const settled = async () => {
  if (document.readyState !== 'complete') {
    await new Promise((done) => window.addEventListener('load', done, { once: true }));
  }
  await idle();
  await document.fonts?.ready;
};

let queue: Promise<void> | undefined;

/** Waits for idle time after the page has settled; each caller has an idle time of its own. */
function inTurn(): Promise<void> {
  queue = (queue ?? settled()).then(idle);
  return queue;
}

/** Inside the boundary: its effect says that the part is taken over. */
function TakenOver({ then }: { then: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(then, []);
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
    <div className={away ? '[contain-intrinsic-height:auto_70rem] [content-visibility:auto]' : undefined}>
      <Suspense>
        {children}
        <TakenOver then={() => void inTurn().then(() => setAway(false))} />
      </Suspense>
    </div>
  );
}
