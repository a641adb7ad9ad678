import { useMutation } from '@tanstack/react-query';
import { EyeOff, Reply, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { activity } from '@/admin/data/activity/activity';
import { type QuoteRequest, quoteRequests } from '@/admin/data/quote-requests/quote-requests';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { Modal } from '@/admin/ui/modal';
import { PhoneNumber } from '@/admin/ui/phone-number';
import { RecordHistory } from '@/admin/ui/record-history';
import { StatusChoice } from '@/admin/ui/status-choice';
import {
  consentWordings,
  organizationTypes,
  type QuoteStatus,
  quoteStatuses,
  serviceTypes,
} from '@/shared/data/quote-requests';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { Button, buttonClass } from '@/shared/ui/button';
import { QuoteCountdown } from './request-badges';
import { ReceivedAt } from './request-columns';
import { QuoteContact } from './request-contact';
import { QuoteEmails } from './request-emails';
import type { Removal } from './request-removal';
import { replyHref } from './request-reply';

type Props = {
  /** Absent: the address names a request that is not there. */
  quote: QuoteRequest | undefined;
  now: Date;
  onClose: () => void;
  onRemove: (removal: Removal) => void;
};

/** One request in full, over the list. Opening it changes nothing of it. */
export function QuoteDetail({ quote, now, onClose, onRemove }: Props) {
  return (
    <Modal
      onClose={onClose}
      title={quote?.organization_name ?? 'Demande introuvable'}
      size="lg"
      footer={quote && <RemovalButtons quote={quote} onRemove={onRemove} />}
    >
      {quote ? (
        <Request key={quote.id} quote={quote} now={now} />
      ) : (
        <p>Cette demande n’existe plus. Elle a peut-être été supprimée.</p>
      )}
    </Modal>
  );
}

function RemovalButtons({ quote, onRemove }: { quote: QuoteRequest; onRemove: Props['onRemove'] }) {
  return (
    <>
      {!quote.anonymised_at && (
        <Button
          size="sm"
          variant="outline"
          onClick={() => onRemove({ kind: 'anonymise', requests: [quote] })}
        >
          <EyeOff aria-hidden="true" className="size-4" />
          Anonymiser
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={() => onRemove({ kind: 'delete', requests: [quote] })}>
        <Trash2 aria-hidden="true" className="size-4" />
        Supprimer
      </Button>
    </>
  );
}

function Request({ quote, now }: { quote: QuoteRequest; now: Date }) {
  const [hasReplied, setHasReplied] = useState(false);
  const setStatus = useMutation(quoteRequests.setStatus());
  const isAnswered = quote.status === 'répondu' || quote.status === 'archivé';
  const move = (status: QuoteStatus) => setStatus.mutate({ ids: [quote.id], status });

  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <StatusChoice
          label="Statut"
          value={quote.status}
          options={quoteStatuses}
          pending={setStatus.isPending}
          onApply={(status) => move(status as QuoteStatus)}
        />
        {!quote.anonymised_at && (
          <a
            href={replyHref(quote)}
            className={buttonClass({ variant: 'accent' })}
            onClick={() => setHasReplied(true)}
          >
            <Reply aria-hidden="true" className="size-4" />
            Répondre
          </a>
        )}
      </div>
      {hasReplied && !isAnswered && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-spruce-pale px-4 py-3"
        >
          <p>Votre réponse est partie?</p>
          <Button size="sm" pending={setStatus.isPending} onClick={() => move('répondu')}>
            Marquer « répondu »
          </Button>
        </div>
      )}

      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="Reçue">
          <ReceivedAt quote={quote} />
          {!quote.anonymised_at && (
            <span className="block text-sm text-slate">{formatDateTime(quote.created_at)}</span>
          )}
        </Fact>
        <Fact label="Réponse en 24 à 48 heures ouvrables">
          <QuoteCountdown quote={quote} now={now} />
        </Fact>
        <Fact label="Organisation">
          {quote.organization_name} ({labelOf(organizationTypes, quote.organization_type)})
        </Fact>
        <Fact label="Service">{labelOf(serviceTypes, quote.service_type)}</Fact>
        <Fact label="Personne">{quote.contact_name}</Fact>
        {!quote.anonymised_at && (
          <>
            <Fact label="Courriel">
              <a href={mailtoHref(quote.email)} className="break-all underline">
                {quote.email}
              </a>
            </Fact>
            <Fact label="Téléphone">
              {quote.phone ? (
                <PhoneNumber phone={quote.phone} className="underline" />
              ) : (
                <span className="text-slate">Non donné</span>
              )}
            </Fact>
            <Fact label="Messages commerciaux">
              <Consent version={quote.marketing_consent_version} />
            </Fact>
          </>
        )}
      </dl>

      <section aria-label="Message">
        <h3 className="mb-1.5 text-sm font-semibold text-slate">Message</h3>
        {quote.message ? (
          <p className="rounded-xl bg-mist px-4 py-3 wrap-anywhere whitespace-pre-line">{quote.message}</p>
        ) : (
          <p className="text-slate">Aucun message</p>
        )}
      </section>
      {!quote.anonymised_at && <QuoteContact quote={quote} />}
      <QuoteEmails quoteId={quote.id} />
      <RecordHistory query={activity.ofRecord('quote_requests', quote.id)} />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm font-semibold text-slate">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** What the person allowed besides an answer, and in which words. */
function Consent({ version }: { version: string | null }) {
  if (!version) return <>Non demandés</>;
  const wording = (consentWordings as Record<string, { label: string }>)[version];
  return (
    <>
      Acceptés (texte du {version})
      {wording && <span className="block text-sm text-slate">« {wording.label} »</span>}
    </>
  );
}
