import { lazy, Suspense, useEffect, useState } from 'react';
import { type Notice, onNotice } from '@/shared/lib/notify';

const Toasts = lazy(() =>
  import('./toasts').then(
    (module) => ({ default: module.Toasts }),
    // The message is often that the network is down: the library cannot be loaded then.
    () => ({ default: PlainNotices }),
  ),
);

/** How long a plain notice stays, in ms, as a toast does. */
const DURATION = 6000;

/** The notices as plain text, newest last; they disappear after a while and let clicks through. */
function PlainNotices({ notices }: { notices: readonly Notice[] }) {
  const [gone, setGone] = useState(0);
  const count = notices.length;
  useEffect(() => {
    const timer = setTimeout(() => setGone(count), DURATION);
    return () => clearTimeout(timer);
  }, [count]);
  const shown = notices.slice(gone).slice(-3);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className={
        shown.length > 0
          ? 'pointer-events-none fixed inset-x-4 top-19 z-50 mx-auto w-fit space-y-2 rounded-xl bg-ink p-4 text-white shadow-lg'
          : ''
      }
    >
      {shown.map(({ title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices have no identity and never move
        <p key={index}>
          <strong className="block">{title}</strong>
          {text}
        </p>
      ))}
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
