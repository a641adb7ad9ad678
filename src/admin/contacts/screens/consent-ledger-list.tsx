import { useQuery } from '@tanstack/react-query';
import { formatDay } from '@/admin/kit/lib/dates';
import { httpHref } from '@/shared/lib/text';
import { Button } from '@/shared/ui/button';
import { type ConsentEvent, consentLedger } from '../data/consent-ledger';
import { ledgerBases } from '../data/contact-labels';

/** Every event of the consent ledger for an address, newest first. */
export function ConsentLedgerList({ email }: { email: string }) {
  const ledger = useQuery(consentLedger.of(email));
  if (ledger.isError) {
    return (
      <p role="alert" className="text-sm">
        Le registre n’a pas pu être chargé.{' '}
        <Button size="sm" variant="ghost" onClick={() => ledger.refetch()}>
          Réessayer
        </Button>
      </p>
    );
  }
  if (!ledger.data) return <p className="text-sm text-slate">Chargement…</p>;
  if (ledger.data.length === 0) {
    return <p className="text-sm text-slate">Aucune preuve consignée pour cette adresse.</p>;
  }
  return (
    <ol className="divide-y divide-line">
      {ledger.data.map((event) => (
        <LedgerLine key={event.id} event={event} />
      ))}
    </ol>
  );
}

function LedgerLine({ event }: { event: ConsentEvent }) {
  const { basis, occurred_at, evidence, wording, wording_version, suppression_lifts } = event;
  const source = event.source_url && httpHref(event.source_url);
  return (
    <li className="py-3 text-sm">
      <p className="font-medium">{ledgerBases[basis]}</p>
      <p className="text-slate">
        {formatDay(occurred_at)} · {authorOf(event)}
      </p>
      {evidence && <p className="mt-1 wrap-anywhere whitespace-pre-line">{evidence}</p>}
      {suppression_lifts.map(({ reason }) => (
        <p key={reason} className="mt-1 wrap-anywhere">
          Retrait levé&nbsp;: {reason}
        </p>
      ))}
      {wording && (
        <blockquote className="mt-1 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line text-slate">
          «&nbsp;{wording}&nbsp;»{wording_version && ` (version du ${wording_version})`}
        </blockquote>
      )}
      {source && (
        <a
          className="mt-1 inline-block break-all underline"
          href={source}
          target="_blank"
          rel="noopener noreferrer"
        >
          Source<span className="sr-only"> (nouvel onglet)</span>
        </a>
      )}
    </li>
  );
}

/** Names the author of an event: nobody is signed in when a person unsubscribes by the link of a message. */
function authorOf({ recorded_by, isMine }: ConsentEvent): string {
  if (recorded_by === null) return 'consigné automatiquement';
  return isMine ? 'consigné par vous' : 'consigné par l’équipe';
}
