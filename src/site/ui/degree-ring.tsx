/**
 * A large thin ring of degrees, as an ornament behind a title: a tick every 5°, a longer one every 30°. The ticks are
 * dashes of a circle whose length is set to 360.
 */
export function DegreeRing({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 400 400"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      className={`pointer-events-none absolute ${className}`}
    >
      <circle cx="200" cy="200" r="198" strokeWidth="1" />
      <circle cx="200" cy="200" r="188" strokeWidth="8" pathLength="360" strokeDasharray="0.3 4.7" />
      <circle cx="200" cy="200" r="184" strokeWidth="16" pathLength="360" strokeDasharray="0.45 29.55" />
      <circle cx="200" cy="200" r="120" strokeWidth="0.75" />
    </svg>
  );
}
