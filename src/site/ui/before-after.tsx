import { ChevronsLeftRight } from 'lucide-react';
import { useState } from 'react';

type Side = { src: string; label: string };

/** Two pictures of one place, one over the other: the slider moves the line between them, by hand or by the arrow keys. */
export function BeforeAfter({
  label,
  before,
  after,
  caption,
}: {
  /** Label of the slider. */
  label: string;
  before: Side;
  after: Side;
  caption: string;
}) {
  const [position, setPosition] = useState(50);
  const tag = 'absolute top-3 rounded bg-ink/85 px-2 py-0.5 text-sm font-medium text-white';
  return (
    <figure className="print:hidden">
      <div className="relative aspect-[800/433] overflow-hidden rounded-2xl bg-mist has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce">
        {[after, before].map(({ src, label: alt }, index) => (
          <img
            key={src}
            src={src}
            alt={alt}
            width={800}
            height={433}
            loading="lazy"
            decoding="async"
            draggable={false}
            style={index === 1 ? { clipPath: `inset(0 ${100 - position}% 0 0)` } : undefined}
            className="absolute inset-0 size-full object-cover"
          />
        ))}
        <span aria-hidden="true" className={`${tag} left-3`}>
          {before.label}
        </span>
        <span aria-hidden="true" className={`${tag} right-3`}>
          {after.label}
        </span>
        <span
          aria-hidden="true"
          style={{ left: `${position}%` }}
          className="pointer-events-none absolute inset-y-0 -ml-px w-0.5 bg-white print:hidden"
        >
          <span className="absolute top-1/2 left-1/2 flex size-11 -translate-1/2 items-center justify-center rounded-full bg-white font-semibold text-ink shadow">
            <ChevronsLeftRight className="size-5" />
          </span>
        </span>
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={position}
          aria-label={label}
          aria-valuetext={`${position}\u00a0% de l’image «\u00a0${before.label}\u00a0»`}
          onChange={(event) => setPosition(event.target.valueAsNumber)}
          // The whole picture is the slider's track: dragging anywhere moves it, and a finger still
          // scrolls the page up and down.
          className="absolute inset-0 size-full cursor-ew-resize touch-pan-y appearance-none opacity-0 noscript:hidden"
        />
      </div>
      <figcaption className="mt-2 text-sm text-slate [.on-dark_&]:text-white/85">{caption}</figcaption>
    </figure>
  );
}
