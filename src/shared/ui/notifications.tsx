import { lazy, Suspense, useEffect, useState } from 'react';
import { type Notice, onNotice } from '@/shared/lib/notify';
import { placeInHeader } from './header-place';

const Toasts = lazy(() =>
  import('./toasts').then(
    (module) => ({ default: module.Toasts }),
    // The message is often that the network is down, when the library cannot be loaded.
    () => ({ default: PlainNotices }),
  ),
);

/** Duration of a plain notice, in ms, the same as a toast's. */
const DURATION = 6000;

/**
 * The newest notice as plain text, with the count of the others; it disappears after a while, and clicks pass through
 * it.
 */
function PlainNotices({ notices }: { notices: readonly Notice[] }) {
  const [dismissedCount, setDismissedCount] = useState(0);
  const count = notices.length;
  useEffect(() => {
    const timer = setTimeout(() => setDismissedCount(count), DURATION);
    return () => clearTimeout(timer);
  }, [count]);
  const newest = dismissedCount < count ? notices[count - 1] : undefined;
  const others = count - dismissedCount - 1;
  const { edge, ...inHeader } = placeInHeader() ?? { edge: 'bottom' };
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className={
        newest
          ? `pointer-events-none fixed z-50 bg-ink text-white shadow-lg ${
              edge === 'top'
                ? 'max-h-12 overflow-auto rounded-lg px-3 text-sm leading-4 ring-1 ring-white/50 [&_strong]:inline'
                : 'right-4 bottom-20 max-w-88 rounded-xl p-4 max-sm:left-4'
            }`
          : ''
      }
      style={newest && inHeader}
    >
      {newest && (
        <p>
          <strong className="block">{newest.title}</strong> {newest.text}
          {others > 0 && ` (et ${others} de plus)`}
        </p>
      )}
    </section>
  );
}

/**
 * The live region labelled « Notifications ». Rendered from the start, for screen readers; the toast library is loaded
 * with the first message.
 */
export function Notifications() {
  const [notices, setNotices] = useState<Notice[]>([]);
  useEffect(() => onNotice((notice) => setNotices((earlier) => [...earlier, notice])), []);
  if (notices.length === 0) return <section aria-label="Notifications" aria-live="polite" />;
  return (
    <Suspense fallback={<section aria-label="Notifications" aria-live="polite" />}>
      <Toasts notices={notices} />
    </Suspense>
  );
}
