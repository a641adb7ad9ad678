import { useMutation, useQuery } from '@tanstack/react-query';
import {
  notificationKinds,
  notificationStates,
  type QuoteRequestEmail,
  quoteRequestEmails,
} from '@/admin/data/quote-requests/quote-request-emails';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { StatusBadge, type Tone } from '@/admin/ui/status-badge';
import { Button } from '@/shared/ui/button';

const tones: Record<string, Tone> = {
  en_attente: 'active',
  envoyé: 'done',
  échec: 'attention',
  incertain: 'attention',
};

/** The e-mails that the request set off, and what became of them. Nothing for a request that came before them. */
export function QuoteEmails({ quoteId }: { quoteId: string }) {
  const emails = useQuery(quoteRequestEmails.of(quoteId));
  if (emails.isError) return <p className="text-sm text-slate">L’état des courriels n’a pas pu être lu.</p>;
  if (!emails.data || emails.data.length === 0) return null;
  return (
    <section aria-label="Courriels">
      <h3 className="mb-1.5 text-sm font-semibold text-slate">Courriels</h3>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {emails.data.map((email) => (
          <Email key={email.id} email={email} />
        ))}
      </ul>
    </section>
  );
}

function Email({ email }: { email: QuoteRequestEmail }) {
  const retry = useMutation(quoteRequestEmails.retry());
  const { id, kind, state, attempts, last_error, finished_at } = email;
  const isOver = state === 'échec' || state === 'incertain';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <span className="font-medium">{labelOf(notificationKinds, kind)}</span>
      <StatusBadge tone={tones[state] ?? 'quiet'} label={labelOf(notificationStates, state)} />
      {state === 'envoyé' && finished_at && (
        <span className="text-sm text-slate">le {formatDateTime(finished_at)}</span>
      )}
      {isOver && (
        <Button
          size="sm"
          variant="outline"
          className="ml-auto"
          pending={retry.isPending}
          onClick={() => retry.mutate(id)}
        >
          Renvoyer
        </Button>
      )}
      {state !== 'envoyé' && last_error && (
        <p className="w-full text-sm wrap-anywhere text-slate">
          {attempts > 1 && `Essai ${attempts}\u00a0: `}
          {last_error}
        </p>
      )}
    </li>
  );
}
