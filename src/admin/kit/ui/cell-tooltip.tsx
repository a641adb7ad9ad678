import { type RefObject, useEffect, useRef, useState } from 'react';

type Line = { header: string | undefined; text: string };
type Tooltip = { lines: Line[]; left: number; top: number; isAbove: boolean };

/** Hover time before a cell's text is shown, in ms. */
const REST_MS = 350;
/** Approximate largest height of the text, in px. */
const ROOM_PX = 140;

/** Tells whether the cell, or a badge or a button in it, is cut. */
const isCut = (cell: Element) =>
  [cell, ...cell.querySelectorAll('.truncate, .line-clamp-2, a')].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1),
  );
const textOf = (cell: Element) => cell.textContent?.trim() ?? '';

/**
 * Shows the whole text of a cut cell under the pointer, and of every cut cell in the row with the keyboard's focus,
 * by name. Escape closes it; the pointer may move onto it.
 */
export function CellTooltip({ frame }: { frame: RefObject<HTMLElement | null> }) {
  const [content, setTooltip] = useState<Tooltip>();
  const tooltip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const area = frame.current;
    if (!area) return;
    let resting: ReturnType<typeof setTimeout> | undefined;
    // Keyboard focus only, like `:focus-visible`: a pointer press focuses too.
    let isPressed = false;
    const press = () => {
      isPressed = true;
      hide();
    };
    const hide = () => {
      clearTimeout(resting);
      setTooltip(undefined);
    };
    const show = (at: Element, lines: Line[]) => {
      const { left, top, bottom } = at.getBoundingClientRect();
      const isAbove = bottom + ROOM_PX > window.innerHeight;
      setTooltip({ lines, left: Math.max(8, left), top: isAbove ? top : bottom, isAbove });
    };
    const over = ({ target }: Event) => {
      const cell = target instanceof Element ? target.closest('tbody [data-cell]') : null;
      clearTimeout(resting);
      if (!cell || !isCut(cell)) return;
      resting = setTimeout(() => show(cell, [{ header: undefined, text: textOf(cell) }]), REST_MS);
    };
    const out = ({ relatedTarget }: MouseEvent) => {
      if (!(relatedTarget instanceof Node) || !tooltip.current?.contains(relatedTarget)) hide();
    };
    const focused = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || isPressed) return;
      const row = target.closest('tbody tr');
      const own = target.closest('[data-cell]');
      const cut = row ? [...row.querySelectorAll<HTMLElement>('[data-cell]')].filter(isCut) : [];
      const lines = cut.map((cell) => ({
        header: cell === own ? undefined : cell.dataset.cell,
        text: textOf(cell),
      }));
      if (lines.length > 0) show(own ?? target, lines);
    };
    const typed = ({ key }: KeyboardEvent) => {
      isPressed = false;
      if (key === 'Escape') hide();
    };
    area.addEventListener('mouseover', over);
    area.addEventListener('mouseout', out);
    area.addEventListener('focusin', focused);
    area.addEventListener('focusout', hide);
    area.addEventListener('scroll', hide, { passive: true });
    area.addEventListener('mousedown', press);
    document.addEventListener('keydown', typed, true);
    return () => {
      clearTimeout(resting);
      area.removeEventListener('mouseover', over);
      area.removeEventListener('mouseout', out);
      area.removeEventListener('focusin', focused);
      area.removeEventListener('focusout', hide);
      area.removeEventListener('scroll', hide);
      area.removeEventListener('mousedown', press);
      document.removeEventListener('keydown', typed, true);
    };
  }, [frame]);

  if (!content) return null;
  return (
    // Hidden from screen readers, which read the whole text in the cell.
    <div
      ref={tooltip}
      role="tooltip"
      aria-hidden="true"
      onMouseLeave={() => setTooltip(undefined)}
      style={{
        left: `min(${content.left}px, calc(100vw - min(26rem, 100vw - 1rem) - 0.5rem))`,
        top: content.top,
      }}
      className={`fixed z-40 max-h-36 max-w-[min(26rem,calc(100vw-1rem))] overflow-y-auto rounded-lg bg-ink px-3 py-2 text-sm leading-snug wrap-anywhere text-white shadow-lg ${content.isAbove ? '-translate-y-full' : ''}`}
    >
      {content.lines.map(({ header, text }) => (
        <p key={`${header}${text}`}>
          {header && <span className="opacity-75">{header}&nbsp;: </span>}
          {text}
        </p>
      ))}
    </div>
  );
}
