import { formatNumber } from '@/shared/lib/numbers';
import type { QuoteRequest } from '../data/quote-requests';
import { inboxKeys } from './inbox-keys';
import { inboxViews, isOpen } from './request-filters';

type Props = { list: readonly QuoteRequest[]; value: string; onChange: (view: string) => void };

/** The views of the inbox, with the number of waiting requests in the first ones. */
export function InboxViews({ list, value, onChange }: Props) {
  const counts: Record<string, number> = {
    '': list.filter(isOpen).length,
    nouveau: list.filter(({ status }) => status === 'nouveau').length,
    en_cours: list.filter(({ status }) => status === 'en_cours').length,
  };
  return (
    <fieldset className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-2 py-1 [scrollbar-width:none] lg:flex-wrap">
      <legend className="sr-only">Vue</legend>
      {Object.entries(inboxViews).map(([view, label]) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === value}
          onClick={() => onChange(view)}
          className="min-h-7 shrink-0 rounded-full px-2.5 text-sm font-medium whitespace-nowrap hover:bg-mist aria-pressed:bg-spruce aria-pressed:text-white"
        >
          {label}
          {counts[view] !== undefined && ` (${formatNumber(counts[view])})`}
        </button>
      ))}
    </fieldset>
  );
}

/** Lists the keys of the inbox, on devices that probably have a keyboard. */
export function KeysHint() {
  return (
    <p className="flex max-w-sm flex-wrap justify-center gap-x-4 gap-y-2 text-sm">
      {Object.values(inboxKeys).map(({ key, display, label }) => (
        <span key={key} className="whitespace-nowrap">
          <kbd className="rounded border border-line bg-paper px-1 font-sans">{display}</kbd> {label}
        </span>
      ))}
    </p>
  );
}
