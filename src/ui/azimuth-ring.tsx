/** Ticks of the ring: one every 15°, longer at the four cardinal points. */
const TICKS = Array.from({ length: 24 }, (_, index) => index * 15);

/**
 * The mark of the studio: a thin 360° ring with ticks and a needle. Logo, section mark and spinner.
 * Decorative: whoever uses it says in words what it stands for.
 *
 * @param spinning turns slowly, as a sign of work under way
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
      {TICKS.map((angle) => (
        <path
          key={angle}
          d={angle % 90 === 0 ? 'M24 5v6.5' : 'M24 6v3.5'}
          strokeWidth={angle % 90 === 0 ? 2 : 1.2}
          transform={`rotate(${angle} 24 24)`}
        />
      ))}
      <path d="M24 11.5 28 24l-4 3.2L20 24z" className="fill-sumac" stroke="none" />
      <circle cx="24" cy="24" r="2.2" fill="currentColor" stroke="none" />
    </svg>
  );
}
