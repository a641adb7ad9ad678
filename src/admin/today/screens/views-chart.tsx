import { once } from '@/admin/kit/lib/once';
import { counted, formatNumber } from '@/shared/lib/numbers';
import type { MonthlyViews } from '../data/dashboard';

/** Bars of a drawing 100 units high, each in a slot 10 units wide. */
const SLOT_WIDTH = 10;
const DRAWING_HEIGHT = 100;
const BAR_GAP = 1.5;

/** Views of tours by month: a bar chart, and a table for screen readers. */
export function ViewsChart({ months }: { months: readonly MonthlyViews[] }) {
  const total = months.reduce((sum, { views }) => sum + views, 0);
  const highest = Math.max(...months.map(({ views }) => views));
  if (total === 0) {
    return <p className="text-slate">Aucune ouverture de visite depuis douze mois.</p>;
  }
  return (
    <>
      <p className="mb-6 text-sm text-slate">{counted(total, 'ouverture')} en douze mois</p>
      <table className="sr-only">
        <caption>Ouvertures des visites par mois</caption>
        <thead>
          <tr>
            <th scope="col">Mois</th>
            <th scope="col">Ouvertures</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, views }) => (
            <tr key={month}>
              <th scope="row">{monthNames(month).full}</th>
              <td>{formatNumber(views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div aria-hidden="true">
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the table says it in words */}
        <svg
          viewBox={`0 0 ${months.length * SLOT_WIDTH} ${DRAWING_HEIGHT}`}
          preserveAspectRatio="none"
          className="h-28 w-full border-b border-line"
        >
          {months.map(({ month, views }, index) => {
            const height = (views / highest) * DRAWING_HEIGHT;
            return (
              <rect
                key={month}
                x={index * SLOT_WIDTH + BAR_GAP}
                y={DRAWING_HEIGHT - height}
                width={SLOT_WIDTH - 2 * BAR_GAP}
                height={height}
                className="fill-spruce"
              >
                <title>{`${monthNames(month).full}\u00a0: ${formatNumber(views)}`}</title>
              </rect>
            );
          })}
        </svg>
        <ul className="grid grid-cols-12 text-center text-xs">
          {months.map(({ month, views }) => {
            const { short, letter } = monthNames(month);
            return (
              <li key={month} className="pt-1.5">
                <span className="hidden font-semibold tabular-nums sm:block">{formatNumber(views)}</span>
                <span className="hidden text-slate sm:block">{short}</span>
                <span className="text-slate sm:hidden">{letter}</span>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

const monthFormat = (month: 'long' | 'short' | 'narrow') =>
  // The first day of a month is a date without an hour, formatted in UTC.
  once(() => new Intl.DateTimeFormat('fr-CA', { month, timeZone: 'UTC' }));

const formats = { long: monthFormat('long'), short: monthFormat('short'), narrow: monthFormat('narrow') };

/** Returns the names of a month given by its first day (`2026-11-01`): « novembre 2026 », « nov. », « N ». */
function monthNames(firstDay: string) {
  const date = new Date(`${firstDay}T00:00:00Z`);
  return {
    full: `${formats.long().format(date)} ${date.getUTCFullYear()}`,
    short: formats.short().format(date),
    letter: formats.narrow().format(date),
  };
}
