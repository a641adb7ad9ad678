import { Link } from 'react-router-dom';
import type { Stat } from './stat-strip';

const gridClass = 'grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 lg:grid-cols-5';
const cardClass = 'flex min-w-0 flex-col rounded-xl border border-line bg-paper';

/** Figures as small cards, each a link to the list that it counts. */
export function StatCards({ label, stats }: { label: string; stats: readonly (Stat & { to: string })[] }) {
  return (
    <ul aria-label={label} className={gridClass}>
      {stats.map(({ label: name, value, to, part }) => (
        <li key={name} className={cardClass}>
          <Link
            to={to}
            className={`group grow rounded-xl px-3.5 pt-2.5 hover:bg-mist ${part ? 'pb-0.5' : 'pb-2.5'}`}
          >
            <span className="block text-sm text-slate">{name}</span>{' '}
            <strong className="text-2xl leading-tight font-bold tabular-nums underline-offset-4 group-hover:underline">
              {value}
            </strong>
          </Link>
          {part && (
            <Link
              to={part.to}
              className="mb-1.5 inline-flex min-h-6 items-center self-start rounded-lg px-3.5 text-sm text-spruce-deep underline underline-offset-4"
            >
              {part.text}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Placeholders of the cards while their figures load. */
export function StatCardsSkeleton({ figures }: { figures: number }) {
  return (
    <div role="status" className={gridClass}>
      <span className="sr-only">Chargement des statistiques…</span>
      {Array.from({ length: figures }, (_, index) => index).map((figure) => (
        <span key={figure} className={`${cardClass} h-24 gap-2 p-3.5`}>
          <span className="block h-4 w-2/3 animate-pulse rounded bg-mist" />
          <span className="block h-7 w-1/3 animate-pulse rounded bg-mist" />
        </span>
      ))}
    </div>
  );
}
