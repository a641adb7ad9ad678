import { Mail, Phone } from 'lucide-react';
import { organizationTypes, quoteStatuses, serviceTypes } from '@/data/quotes/quote-labels';
import type { QuoteRequest } from '@/data/quotes/quotes';
import { formatDateTime, formatRelative } from '@/lib/dates';
import { StatusBadge, type Tone } from '@/ui/status-badge';

const statusTones: Record<string, Tone> = {
  nouveau: 'attention',
  en_cours: 'active',
  répondu: 'done',
  archivé: 'quiet',
};

/** The French label of a stored value; the value itself where a newer version stored one we do not know. */
const label = (labels: Record<string, string>, value: string) => labels[value] ?? value;

/** One quote request in full: who asks, for what, and how to answer. */
export function QuoteCard({ request }: { request: QuoteRequest }) {
  return (
    <article className="flex h-full flex-col rounded-xl border border-line bg-paper p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold break-words">{request.organization_name}</h2>
          <p className="text-sm text-slate">
            {label(organizationTypes, request.organization_type)} · {request.contact_name}
          </p>
        </div>
        <StatusBadge
          tone={statusTones[request.status] ?? 'quiet'}
          label={label(quoteStatuses, request.status)}
        />
      </header>
      <p className="mt-3 font-medium">{label(serviceTypes, request.service_type)}</p>
      {request.message && <p className="mt-1 break-words whitespace-pre-line">{request.message}</p>}
      <footer className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-1 pt-4 text-sm">
        <a
          className="inline-flex min-h-6 items-center gap-1.5 break-all underline"
          href={`mailto:${request.email}`}
        >
          <Mail aria-hidden="true" className="size-4 shrink-0" />
          {request.email}
        </a>
        {request.phone && (
          <a className="inline-flex min-h-6 items-center gap-1.5 underline" href={`tel:${request.phone}`}>
            <Phone aria-hidden="true" className="size-4 shrink-0" />
            {request.phone}
          </a>
        )}
        <time
          dateTime={request.created_at}
          title={formatDateTime(request.created_at)}
          className="ml-auto text-slate"
        >
          {formatRelative(request.created_at)}
        </time>
      </footer>
    </article>
  );
}
