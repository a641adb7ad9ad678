import { type LucideIcon, Maximize, Minimize, Minus, Plus, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useSyncExternalStore } from 'react';
import { overPicture } from '@/shared/sphere/use-covers';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';

function subscribeToFullscreen(notify: () => void) {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
}

/** Tells whether an element fills the screen. */
export const useFullscreen = (frame: RefObject<HTMLElement | null>) =>
  useSyncExternalStore(
    subscribeToFullscreen,
    () => document.fullscreenElement !== null && document.fullscreenElement === frame.current,
    () => false,
  );

/** A round button over a picture. */
export function RoundButton({
  icon: Icon,
  label,
  ...props
}: { icon: LucideIcon; label: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-ink/75 text-white hover:bg-slate aria-pressed:bg-white aria-pressed:text-ink"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}

/** Keeps the rest of the page out of reach and still, while an element covers it. */
export function useAlone(element: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const { documentElement } = document;
    const silenced: HTMLElement[] = [];
    for (let one = element.current; one && one !== document.body; one = one.parentElement) {
      for (const other of one.parentElement?.children ?? []) {
        if (other === one || !(other instanceof HTMLElement) || other.inert) continue;
        other.inert = true;
        silenced.push(other);
      }
    }
    const { overflow } = documentElement.style;
    documentElement.style.overflow = 'hidden';
    return () => {
      documentElement.style.overflow = overflow;
      for (const other of silenced) other.inert = false;
    };
  }, [element, isOn]);
}

/** Lets a page that is all picture reach under the rounded corners and the notch of a phone. */
export function useWholeScreen(isOn: boolean): void {
  useEffect(() => {
    const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]');
    if (!isOn || !viewport) return;
    const { content } = viewport;
    viewport.content = `${content}, viewport-fit=cover`;
    return () => {
      viewport.content = content;
    };
  }, [isOn]);
}

/** Tells whether the screen is a phone's, on which a visit in a page would leave no room for the page. */
export const isSmallScreen = () => window.matchMedia('(width < 40rem) or (height < 30rem)').matches;

/** Tells whether there is room beside something, as the variant « beside » of the style sheet does. */
export const hasRoomBeside = () =>
  window.matchMedia('(min-width: 40rem) or (orientation: landscape)').matches;

/**
 * Classes of a panel that takes its own room beside the picture or below it, so that it covers no control. It scrolls
 * below its head, which never hides the focused element.
 */
export const panelClass =
  'max-h-[45dvh] min-h-0 shrink-0 scroll-pt-24 overflow-y-auto overscroll-contain bg-paper p-0 beside:max-h-none beside:w-[45%] beside:max-w-96';

/** The head of a panel: its title, and the button that closes it. */
export function PanelHead({
  closeLabel,
  onClose,
  children,
}: {
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <div className="sticky top-0 z-10 flex shrink-0 items-start justify-between gap-3 rounded-[inherit] bg-paper py-2 pr-2 pl-5">
      <div className="min-w-0 py-2">{children}</div>
      <button
        type="button"
        aria-label={closeLabel}
        onClick={onClose}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-mist"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}

/** The buttons that zoom. */
export function ZoomButtons({ onZoom }: { onZoom: (direction: 'in' | 'out') => void }) {
  return (
    <>
      <RoundButton icon={Minus} label="Réduire" onClick={() => onZoom('out')} />
      <RoundButton icon={Plus} label="Agrandir" onClick={() => onZoom('in')} />
    </>
  );
}

/**
 * The button of full screen. Where the browser has none for elements, as on an iPhone, the frame fills the window
 * instead.
 *
 * @param fill given when the frame can fill the window: whether it does, and what changes it
 */
export function FullscreenButton({
  frame,
  fill,
}: {
  frame: RefObject<HTMLElement | null>;
  fill?: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined;
}) {
  const isFullscreen = useFullscreen(frame);
  const isNative = document.fullscreenEnabled === true;
  if (!isNative && !fill) return null;
  const full = isNative ? isFullscreen : fill?.isOn;
  const toggle = () => {
    if (!isNative) return fill?.onChange(!full);
    const change = full ? document.exitFullscreen() : frame.current?.requestFullscreen();
    change?.catch(() => {});
  };
  return (
    <RoundButton
      icon={full ? Minimize : Maximize}
      label={full ? 'Quitter le plein écran' : 'Plein écran'}
      onClick={toggle}
    />
  );
}

/** The buttons of a single panorama: zoom, and full screen where the browser has it. */
export function ViewerButtons({
  frame,
  onZoom,
}: {
  frame: RefObject<HTMLElement | null>;
  onZoom: (direction: 'in' | 'out') => void;
}) {
  return (
    <>
      <ZoomButtons onZoom={onZoom} />
      <FullscreenButton frame={frame} />
    </>
  );
}

/**
 * Shows where one looks, as a ring that turns and a bearing; `writeBearing` writes it, since it changes sixty times a
 * second.
 */
export function Compass({
  ref,
  className = '',
}: {
  ref: RefObject<HTMLDivElement | null>;
  className?: string;
}) {
  return (
    <div
      ref={ref}
      aria-hidden="true"
      data-testid="cap"
      {...overPicture}
      className={`pointer-events-none flex items-center gap-2.5 rounded-full bg-ink/75 py-1.5 pr-4 pl-1.5 font-medium text-white tabular-nums ${className}`}
    >
      <span className="block">
        <AzimuthRing className="size-8" />
      </span>
      <span className="min-w-[4ch]" />
    </div>
  );
}

/** Turns a compass without rendering. */
export function writeBearing(compass: HTMLElement | null, bearing: number): void {
  const [ring, text] = compass?.children ?? [];
  if (ring instanceof HTMLElement) ring.style.transform = `rotate(${-bearing}deg)`;
  if (text) text.textContent = `${bearing}°`;
}
