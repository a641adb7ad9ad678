import { lazy, Suspense, useEffect, useState } from 'react';
import { type Notice, onNotice } from '@/lib/notify';

const Toasts = lazy(() => import('./toasts').then((module) => ({ default: module.Toasts })));

/**
 * The region labelled « Notifications ». It is there from the start, for screen readers;
 * the toast library comes with the first message.
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
