import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { type MarkPlace, placesOf, rectangleOf } from './mark-places';
import {
  asDirection,
  type Direction,
  type Ellipse,
  ellipseLimits,
  type Handle,
  handleAt,
  handles,
  isInSight,
  outlineOf,
  project,
  type Size,
  type View,
} from './projection';
import type { SphereView } from './sphere-view';
import { useFrame } from './use-sphere';
import type { Dragged } from './use-sphere-gestures';

/** Something placed in a panorama, as a button over it; a blur or a proposed blur has an ellipse, in degrees. */
export type SphereMark = Direction & {
  id: string;
  label: string;
  /** Icon of a mark; absent for an ellipse. */
  icon?: ReactNode;
  ellipse?: Pick<Ellipse, 'width' | 'height'>;
  /** Look of an ellipse: in the tiles, waiting for them, or proposed. */
  look?: 'burnt' | 'waiting' | 'proposed';
  /** True when a drag moves it only once it is selected: it may lie where one begins to look around. */
  isStill?: boolean;
  /** Each is absent where nothing may be changed. */
  onMove?: ((to: Direction) => void) | undefined;
  onSize?: ((ellipse: Ellipse) => void) | undefined;
  onRemove?: (() => void) | undefined;
};

/** Size of an ellipse on the screen from which its sides have handles too. */
const ROOM_FOR_SIDES = 90;

/** Distance from the edge at which a mark counts as out of sight. */
const MARGIN = 12;

const ARROWS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Returns the arrow of a key: so much to the right and up. */
export const arrowOf = ({ key }: { key: string }) => ARROWS[key];

/** Share of the field of view that an arrow key moves a mark by. */
const KEY_STEP = 1 / 50;

/** Factor that an arrow key with Shift sizes an ellipse by. */
const GROWTH = 1.1;

const strokes = {
  burnt: { fill: 'fill-transparent', dash: '2 5' },
  waiting: { fill: 'fill-ink/55', dash: '8 4' },
  proposed: { fill: 'fill-transparent', dash: '10 5' },
} as const;

/**
 * All marks of a panorama over its picture, at each move of the view: buttons, and outlines of ellipses. A mark that is
 * out of sight stays in the tab order: focused, it turns the view to itself.
 *
 * @param dragged the mark that is being dragged, or the ellipse that is being drawn
 * @param hintId the text that explains how to move a mark
 * @param onLeave called when the keyboard leaves a mark: by Escape, or as it is removed
 */
export function SphereMarks({
  sphere,
  marks,
  selected,
  dragged,
  hintId,
  onSelect,
  onLeave,
}: {
  sphere: SphereView;
  marks: readonly SphereMark[];
  selected: string | undefined;
  dragged: Dragged | undefined;
  hintId: string;
  onSelect: (id: string) => void;
  onLeave: () => void;
}) {
  const { view, size, covers } = useFrame(sphere);
  const shown = marks.map((mark) =>
    mark.id === dragged?.id ? { ...mark, ...dragged, ellipse: mark.ellipse && (dragged as Ellipse) } : mark,
  );
  const places = placesOf(view, size, shown, dragged?.id, covers);
  return (
    <>
      <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
        {shown.map(({ id, ellipse, look = 'burnt', ...at }) => {
          const path = ellipse && outlineOf(view, size, { ...at, ...ellipse });
          return path && <Outline key={id} path={path} look={look} isSelected={id === selected} />;
        })}
        {dragged?.id === '' && (
          <Outline path={outlineOf(view, size, dragged as Ellipse)} look="waiting" isSelected />
        )}
        {[...places].map(([id, place]) => (
          <Leader key={id} place={place} />
        ))}
      </svg>
      {shown.map((mark) => (
        <Fragment key={mark.id}>
          <MarkButton
            mark={mark}
            view={view}
            place={places.get(mark.id)}
            isLow={(places.get(mark.id)?.button.y ?? 0) > size.height / 2}
            isSelected={mark.id === selected}
            hintId={hintId}
            onPress={() => onSelect(mark.id)}
            onFocus={() => {
              if (!isInSight(sphere.get().view, size, mark, MARGIN)) sphere.turnTo(mark);
            }}
            onMoved={(to) => {
              if (!isInSight(sphere.get().view, size, to, MARGIN)) sphere.turnTo(to);
            }}
            onLeave={onLeave}
          />
          {mark.id === selected && mark.ellipse && mark.onSize && (
            <SizeHandles mark={mark} ellipse={{ ...mark, ...mark.ellipse }} view={view} size={size} />
          )}
        </Fragment>
      ))}
    </>
  );
}

function Outline({
  path,
  look,
  isSelected,
}: {
  path: string;
  look: keyof typeof strokes;
  isSelected: boolean;
}) {
  const { fill, dash } = strokes[look];
  return (
    <g strokeLinejoin="round">
      {/* Dark below light: it shows on any picture. */}
      <path d={path} className={`${fill} stroke-ink/70`} strokeWidth={isSelected ? 5 : 4} />
      <path
        d={path}
        className={`fill-none ${look === 'proposed' ? 'stroke-[#ffd166]' : 'stroke-white'}`}
        strokeWidth={isSelected ? 3 : 2}
        strokeDasharray={isSelected ? undefined : dash}
      />
    </g>
  );
}

/** Distance from which a line leads from what is marked to its button, in CSS pixels. */
const LED = 6;

/** The line from what is marked to a button that stands aside. */
function Leader({ place: { at, button } }: { place: MarkPlace }) {
  if (Math.hypot(button.x - at.x, button.y - at.y) < LED) return null;
  const line = { x1: at.x, y1: at.y, x2: button.x, y2: button.y };
  return (
    <g strokeLinecap="round">
      <line {...line} className="stroke-ink/70" strokeWidth={5} />
      <line {...line} className="stroke-white" strokeWidth={2} />
      <circle cx={at.x} cy={at.y} r={4} className="fill-white stroke-ink/70" strokeWidth={1.5} />
    </g>
  );
}

function MarkButton({
  mark,
  view,
  place,
  isLow,
  isSelected,
  hintId,
  onPress,
  onFocus,
  onMoved,
  onLeave,
}: {
  mark: SphereMark;
  view: View;
  /** Absent out of sight. */
  place: MarkPlace | undefined;
  /** True in the lower half of the picture: its name is shown above it, away from what stands along the edge. */
  isLow: boolean;
  isSelected: boolean;
  hintId: string;
  onPress: () => void;
  onFocus: () => void;
  onMoved: (to: Direction) => void;
  onLeave: () => void;
}) {
  const { id, label, icon, ellipse, isStill, onMove, onSize, onRemove } = mark;

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrowOf(event);
    if (arrow && event.shiftKey && ellipse && onSize) {
      const grown = (degrees: number, by: number) =>
        Math.min(
          ellipseLimits.most,
          Math.max(ellipseLimits.least, Math.round(degrees * GROWTH ** by * 100) / 100),
        );
      const { yaw, pitch } = mark;
      onSize({
        yaw,
        pitch,
        width: grown(ellipse.width, arrow[0]),
        height: grown(ellipse.height, arrow[1]),
      });
    } else if (arrow && onMove) {
      const by = view.field * KEY_STEP * (event.shiftKey ? 0.2 : 1);
      const to = asDirection({ yaw: mark.yaw + arrow[0] * by, pitch: mark.pitch + arrow[1] * by });
      onMove(to);
      onMoved(to);
    } else if (['Delete', 'Backspace'].includes(event.key) && onRemove) {
      onLeave();
      onRemove();
    } else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <button
      type="button"
      data-mark={id}
      aria-label={label}
      aria-pressed={isSelected}
      aria-describedby={onMove && hintId}
      {...(ellipse && { title: label })}
      onClick={onPress}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      style={{
        ...(place ? { left: place.button.x, top: place.button.y } : { left: '50%', top: '50%' }),
        ...(ellipse &&
          place && { width: place.button.width, height: place.button.height, zIndex: place.layer }),
      }}
      className={`group/mark absolute flex -translate-1/2 items-center justify-center rounded-full focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-sumac ${
        place ? '' : 'pointer-events-none opacity-0'
      } ${onMove && (!isStill || isSelected) ? 'cursor-grab active:cursor-grabbing' : 'cursor-pointer'} ${
        ellipse
          ? ''
          : `size-9 border-2 border-white shadow-md shadow-ink/40 hover:z-11 focus-visible:z-11 ${isSelected ? 'z-10 bg-sumac text-white ring-2 ring-ink' : 'z-9 bg-spruce-deep text-white'}`
      }`}
    >
      {icon}
      {!ellipse && (
        <span
          className={`pointer-events-none absolute ${isLow ? 'bottom-full mb-1' : 'top-full mt-1'} left-1/2 max-w-52 -translate-x-1/2 truncate rounded-full bg-ink/85 px-3 py-0.5 text-sm font-medium whitespace-nowrap text-white opacity-0 group-hover/mark:opacity-100 group-focus-visible/mark:opacity-100`}
        >
          {label}
        </span>
      )}
    </button>
  );
}

/** The handles of the selected ellipse: for pointers only, since Shift with the arrows does the same. */
function SizeHandles({
  mark: { id },
  ellipse,
  view,
  size,
}: {
  mark: SphereMark;
  ellipse: Ellipse;
  view: View;
  size: Size;
}) {
  const { width, height } = rectangleOf(view, size, ellipse);
  const isRoomy = ([right, up]: Handle) =>
    (right !== 0 && up !== 0) || (right === 0 ? width : height) > ROOM_FOR_SIDES;
  return handles.map((handle, index) => {
    const at = isRoomy(handle) && project(view, size, handleAt(ellipse, handle));
    if (!at) return null;
    const [right, up] = handle;
    const cursor =
      right === 0
        ? 'cursor-ns-resize'
        : up === 0
          ? 'cursor-ew-resize'
          : right === up
            ? 'cursor-nesw-resize'
            : 'cursor-nwse-resize';
    return (
      <span
        key={handle.join()}
        aria-hidden="true"
        data-mark={id}
        data-handle={index}
        style={{ left: at.x, top: at.y }}
        className={`absolute z-10 flex size-7 -translate-1/2 items-center justify-center ${cursor}`}
      >
        <span className="size-3 rounded-sm border-2 border-ink bg-white" />
      </span>
    );
  });
}
