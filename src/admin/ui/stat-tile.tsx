import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

type Props = { label: string; value: ReactNode; detail?: string; to?: string };

/** One figure and what it counts; a link to its list where there is one. */
export function StatTile({ label, value, detail, to }: Props) {
  const content = (
    <>
      <span className="text-sm text-slate">{label}</span>
      <span className="font-display text-2xl font-bold tabular-nums">{value}</span>
      {detail && <span className="text-sm text-slate">{detail}</span>}
    </>
  );
  const look = 'flex h-full flex-col gap-0.5 rounded-xl border border-line bg-paper px-4 py-3';
  return to ? (
    <Link to={to} className={`${look} hover:border-spruce`}>
      {content}
    </Link>
  ) : (
    <div className={look}>{content}</div>
  );
}
