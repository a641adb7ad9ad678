import { lazy, Suspense, useEffect, useState } from 'react';
import type { ConfirmDialogProps } from './confirm-dialog-content';

const load = () => import('./confirm-dialog-content');

const Content = lazy(() => load().then((module) => ({ default: module.ConfirmDialogContent })));

/** When the browser has nothing better to do; Safari has no word for it. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 500);

/**
 * The one question before something irreversible. It stays open until the caller closes it, so that the work it
 * confirmed can show as pending. Its dialog library comes once the screen is there, before anybody
 * asks: a list is read far more often than something is deleted from it, and the network may be gone by then.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useEffect(() => {
    whenIdle(() => void load().catch(() => {}));
  }, []);
  // Kept once asked for: the library gives the focus back as it closes.
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return (
    asked && (
      <Suspense fallback={null}>
        <Content {...props} />
      </Suspense>
    )
  );
}
