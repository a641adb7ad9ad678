import { useEffect, useRef } from 'react';
import { Toaster, toast } from 'sonner';
import type { Notice } from '@/lib/notify';

function show(notice: Notice) {
  const say = { success: toast.success, error: toast.error, info: toast.info }[notice.kind];
  say(notice.title, { description: notice.text });
}

/** Shows each notice once, in order; new ones are appended by the parent. */
export function Toasts({ first: notices }: { first: readonly Notice[] }) {
  const shown = useRef(0);
  useEffect(() => {
    for (const notice of notices.slice(shown.current)) show(notice);
    shown.current = notices.length;
  }, [notices]);
  return (
    <Toaster
      customAriaLabel="Notifications"
      position="bottom-right"
      richColors
      closeButton
      toastOptions={{ closeButtonAriaLabel: 'Fermer', duration: 6000 }}
    />
  );
}
