import { ChevronDown, ChevronUp } from 'lucide-react';
import {
  createContext,
  type FocusEvent,
  type MouseEvent,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Toaster, toast, useSonner } from 'sonner';
import type { Notice } from '@/shared/lib/notify';
import { TechnicalText } from './technical-details';
import { useToastPlace } from './toast-position';

const DURATION_MS = 6000;

/** Duration of « Annuler », in ms. */
const UNDO_DURATION = 10_000;

/** Distance of the notices from the foot of the window until it is measured, in px. */
const FOOT_PX = 24;

/** Number of visible notices after « +2 autres » was pressed. */
const MOST_TOASTS = 5;

/** The title of a success without one of its own. */
const SUCCESS = 'Succès';

/** Classes of words that must not be higher than a header, 48 px. */
const clampedTextClass = 'line-clamp-3 max-h-12 leading-4 sm:line-clamp-2 sm:leading-5 [&>*]:inline';

/** Classes of the small buttons at the right of a notice in a header. */
const signClass =
  'absolute inline-flex size-6 items-center justify-center rounded-full hover:bg-white/15 [&>svg]:size-3.5';

/** State of all notices: whether they stand in a header, are shown whole, and the number behind the visible one. */
const Stack = createContext({ isInHeader: false, isOpen: false, behind: 0, onToggle: () => {} });

function showNotice({ kind, title, text, undo }: Notice) {
  // Two queries of a screen may report the same failure: it is shown once.
  const same = kind === 'error' ? { id: `${title}\n${text}` } : {};
  toast[kind](<Words title={title} text={text} />, {
    ...same,
    ...(undo && { action: { label: 'Annuler', onClick: undo }, duration: UNDO_DURATION }),
  });
}

/**
 * The words of a notice. In a header they take no more than its height, so that nothing below is covered; a button shows
 * them whole, with the notices behind this one.
 */
function Words({ title, text }: Pick<Notice, 'title' | 'text'>) {
  const { isInHeader, isOpen, behind, onToggle } = use(Stack);
  const words = useRef<HTMLDivElement>(null);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = words;
    if (!current || isOpen) return;
    const measure = () => setIsCut(current.scrollHeight > current.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [isOpen]);
  const others = isOpen ? 0 : behind;
  return (
    <>
      <div ref={words} className={isInHeader && !isOpen ? clampedTextClass : undefined}>
        {/* On a phone the text says it alone. */}
        <p className={isInHeader && title === SUCCESS ? 'font-semibold max-sm:sr-only' : 'font-semibold'}>
          {title}
        </p>{' '}
        {text && (
          <div className={isInHeader ? undefined : 'mt-0.5 text-[0.95rem]'}>
            <TechnicalText text={text} />
          </div>
        )}
      </div>
      {(isOpen || isCut || others > 0) && (
        <button
          type="button"
          onClick={onToggle}
          className={`text-sm [[data-front=false]_&]:hidden ${isInHeader ? `${signClass} right-1 bottom-0` : 'mt-1 block min-h-6 underline'}`}
        >
          {others > 0 ? (
            <>
              +{others}
              <span className={isInHeader ? 'sr-only' : undefined}> {others > 1 ? 'autres' : 'autre'}</span>
            </>
          ) : (
            <>
              {isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
              <span className="sr-only">{isOpen ? 'Réduire' : 'Tout lire'}</span>
            </>
          )}
        </button>
      )}
    </>
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
  const [isOpen, setIsOpen] = useState(false);
  // Listens before the first notice is shown.
  const { toasts } = useSonner();
  const count = toasts.length;
  useEffect(() => {
    for (const notice of notices.slice(shown.current)) showNotice(notice);
    shown.current = notices.length;
  }, [notices]);
  if (isOpen && count === 0) setIsOpen(false);
  const toggle = () => {
    // The notices of the open list stay until it is closed.
    const duration = isOpen ? DURATION_MS : Number.POSITIVE_INFINITY;
    for (const { id, type, title } of toasts) toast[type as Notice['kind']](title, { id, duration });
    setIsOpen(!isOpen);
  };
  const place = useToastPlace(count) ?? { edge: 'bottom', bottom: FOOT_PX };
  const isInHeader = place.edge === 'top';
  const width = isInHeader ? { width: `${place.width}px` } : {};
  return (
    <Stack value={{ isInHeader, isOpen, behind: count - 1, onToggle: toggle }}>
      <div className="contents" {...useFocusReturn()}>
        <Toaster
          customAriaLabel="Notifications"
          position={isInHeader ? 'top-right' : 'bottom-right'}
          offset={place}
          mobileOffset={place}
          style={width}
          className={isInHeader && isOpen ? 'flex flex-col gap-2' : ''}
          visibleToasts={isOpen ? MOST_TOASTS : 1}
          expand={isOpen}
          closeButton
          toastOptions={{
            unstyled: true,
            duration: DURATION_MS,
            style: width,
            closeButtonAriaLabel: 'Fermer',
            classNames: {
              toast:
                // Clicks pass through a notice to the page below; its buttons work over a dialog, too.
                `on-dark pointer-events-none flex w-full font-sans text-white shadow-lg [&_:is(button,summary)]:pointer-events-auto data-[visible=false]:invisible ${
                  isInHeader
                    ? `gap-2 rounded-lg pr-8 pl-3 text-sm ring-1 ring-white/50 max-sm:[&>[data-icon]]:hidden ${
                        isOpen ? 'relative! min-h-12 items-start py-2 transform-none!' : 'h-12 items-center'
                      }`
                    : 'items-start gap-3 rounded-xl p-4 pr-10 sm:w-[22rem]'
                }`,
              success: 'bg-spruce-deep',
              info: 'bg-ink',
              warning: 'bg-amber-ink',
              error: 'bg-sumac-deep',
              content: 'min-w-0 grow',
              actionButton:
                'ml-auto shrink-0 self-center rounded-full border border-current px-3 py-1.5 text-sm font-semibold hover:bg-white/15',
              icon: isInHeader ? 'shrink-0' : 'mt-1 shrink-0',
              closeButton: isInHeader ? `${signClass} top-0 right-1` : `${signClass} top-2.5 right-2.5`,
            },
          }}
        />
      </div>
    </Stack>
  );
}
