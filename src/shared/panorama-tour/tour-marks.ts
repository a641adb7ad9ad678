import { distance } from '@/shared/sphere/gestures';
import { clearOf } from '@/shared/sphere/mark-places';
import {
  type Direction,
  isInSight,
  type Point,
  project,
  type Size,
  type View,
} from '@/shared/sphere/projection';
import type { Frame } from '@/shared/sphere/sphere-view';
import type { InfoPoint } from './panorama-tour';

/** Half of a mark, in CSS pixels. */
const RADIUS = 24;

/** Returns where the mark of a direction is on the screen, clear of what stands over the picture; undefined behind, or below what covers it. */
export function markSpot({ view, size, covers }: Frame, at: Direction): Point | undefined {
  const spot = project(view, size, at);
  return spot && clearOf(spot, RADIUS, size, covers);
}

/**
 * Creates a mark in a picture. Marks are hidden from screen readers and out of the tab order: every link and point is also a button beside the picture (scene-panel.tsx). Names are set
 * as text, never as HTML.
 */
function makeMark(name: string, inner: HTMLElement): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('aria-hidden', 'true');
  element.className = 'group absolute top-0 left-0 flex size-12 cursor-pointer items-center justify-center';
  const label = document.createElement('span');
  label.className =
    'pointer-events-none absolute top-full group-data-low:top-auto group-data-low:bottom-full left-1/2 max-w-52 -translate-x-1/2 truncate rounded-full bg-ink/85 px-3 py-1 text-sm font-medium whitespace-nowrap text-white opacity-0 transition-opacity group-hover:opacity-100';
  label.textContent = name;
  element.append(inner, label);
  return element;
}

const ROUND_MARK_CLASS =
  'flex size-10 items-center justify-center rounded-full border-2 border-white shadow-lg shadow-ink/40 transition-transform group-hover:scale-110 motion-reduce:transition-none';

/** The mark of a way to another scene. */
export function linkMark(name: string): HTMLElement {
  const round = document.createElement('span');
  round.className = `${ROUND_MARK_CLASS} bg-spruce text-white`;
  round.innerHTML =
    '<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="m6 14 6-6 6 6"/></svg>';
  return makeMark(name, round);
}

/** The mark of something to read; its number is that of the list beside the picture. */
export function pointMark({ title }: InfoPoint, index: number): HTMLElement {
  const round = document.createElement('span');
  round.className = `${ROUND_MARK_CLASS} bg-white/95 font-semibold text-ink`;
  round.textContent = String(index + 1);
  return makeMark(title, round);
}

/** A mark over the picture: its direction, its place on the screen, and the scene that a way leads to. */
type PlacedMark = { at: Direction; element: HTMLElement; to?: string; spot?: Point | undefined };

/** Creates the layer of marks over the picture of a tour. */
export function createMarkLayer(container: HTMLElement) {
  const layer = document.createElement('div');
  layer.className = 'pointer-events-none absolute inset-0 overflow-hidden *:pointer-events-auto';
  container.append(layer);
  let marks: readonly PlacedMark[] = [];
  /** Returns the ids of the scenes that marks lead to. */
  const leadingTo = (some: readonly PlacedMark[]) => some.flatMap(({ to = [] }) => to);
  return {
    /** Replaces all marks. */
    hang: (next: readonly PlacedMark[]) => {
      marks = next;
      layer.replaceChildren(...marks.map(({ element }) => element));
    },
    /** Moves each mark to where its direction is on the screen. */
    place: (frame: Frame) => {
      for (const mark of marks) {
        const spot = markSpot(frame, mark.at);
        mark.spot = spot;
        mark.element.hidden = spot === undefined;
        if (!spot) continue;
        mark.element.style.translate = `calc(${spot.x}px - 50%) calc(${spot.y}px - 50%)`;
        // Its name is shown away from the edge, where it might be covered.
        mark.element.toggleAttribute('data-low', spot.y > frame.size.height / 2);
      }
    },
    /** Returns the scenes that the marks within a distance of a place on the screen lead to. */
    near: (at: Point, within: number) =>
      leadingTo(marks.filter(({ spot }) => spot !== undefined && distance([spot, at]) < within)),
    /** Returns the scenes that the marks in sight lead to. */
    inSight: (view: View, size: Size) => leadingTo(marks.filter(({ at }) => isInSight(view, size, at))),
    remove: () => layer.remove(),
  };
}
