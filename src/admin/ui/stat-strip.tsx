import { Link } from 'react-router-dom';

/** One figure of a strip; a link to the list of what it counts, where there is one. */
export type Stat = { label: string; value: string; to?: string };

/** The figures of a list on one line, each leading to what it counts. */
export function StatStrip({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <ul
      aria-label={label}
      className="mb-2 flex shrink-0 flex-wrap gap-x-1 gap-y-0.5 text-sm text-slate -mx-1.5"
    >
      {stats.map(({ label: name, value, to }) => {
        const figure = (
          <>
            {name} <strong className="font-semibold text-ink tabular-nums">{value}</strong>
          </>
        );
        const look = 'inline-flex min-h-7 items-center gap-1.5 rounded-lg px-1.5';
        return (
          <li key={name}>
            {to ? (
              <Link
                to={to}
                className={`${look} underline-offset-4 hover:bg-paper hover:text-ink hover:underline`}
              >
                {figure}
              </Link>
            ) : (
              <span className={look}>{figure}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
