import { useQuery } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { formatDateTime, formatDayAndTime, formatHour } from '@/admin/kit/lib/dates';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { settings } from '@/admin/settings/data/settings';

/** Age in ms from which an hour alone is ambiguous. */
const TODAY = 12 * 3_600_000;

/**
 * Formats the next attempt, « , 3e tentative à 14 h 09 », after the beginning of an outage; empty when none is
 * planned.
 */
export const nextAttempt = ({ attempts, next_at }: { attempts: number; next_at?: string | null }): string =>
  next_at ? `, ${attempts + 1}e\u00a0tentative à ${formatHour(next_at)}` : '';

/**
 * Warns that the mailbox of answers cannot be read, with the consequences; renders nothing while it can, or without
 * one.
 */
export function InboxOutage() {
  const { data } = useQuery(settings.sending());
  const inbox = data?.inbox;
  if (!inbox) return null;
  const isToday = serverClock.now() - Date.parse(inbox.since) < TODAY;
  return (
    <p
      role="status"
      className="mt-2 flex items-start gap-2 rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink"
    >
      <MailWarning aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold" title={formatDateTime(inbox.since)}>
          Boîte de réception injoignable depuis{' '}
          {isToday ? formatHour(inbox.since) : `le ${formatDayAndTime(inbox.since)}`}
        </span>
        {nextAttempt(inbox)}. {inbox.reason} Les réponses reçues depuis ne sont pas lues ici&nbsp;: une
        relance peut partir à qui a déjà répondu.
      </span>
    </p>
  );
}
