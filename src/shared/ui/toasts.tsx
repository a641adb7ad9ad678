import { createContext, type FocusEvent, type MouseEvent, use, useEffect, useRef, useState } from 'react';
import { Toaster, toast, useSonner } from 'sonner';
import type { Notice } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { TechnicalText } from './technical-details';
import { useToastPlace } from './toast-position';

const DURATION_MS = 6000;

/** Duration of « Annuler », in ms. */
const UNDO_DURATION = 10_000;

/** Distance of the notices from the foot of the window until it is measured, in px. */
const FOOT_PX = 24;

/** Number of visible notices after « et 2 autres » was pressed. */
const MOST_TOASTS = 5;

/** Number of notices behind the visible one, and the function that shows or hides them. */
const Behind = createContext({ count: 0, onToggle: () => {} });

function showNotice({ kind, title, text, undo }: Notice) {
  // Two queries of a screen may report the same failure: it is shown once.
  const same = kind === 'error' ? { id: `${title}\n${text}` } : {};
  toast[kind](title, {
    description: (
      <>
        {text && <TechnicalText text={text} />}
        <Others />
      </>
    ),
    ...same,
    ...(undo && { action: { label: 'Annuler', onClick: undo }, duration: UNDO_DURATION }),
  });
}

/** « et 2 autres », which shows the notices behind this one. */
function Others() {
  const { count, onToggle } = use(Behind);
  if (count < 1) return null;
  return (
    <button
      type="button"
      onClick={onToggle}
      className="mt-1 block min-h-6 text-sm underline [[data-front=false]_&]:hidden"
    >
      et {counted(count, 'autre')}
    </button>
  );
}

/**
 * Returns props of the notices' parent: a press on « Annuler » or « Fermer » gives the focus back to what had it before.
 * The library's own way gives it back to who only tabs past a notice, too: Tab would then go round and round in the last
 * control of the page and the notice.
 */
function useFocusReturn() {
  const before = useRef<EventTarget | null>(null);
  return {
    onFocusCapture: (event: FocusEvent) => {
      event.stopPropagation();
      if (!event.currentTarget.contains(event.relatedTarget as Node | null))
        before.current = event.relatedTarget;
    },
    onClick: ({ target }: MouseEvent) => {
      if (!(target instanceof Element && target.closest('[data-close-button], [data-action]'))) return;
      const { current } = before;
      if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
      else document.querySelector('main')?.focus({ preventScroll: true });
    },
  };
}

/** Shows each notice as a toast, once; the parent appends new ones. */
export function Toasts({ notices }: { notices: readonly Notice[] }) {
  const shown = useRef(0);
  const [areAllShown, setAllShown] = useState(false);
  // Listens before the first notice is shown.
  const count = useSonner().toasts.length;
  useEffect(() => {
    for (const notice of notices.slice(shown.current)) showNotice(notice);
    shown.current = notices.length;
  }, [notices]);
  if (areAllShown && count < 2) setAllShown(false);
  const place = useToastPlace(count) ?? { edge: 'bottom', bottom: FOOT_PX };
  const isInHeader = place.edge === 'top';
  const width = isInHeader ? { width: `${place.width}px` } : {};
  return (
    <Behind value={{ count: count - 1, onToggle: () => setAllShown(!areAllShown) }}>
      <div className="contents" {...useFocusReturn()}>
        <Toaster
          customAriaLabel="Notifications"
          position={isInHeader ? 'top-right' : 'bottom-right'}
          offset={place}
          mobileOffset={place}
          style={width}
          visibleToasts={areAllShown ? MOST_TOASTS : 1}
          expand={areAllShown}
          closeButton
          toastOptions={{
            unstyled: true,
            duration: DURATION_MS,
            style: width,
            closeButtonAriaLabel: 'Fermer',
            classNames: {
              toast:
                // Clicks pass through a notice to the page below; its buttons work over a dialog, too.
                `on-dark pointer-events-none flex w-full font-sans items-start text-white shadow-lg [&_:is(button,summary)]:pointer-events-auto data-[visible=false]:invisible ${
                  isInHeader
                    ? 'min-h-12 gap-2 rounded-lg py-1 pr-8 pl-3 text-sm leading-5 ring-1 ring-white/50 max-sm:[&>[data-icon]]:hidden'
                    : 'gap-3 rounded-xl p-4 pr-10 sm:w-[22rem]'
                }`,
              success: 'bg-spruce-deep',
              info: 'bg-ink',
              warning: 'bg-amber-ink',
              error: 'bg-sumac-deep',
              title: 'font-semibold',
              description: isInHeader ? '' : 'mt-0.5 text-[0.95rem]',
              actionButton:
                'ml-auto shrink-0 self-center rounded-full border border-current px-3 py-1.5 text-sm font-semibold hover:bg-white/15',
              icon: 'mt-1 shrink-0',
              closeButton: `absolute inline-flex size-6 items-center justify-center rounded-full hover:bg-white/15 [&>svg]:size-3.5 ${isInHeader ? 'top-1 right-1' : 'top-2.5 right-2.5'}`,
            },
          }}
        />
      </div>
    </Behind>
  );
}
