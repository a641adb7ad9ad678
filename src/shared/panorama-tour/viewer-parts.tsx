import { type LucideIcon, Maximize, Minimize, Minus, Plus, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useSyncExternalStore } from 'react';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';

/** Tells whether the browser supports WebGL 2. */
export function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

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
      className="inline-flex size-11 items-center justify-center rounded-full bg-ink/75 text-white hover:bg-ink aria-pressed:bg-white aria-pressed:text-ink"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}

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
    <div className="sticky top-0 z-10 flex items-start justify-between gap-3 bg-paper py-2 pr-2 pl-5">
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

/** The buttons of every viewer: zoom, and full screen where the browser has it. */
export function ViewerButtons({
  frame,
  onZoom,
}: {
  frame: RefObject<HTMLElement | null>;
  onZoom: (direction: 'in' | 'out') => void;
}) {
  const full = useFullscreen(frame);
  const toggleFull = () => {
    const change = full ? document.exitFullscreen() : frame.current?.requestFullscreen();
    change?.catch(() => {});
  };
  return (
    <>
      <RoundButton icon={Minus} label="Réduire" onClick={() => onZoom('out')} />
      <RoundButton icon={Plus} label="Agrandir" onClick={() => onZoom('in')} />
      {document.fullscreenEnabled && (
        <RoundButton
          icon={full ? Minimize : Maximize}
          label={full ? 'Quitter le plein écran' : 'Plein écran'}
          onClick={toggleFull}
        />
      )}
    </>
  );
}

/** Where one looks, as a ring that turns and a bearing; written by `writeBearing`, since it changes sixty times a second. */
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
      className={`pointer-events-none flex items-center gap-2.5 rounded-full bg-ink/75 py-1.5 pr-4 pl-1.5 font-medium text-white tabular-nums ${className}`}
    >
      <span className="block">
        <AzimuthRing className="size-8" />
      </span>
      <span />
    </div>
  );
}

/** Turns a compass without rendering. */
export function writeBearing(compass: HTMLElement | null, bearing: number): void {
  const [ring, text] = compass?.children ?? [];
  if (ring instanceof HTMLElement) ring.style.transform = `rotate(${-bearing}deg)`;
  if (text) text.textContent = `${bearing}°`;
}
