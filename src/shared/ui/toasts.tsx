import { useEffect, useRef } from 'react';
import { Toaster, toast } from 'sonner';
import type { Notice } from '@/shared/lib/notify';
import { TechnicalText } from './technical-details';

const DURATION = 6000;

/** How long « Annuler » is offered. */
const UNDO_DURATION = 10_000;

function show({ kind, title, text, undo }: Notice) {
  // One failure may be met twice, by two queries of a screen: it is said once.
  const same = kind === 'error' ? { id: `${title}\n${text}` } : {};
  toast[kind](title, {
    description: text && <TechnicalText text={text} />,
    ...same,
    ...(undo && { action: { label: 'Annuler', onClick: undo }, duration: UNDO_DURATION }),
  });
}

/** Below the headers of site and back office, and above the buttons at the foot of a dialog. */
const PLACE = { top: 76 };

/** Shows each notice as a toast, once; the parent appends new ones. */
export function Toasts({ notices }: { notices: readonly Notice[] }) {
  const shown = useRef(0);
  useEffect(() => {
    for (const notice of notices.slice(shown.current)) show(notice);
    shown.current = notices.length;
  }, [notices]);
  return (
    <Toaster
      customAriaLabel="Notifications"
      position="top-center"
      offset={PLACE}
      mobileOffset={PLACE}
      closeButton
      // Stacked toasts would hide each other's close buttons.
      expand
      toastOptions={{
        unstyled: true,
        duration: DURATION,
        // An open dialog takes the pointer from the rest of the page, and a click would reach what is under the toast.
        style: { pointerEvents: 'auto' },
        closeButtonAriaLabel: 'Fermer',
        classNames: {
          toast:
            'on-dark flex w-full font-sans items-start gap-3 rounded-xl p-4 pr-10 text-white shadow-lg sm:w-[22rem]',
          success: 'bg-spruce-deep',
          info: 'bg-ink',
          warning: 'bg-amber-ink',
          error: 'bg-sumac-deep',
          title: 'font-semibold',
          description: 'mt-0.5 text-[0.95rem]',
          actionButton:
            'ml-auto shrink-0 self-center rounded-full border border-current px-3 py-1.5 text-sm font-semibold hover:bg-white/15',
          icon: 'mt-1 shrink-0',
          closeButton:
            'absolute top-2.5 right-2.5 inline-flex size-6 items-center justify-center rounded-full hover:bg-white/15 [&>svg]:size-3.5',
        },
      }}
    />
  );
}
