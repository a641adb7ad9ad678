import type { ReactNode } from 'react';
import { useWindowKind } from '../lib/use-window-kind';
import { ReachLinks } from './reach-links';

type Props = {
  /** State of the record, where the next card does not begin with it. */
  badge?: ReactNode;
  /** The deciding facts, each a short text: who, when, how much. */
  facts: readonly (string | false | null | undefined)[];
  phone?: string | null | undefined;
  email?: string | null | undefined;
  /** Search text for a map; empty without a place. */
  place?: string | undefined;
};

/**
 * The summary of a record, first on a phone: its state, its facts, and buttons to call, write and navigate. Renders
 * nothing on wider windows, whose columns show the same.
 */
export function RecordSummary({ badge, facts, phone = null, email = null, place = '' }: Props) {
  if (useWindowKind() !== 'phone') return null;
  return (
    <section aria-label="En bref" className="mb-4">
      <p className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {badge}
        <span className="min-w-0 wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      <ReachLinks phone={phone} email={email} place={place} />
    </section>
  );
}
