import { ArrowLeftRight, Columns2, type LucideIcon, SquareSplitHorizontal } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Compass, FullscreenButton, writeBearing, ZoomButtons } from '@/shared/panorama-tour/viewer-parts';
import {
  asDirection,
  type Direction,
  type Ellipse,
  type View,
  withinPicture,
} from '@/shared/sphere/projection';
import { arrowOf, type SphereMark } from '@/shared/sphere/sphere-marks';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { Button } from '@/shared/ui/button';
import { BlinkControls, useBlink } from './blink-controls';
import { type DatedPair, dayOf, FlatPair, otherSide, sideNames, widthOf } from './dated-pictures';
import { RulerText, useRuler } from './ruler';
import { type Layout, useTwoSpheres } from './use-two-spheres';
import { Curtain, Pane } from './viewer-panes';

/** Ways of looking at two dates. */
export type ViewingMode = 'side' | 'curtain' | 'blink';

/** Effect of a press or a drag: looks around, draws a mark, or measures an angle. */
export type ViewingTool = 'look' | 'mark' | 'measure';

const modes: Readonly<Record<ViewingMode, { label: string; icon: LucideIcon; key: string }>> = {
  side: { label: 'Côte à côte', icon: Columns2, key: '1' },
  curtain: { label: 'Rideau', icon: SquareSplitHorizontal, key: '2' },
  blink: { label: 'Alternance', icon: ArrowLeftRight, key: '3' },
};

/** Share of the field of view that an arrow key turns by, and with Shift. */
const TURN = { usual: 1 / 8, fine: 1 / 40 };

/** Share of the field of view of a mark that is placed by a key or a press. */
const MARK_SHARE = 1 / 7;

const noMarks: readonly SphereMark[] = [];

type Props = {
  pair: DatedPair;
  /** The name of the place, for people who cannot see it. */
  place: string;
  /** The view, whose yaw is a compass direction: it stays from one pair to the next. */
  sphere: SphereView;
  mode: ViewingMode;
  onMode: (mode: ViewingMode) => void;
  tool?: ViewingTool;
  /** Marks by compass direction. */
  marks?: readonly SphereMark[];
  selected?: string | undefined;
  onSelect?: (id: string | undefined) => void;
  onDraw?: (ellipse: Ellipse) => void;
  onEscape?: () => void;
  /** Receives keys that the viewer does not use; true when it was one. */
  onKey?: (key: string) => boolean;
  /** True when the wheel zooms; otherwise it scrolls the page. */
  wheelZooms?: boolean;
  className?: string;
  /** Buttons beside those of the modes. */
  children?: ReactNode;
};

/**
 * Shows a place at two dates in one direction: beside one another, with a line between that one moves, or in turn. By
 * keyboard: arrows look, + and − zoom, 1 to 3 change the mode, the space bar shows the other date.
 */
export function TwoDatesViewer({
  pair: wanted,
  place,
  sphere,
  mode,
  onMode,
  tool = 'look',
  marks = noMarks,
  selected,
  onSelect = () => {},
  onDraw = () => {},
  onEscape = () => {},
  onKey,
  wheelZooms = true,
  className = 'h-[60dvh] min-h-80',
  children,
}: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const compass = useRef<HTMLDivElement>(null);
  const [split, setSplit] = useState(0.5);
  const [spoken, setSpoken] = useState('');
  const blink = useBlink(mode === 'blink');
  const ruler = useRuler(tool === 'measure');

  const layouts: Record<ViewingMode, Layout> = {
    side: { mode: 'side' },
    curtain: { mode: 'curtain', split },
    blink: { mode: 'blink', shown: blink.shown },
  };
  const {
    shown: pair,
    state,
    isStacked,
    retry,
  } = useTwoSpheres({ canvas, sphere, pair: wanted, layout: layouts[mode] });
  useEffect(() => {
    const write = () => writeBearing(compass.current, Math.round(sphere.get().view.yaw + 360) % 360);
    write();
    return sphere.subscribe(write);
  }, [sphere]);

  const within = (view: View): View => ({
    ...view,
    pitch: Math.min(90, Math.max(-90, view.pitch)),
    field: withinPicture(view.field, widthOf(pair), sphere.get().size, window.devicePixelRatio || 1),
  });
  const zoom = (direction: 'in' | 'out') => sphere.zoom(direction, within);
  const placeAt = (direction: Direction) => {
    if (tool === 'look') return onSelect(undefined);
    if (tool === 'measure') return setSpoken(ruler.place(direction));
    const side = sphere.get().view.field * MARK_SHARE;
    onDraw({ ...direction, width: side, height: side });
  };
  const showOther = () => {
    blink.stop();
    const shown = otherSide(blink.shown);
    blink.show(shown);
    setSpoken(`${sideNames[shown]}, ${dayOf(pair[shown])}`);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const { view } = sphere.get();
    const arrow = arrowOf(event);
    const chosen = (Object.keys(modes) as ViewingMode[]).find((one) => modes[one].key === event.key);
    if (arrow) {
      const by = view.field * (event.shiftKey ? TURN.fine : TURN.usual);
      const to = asDirection({ yaw: view.yaw + arrow[0] * by, pitch: view.pitch + arrow[1] * by });
      sphere.look(within({ ...view, ...to }));
      setSpoken(`Cap ${Math.round(to.yaw + 360) % 360}°, ${Math.round(to.pitch)}° en hauteur`);
    } else if (event.key === '+' || event.key === '=') zoom('in');
    else if (event.key === '-') zoom('out');
    else if (chosen) onMode(chosen);
    else if (event.key === ' ' && mode === 'blink') showOther();
    else if (event.key === 'Enter' && tool !== 'look') placeAt(asDirection(view));
    else if (event.key === 'Escape') {
      ruler.clear();
      onEscape();
    } else if (!onKey?.(event.key)) return;
    event.preventDefault();
  };

  const paneProps = {
    sphere,
    within,
    tool,
    // Marks of the pair that is on its way would lie over the former one.
    marks: state === 'shown' ? marks : noMarks,
    selected,
    ruler: ruler.points,
    wheelZooms,
    onSelect,
    onPlace: placeAt,
    onDraw,
    onKeyDown,
  };
  return (
    <div ref={frame} className="flex flex-col bg-ink">
      <div className={`relative overflow-clip in-[:fullscreen]:h-auto in-[:fullscreen]:flex-1 ${className}`}>
        <div ref={canvas} aria-hidden="true" className="pointer-events-none absolute inset-0" />
        {mode === 'side' ? (
          <div className={`absolute inset-0 grid gap-1 ${isStacked ? 'grid-rows-2' : 'grid-cols-2'}`}>
            <Pane {...paneProps} label={`${place}, ${sideNames.before}, ${dayOf(pair.before)}`} isEcho>
              <DateBadge side="before" pair={pair} className="absolute top-3 left-3" />
            </Pane>
            <Pane {...paneProps} label={`${place}, ${sideNames.after}, ${dayOf(pair.after)}`}>
              <DateBadge side="after" pair={pair} className="absolute top-3 left-3" />
            </Pane>
          </div>
        ) : (
          <div className="absolute inset-0">
            <Pane {...paneProps} label={`${place}, du ${dayOf(pair.before)} au ${dayOf(pair.after)}`}>
              {mode === 'blink' ? (
                <DateBadge
                  side={blink.shown}
                  pair={pair}
                  isLarge
                  className="absolute top-3 left-1/2 -translate-x-1/2 whitespace-nowrap"
                />
              ) : (
                <>
                  <Curtain split={split} onSplit={setSplit} pair={pair} />
                  {/* Each over its own picture, in as many lines as it takes there: the line of the curtain cuts it off. */}
                  <div className="pointer-events-none absolute inset-0 flex text-left *:overflow-clip *:p-1.5 sm:*:p-3">
                    <div className="shrink-0" style={{ width: `${split * 100}%` }}>
                      <DateBadge side="before" pair={pair} className="w-fit" />
                    </div>
                    <div className="flex min-w-0 flex-1 items-start justify-end">
                      <DateBadge side="after" pair={pair} />
                    </div>
                  </div>
                </>
              )}
            </Pane>
          </div>
        )}
        <PictureMessage state={state} onRetry={retry} pair={pair} place={place} />
        <Compass ref={compass} className="absolute bottom-3 left-3" />
        <div className="absolute right-3 bottom-3 flex gap-2">
          <ZoomButtons onZoom={zoom} />
          <FullscreenButton frame={frame} />
        </div>
        <p role="status" className="sr-only">
          {spoken}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 p-2 text-white">
        <fieldset aria-label="Mode de comparaison" className="flex rounded-full bg-white/10 p-0.5">
          {(Object.keys(modes) as ViewingMode[]).map((one) => {
            const { label, icon: Icon, key } = modes[one];
            return (
              <button
                key={one}
                type="button"
                aria-pressed={one === mode}
                title={`${label} (touche ${key} dans l’image)`}
                onClick={() => onMode(one)}
                className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm font-semibold hover:bg-white/15 aria-pressed:bg-white aria-pressed:text-ink"
              >
                <Icon aria-hidden="true" className="size-5" />
                <span className="max-sm:sr-only sm:inline">{label}</span>
              </button>
            );
          })}
        </fieldset>
        {mode === 'blink' && <BlinkControls blink={blink} onOther={showOther} />}
        {tool === 'measure' && <RulerText points={ruler.points} onClear={ruler.clear} />}
        {children}
      </div>
    </div>
  );
}

/** The date of what is shown, always in sight. */
function DateBadge({
  side,
  pair,
  isLarge = false,
  className = '',
}: {
  side: 'before' | 'after';
  pair: DatedPair;
  isLarge?: boolean;
  className?: string;
}) {
  return (
    <p
      className={`pointer-events-none z-10 rounded-2xl px-2 py-1.5 font-semibold wrap-normal text-white sm:px-4 ${side === 'before' ? 'bg-ink/85' : 'bg-spruce-deep/90'} ${isLarge ? 'text-xl sm:text-2xl' : 'text-sm sm:text-base'} ${className}`}
    >
      {sideNames[side]} · {dayOf(pair[side])}
    </p>
  );
}

/** Shows a text in place of the pictures: on their way, or not to be had, and then the flat ones. */
function PictureMessage({
  state,
  onRetry,
  pair,
  place,
}: {
  state: ReturnType<typeof useTwoSpheres>['state'];
  onRetry: () => void;
  pair: DatedPair;
  place: string;
}) {
  if (state === 'shown') return null;
  if (state === 'loading')
    return (
      <p
        role="status"
        className="pointer-events-none absolute inset-0 flex items-center justify-center text-white"
      >
        <AzimuthRing className="size-10" spinning />
        <span className="sr-only">Chargement des deux images</span>
      </p>
    );
  return (
    <div
      role={state === 'failed' ? 'alert' : undefined}
      className="absolute inset-0 z-10 overflow-y-auto bg-ink p-6 text-white"
    >
      <p role={state === 'failed' ? undefined : 'status'} className="mb-3 max-w-prose">
        {state === 'failed'
          ? 'Ces images n’ont pas pu être chargées. Vérifiez votre connexion, puis réessayez.'
          : 'Votre navigateur ne peut pas tourner ces images (WebGL est absent ou désactivé). Les voici à plat.'}
      </p>
      {state === 'failed' ? (
        <Button size="sm" variant="outline" onClick={onRetry}>
          Réessayer
        </Button>
      ) : (
        <FlatPair pair={pair} place={place} />
      )}
    </div>
  );
}
