/** Dashes of `width` degrees every `step` degrees, the first one centred on the start. */
const tickStyle = (width: number, step: number) => ({
  strokeDasharray: `${width} ${step - width}`,
  strokeDashoffset: width / 2,
});

/**
 * The studio's mark: a thin 360° ring with ticks and a needle, used as logo, ornament and spinner. Hidden from screen
 * readers: the caller gives its meaning in words.
 */
export function AzimuthRing({
  className = 'size-8',
  spinning = false,
}: {
  className?: string;
  spinning?: boolean;
}) {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      className={`${className} ${spinning ? 'animate-ring' : ''}`}
      fill="none"
      stroke="currentColor"
    >
      <circle cx="24" cy="24" r="21" strokeWidth="1.5" />
      {/* Ticks every 15°, longer at the four cardinal points: dashes over a length of 360. */}
      <circle cx="24" cy="24" r="16.25" strokeWidth="3.5" pathLength="360" {...tickStyle(4.2, 15)} />
      <circle cx="24" cy="24" r="15.75" strokeWidth="6.5" pathLength="360" {...tickStyle(7.3, 90)} />
      <path d="M24 11.5 28 24l-4 3.2L20 24z" className="fill-sumac" stroke="none" />
      <circle cx="24" cy="24" r="2.2" fill="currentColor" stroke="none" />
    </svg>
  );
}
