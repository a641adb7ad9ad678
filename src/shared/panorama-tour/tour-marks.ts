import type { InfoPoint } from './panorama-tour';

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
    'pointer-events-none absolute top-full left-1/2 max-w-52 -translate-x-1/2 truncate rounded-full bg-ink/85 px-3 py-1 text-sm font-medium whitespace-nowrap text-white opacity-0 transition-opacity group-hover:opacity-100';
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
