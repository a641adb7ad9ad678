import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** Widths at which messages are read: stored value → French label, and px. */
const widths = {
  phone: { label: 'Téléphone', px: 375 },
  desk: { label: 'Ordinateur', px: 700 },
} as const;

/** A preview as wide as a phone or a computer shows a message, scaled down where there is less room. */
export function SizedPreview({ children }: { children: ReactNode }) {
  const name = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<keyof typeof widths>('phone');
  const [room, setRoom] = useState<number>();
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const { px } = widths[width];
  return (
    <div className="space-y-3">
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <legend className="sr-only">Largeur de l’aperçu</legend>
        {Object.entries(widths).map(([value, { label, px: wide }]) => (
          <label key={value} className="inline-flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name={name}
              className="size-4 accent-spruce"
              checked={width === value}
              onChange={() => setWidth(value as keyof typeof widths)}
            />
            {label} ({wide}&nbsp;px)
          </label>
        ))}
      </fieldset>
      <div ref={frame} className="contain-inline-size">
        <div
          className="mx-auto max-w-none space-y-4"
          style={{ width: px, zoom: room ? Math.min(1, room / px) : undefined }}
        >
          {children}
        </div>
      </div>
    </div>
  );
}
