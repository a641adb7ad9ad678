import { quebecDay } from '@contract/eastern-time';
import { monthAndYear } from '@contract/french-date';
import { serviceTypes } from '@contract/quote-request';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { formatRelative } from '@/admin/kit/lib/relative-time';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import type { QuoteRequest } from '../data/quote-requests';
import { OutcomeBadge, QuoteCountdown, QuoteStatusBadge } from './request-badges';
import type { QuoteGroup } from './request-filters';

/** Number of rows at first, and of those added each time. */
const ROWS_A_STEP = 200;

/** The moment of a request; an anonymised one only has its month. */
export function ReceivedAt({ quote }: { quote: QuoteRequest }) {
  if (quote.anonymised_at) {
    return <span className="text-slate">{monthAndYear(quebecDay(new Date(quote.created_at)))}</span>;
  }
  return (
    <time dateTime={quote.created_at} title={formatDateTime(quote.created_at)} className="text-slate">
      {formatRelative(quote.created_at)}
    </time>
  );
}

type Props = {
  groups: readonly QuoteGroup[];
  openId: string | null;
  now: Date;
  /** Returns the address that opens a request beside the present list. */
  hrefOf: (id: string) => string;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
};

/** The requests in their groups, one short line each. */
export function RequestList({ groups, openId, now, hrefOf, selected, onSelect }: Props) {
  const [limit, setLimit] = useState(ROWS_A_STEP);
  let left = limit;
  const visible = groups.map(({ title, rows }) => {
    const part = rows.slice(0, Math.max(0, left));
    left -= part.length;
    return { title, total: rows.length, rows: part };
  });
  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <>
      {visible.map(({ title, total: count, rows }) => (
        <section key={title} aria-label={title}>
          <h2
            className={`border-b border-line bg-mist px-3 py-0.5 text-xs font-semibold ${title === 'En retard' ? 'text-sumac-deep' : 'text-slate'}`}
          >
            {title} ({formatNumber(count)})
          </h2>
          <ul>
            {rows.map((quote) => (
              <Row
                key={quote.id}
                quote={quote}
                now={now}
                href={hrefOf(quote.id)}
                isOpen={quote.id === openId}
                isSelected={selected.has(quote.id)}
                onToggle={() => toggle(quote.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      {total > limit && (
        <Button variant="ghost" size="sm" className="m-2" onClick={() => setLimit(limit + ROWS_A_STEP)}>
          Afficher {formatNumber(Math.min(ROWS_A_STEP, total - limit))} demandes de plus
        </Button>
      )}
    </>
  );
}

type RowProps = {
  quote: QuoteRequest;
  now: Date;
  href: string;
  isOpen: boolean;
  isSelected: boolean;
  onToggle: () => void;
};

function Row({ quote, now, href, isOpen, isSelected, onToggle }: RowProps) {
  const { id, organization_name, status, service_type } = quote;
  return (
    <li
      data-request={id}
      className={`relative flex min-h-14 items-center gap-1 border-b border-line py-1 pr-3 not-has-[label]:pl-3 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] lg:min-h-13 lg:[contain-intrinsic-size:auto_3.25rem] ${isOpen ? 'bg-spruce-pale' : 'hover:bg-mist'}`}
    >
      <AdminsOnly>
        <label className="relative z-10 flex min-h-11 w-9 shrink-0 self-stretch cursor-pointer items-center justify-center">
          <input
            type="checkbox"
            className="size-4"
            checked={isSelected}
            onChange={onToggle}
            aria-label={`Sélectionner la demande de ${organization_name}`}
          />
        </label>
      </AdminsOnly>
      <div className="min-w-0 flex-1 leading-tight">
        <p className="flex items-start gap-2">
          <Link
            to={href}
            preventScrollReset
            data-primary=""
            aria-current={isOpen || undefined}
            className={`min-w-0 flex-1 text-[0.95rem] wrap-anywhere after:absolute after:inset-0 ${status === 'nouveau' ? 'font-bold' : 'font-medium'}`}
          >
            {organization_name}
          </Link>
          <span className="shrink-0 text-xs [&>span]:px-2 [&>span]:py-0 [&>span]:text-xs">
            {quote.outcome ? <OutcomeBadge outcome={quote.outcome} /> : <QuoteStatusBadge status={status} />}
          </span>
        </p>
        <p className="mt-0.5 flex items-center justify-between gap-2 text-xs text-slate">
          <span className="truncate">{labelOf(serviceTypes, service_type)}</span>
          <span className="shrink-0 whitespace-nowrap">
            {status === 'nouveau' || status === 'en_cours' ? (
              <QuoteCountdown quote={quote} now={now} />
            ) : (
              <ReceivedAt quote={quote} />
            )}
          </span>
        </p>
      </div>
    </li>
  );
}
