import { Link } from 'react-router-dom';

/** One figure of a strip, linked to the list that it counts, where there is one. */
export type Stat = {
  label: string;
  value: string;
  to?: string;
  /** A part of the figure, with its own list: « 3 à venir ». */
  part?: { text: string; to: string };
};

const stripStyles = {
  /** Style of a line of text above a list. */
  plain: {
    list: 'text-sm mb-2 gap-x-1 gap-y-0.5 -mx-1.5 overflow-x-auto [scrollbar-width:none] max-sm:-mt-2 max-sm:-mb-1 sm:flex-wrap',
    figure: 'min-h-7 px-1.5 [a&]:hover:bg-paper',
  },
  /** Style of tiles to press: the figure beside its name; a line of numbers that scrolls on a phone. */
  tiles: {
    list: 'text-sm gap-2 max-sm:-mx-1.5 max-sm:w-[calc(100%+0.75rem)] max-sm:gap-0 max-sm:overflow-x-auto [scrollbar-width:none]',
    figure:
      'min-h-9 px-3 sm:border sm:border-line sm:bg-paper sm:[a&]:hover:bg-mist max-sm:min-h-7 max-sm:px-1.5 sm:[&_strong]:text-base',
  },
  /** Style of a strip beside another one, in a common frame. */
  inline: {
    list: 'flex-wrap text-[0.8125rem]',
    figure: 'min-h-8 px-1.5 [a&]:hover:bg-mist',
  },
};

/** Figures in one compact strip, each linked to its list. */
export function StatStrip({
  label,
  stats,
  look = 'plain',
}: {
  label: string;
  stats: readonly Stat[];
  look?: keyof typeof stripStyles;
}) {
  const { list, figure: ofLook } = stripStyles[look];
  const figureClass = `inline-flex items-center gap-1.5 rounded-lg whitespace-nowrap ${ofLook}`;
  // A strip that scrolls is reached by keyboard through its links; one without links wraps.
  const wrap = stats.some(({ to, part }) => to || part) ? '' : 'flex-wrap';
  const linkClass = `${figureClass} underline-offset-4 hover:text-ink hover:underline`;
  return (
    <ul aria-label={label} className={`flex shrink-0 text-slate ${wrap} ${list}`}>
      {stats.map(({ label: name, value, to, part }) => {
        const figure = (
          <>
            {name} <strong className="font-semibold text-ink tabular-nums">{value}</strong>
          </>
        );
        return (
          <li key={name} className="flex shrink-0 items-center">
            {to ? (
              <Link to={to} className={linkClass}>
                {figure}
              </Link>
            ) : (
              <span className={figureClass}>{figure}</span>
            )}
            {part && (
              <Link to={part.to} className={`${linkClass} -ml-2`}>
                {part.text}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
