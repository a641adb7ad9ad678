import { telHref } from '@contract/phone';
import { organizationTypes, serviceTypes } from '@contract/quote-request';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Archive, ArrowLeft, EyeOff, Phone, Reply, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { activity } from '@/admin/kit/data/activity';
import { formatDateTime, formatDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { useWindowKind } from '@/admin/kit/lib/use-window-kind';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { EmailText } from '@/admin/kit/ui/email-text';
import { PhoneNumber } from '@/admin/kit/ui/phone-number';
import { RecordHistory } from '@/admin/kit/ui/record-history';
import { RecordSummary } from '@/admin/kit/ui/record-summary';
import { StatusChoice } from '@/admin/kit/ui/status-choice';
import { SubjectParts } from '@/admin/kit/ui/subject-parts';
import { NewQuoteButton } from '@/admin/quotes/parts/new-quote-button';
import { NextActionCard } from '@/admin/today/parts/next-action-card';
import {
  consentWordings,
  type QuoteStatus,
  quoteStatuses,
  requestNumber,
} from '@/shared/data/quote-requests';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { type QuoteRequest, quoteRequests } from '../data/quote-requests';
import { requestThread } from '../data/request-thread';
import { tables } from '../data/tables';
import { REPLY_HASH, requestSlots } from '../paths';
import { QuoteCountdown, QuoteStatusBadge } from './request-badges';
import { QuoteContact } from './request-contact';
import { RequestInterest } from './request-interest';
import { ReceivedAt } from './request-list';
import { QuoteOutcome } from './request-outcome';
import type { Removal } from './request-removal';
import { RequestThread } from './request-thread';
import { RequestWriter } from './request-writer';

const { fields } = tables.quote_requests;

/** Actions of the inbox's keys on the open request. */
export type ReplyHandle = { write: () => void };

type Props = {
  /** The request; undefined when the address names an unknown one. */
  quote: QuoteRequest | undefined;
  now: Date;
  ref: Ref<ReplyHandle>;
  onClose: () => void;
  onArchive: () => void;
  onRemove: (removal: Removal) => void;
};

/** One request in full, with its thread. Opening it changes nothing. */
export function QuoteDetail({ quote, now, ref, onClose, onArchive, onRemove }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const pane = useRef<HTMLElement>(null);
  const write = () =>
    pane.current?.querySelector<HTMLElement>('[data-reply-composer] textarea, [data-reply-again]')?.focus();
  useImperativeHandle(ref, () => ({ write }));
  useEffect(() => {
    // On a phone the list is unmounted, with its focus and scroll position.
    if (!window.matchMedia?.('(width < 64rem)').matches || window.location.hash === REPLY_HASH) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const title = quote?.organization_name ?? 'Demande introuvable';
  const phoneHref = quote?.phone ? telHref(quote.phone) : undefined;
  const canAnswer = quote && !quote.anonymised_at;
  const isReadOnly = useIsReadOnly();
  const isPhone = useWindowKind() === 'phone';
  // On a phone they come after what the person wrote.
  const actions = canAnswer && (
    <div className="mt-3 flex flex-wrap items-start gap-2">
      {!isReadOnly && (
        <Button variant="accent" size="sm" className="max-lg:hidden" onClick={write}>
          <Reply aria-hidden="true" className="size-4" />
          Répondre
        </Button>
      )}
      <QuoteContact quote={quote} />
      {!isReadOnly && <NewQuoteButton source={{ source: 'quote_request', source_id: quote.id }} />}
      {!isReadOnly && quote.status !== 'archivé' && (
        <Button size="sm" variant="outline" onClick={onArchive}>
          <Archive aria-hidden="true" className="size-4" />
          Archiver
        </Button>
      )}
    </div>
  );

  return (
    <section
      ref={pane}
      aria-label={title}
      className="group/request relative min-w-0 rounded-xl border border-line bg-paper lg:overflow-y-auto"
    >
      <div className="border-b border-line px-4 py-3 sm:px-6">
        <Button variant="ghost" size="sm" className="mb-1 -ml-3 lg:hidden" onClick={onClose}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Soumissions
        </Button>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-bold wrap-anywhere outline-none">
          {title}
        </h2>
        {quote && (
          <p className="text-sm text-slate">
            <ReceivedAt quote={quote} /> · <QuoteCountdown quote={quote} now={now} />
          </p>
        )}
        {!isPhone && actions}
      </div>
      {quote ? (
        <div className={`space-y-6 px-4 py-4 sm:px-6 ${canAnswer ? 'max-lg:pb-24' : ''}`}>
          <RecordSummary
            badge={<QuoteStatusBadge status={quote.status} />}
            facts={[quote.contact_name, labelOf(serviceTypes, quote.service_type)]}
            {...(canAnswer && { email: quote.email, phone: quote.phone, place: quote.organization_name })}
          />
          {!isPhone && <RequestFacts quote={quote} />}
          <Conversation quote={quote} />
          {isPhone && actions}
          {canAnswer && (
            <NextActionCard target={{ kind: 'quote_request', id: quote.id }} phone={quote.phone} />
          )}
          {isPhone && <RequestFacts quote={quote} />}
          <SubjectParts slot={requestSlots.detail} given={{ id: quote.id }} />
          <Status quote={quote} />
          {canAnswer && <QuoteOutcome quote={quote} />}
          <RecordHistory query={activity.ofRecord('quote_requests', quote.id)} />
          <AdminsOnly>
            <div className="flex flex-wrap gap-2 border-t border-line pt-4">
              {canAnswer && (
                <Button
                  size="sm"
                  variant="outline"
                  onClick={() => onRemove({ kind: 'anonymise', requests: [quote] })}
                >
                  <EyeOff aria-hidden="true" className="size-4" />
                  Anonymiser
                </Button>
              )}
              <Button
                size="sm"
                variant="outline"
                onClick={() => onRemove({ kind: 'delete', requests: [quote] })}
              >
                <Trash2 aria-hidden="true" className="size-4" />
                Supprimer
              </Button>
            </div>
          </AdminsOnly>
        </div>
      ) : (
        <p className="p-6">Cette demande n’existe plus. Elle a peut-être été supprimée.</p>
      )}
      {canAnswer && (!isReadOnly || phoneHref) && (
        <div
          data-bottom-bar=""
          className="fixed inset-x-0 bottom-0 z-20 flex gap-3 border-t border-line bg-paper px-4 py-2.5 group-has-data-written-in/request:hidden lg:hidden"
        >
          {!isReadOnly && (
            <Button variant="accent" className="flex-1" onClick={write}>
              <Reply aria-hidden="true" className="size-4" />
              Répondre
            </Button>
          )}
          {phoneHref && (
            <a href={phoneHref} className={buttonClass({ variant: 'outline', className: 'flex-1' })}>
              <Phone aria-hidden="true" className="size-4" />
              Appeler
            </a>
          )}
        </div>
      )}
    </section>
  );
}

/** The thread of the request, then the reply field. */
function Conversation({ quote }: { quote: QuoteRequest }) {
  const thread = useQuery(requestThread.of(quote.id));
  if (thread.isPending) return <Spinner />;
  if (!thread.data)
    return (
      <ErrorState
        title="Impossible de charger les échanges"
        error={thread.error}
        onRetry={() => thread.refetch()}
      />
    );
  return (
    <>
      <RequestThread quote={quote} thread={thread.data} />
      {!quote.anonymised_at && (
        <AdminsOnly>
          <RequestInterest quote={quote} messages={thread.data.messages} />
          <RequestWriter quote={quote} thread={thread.data} />
        </AdminsOnly>
      )}
    </>
  );
}

function RequestFacts({ quote }: { quote: QuoteRequest }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm 2xl:grid-cols-3">
      <Fact label="Personne">{quote.contact_name}</Fact>
      <Fact label={fields.service_type}>{labelOf(serviceTypes, quote.service_type)}</Fact>
      {!quote.anonymised_at && (
        <>
          <Fact label={fields.email} className="max-sm:col-span-full">
            <a href={mailtoHref(quote.email)} className="wrap-anywhere underline">
              <EmailText address={quote.email} />
            </a>
          </Fact>
          <Fact label={fields.phone}>
            {quote.phone ? (
              <PhoneNumber phone={quote.phone} className="underline" />
            ) : (
              <span className="text-slate">Non donné</span>
            )}
          </Fact>
        </>
      )}
      <Fact label={fields.organization_type}>{labelOf(organizationTypes, quote.organization_type)}</Fact>
      {!quote.anonymised_at && (
        <>
          <Fact label="Reçue le">{formatDateTime(quote.created_at)}</Fact>
          <Fact label="Numéro">{requestNumber(quote.id)}</Fact>
          <Fact label="Messages commerciaux" className="col-span-full">
            <Consent version={quote.marketing_consent_version} />
          </Fact>
        </>
      )}
    </dl>
  );
}

function Status({ quote }: { quote: QuoteRequest }) {
  const setStatus = useMutation(quoteRequests.setStatus());
  return (
    <StatusChoice
      label={fields.status}
      value={quote.status}
      options={quoteStatuses}
      pending={setStatus.isPending}
      onApply={(status) => setStatus.mutate({ ids: [quote.id], status: status as QuoteStatus })}
    />
  );
}

function Fact({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-xs font-semibold text-slate">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The person's consent beyond an answer, with its wording. */
function Consent({ version }: { version: string | null }) {
  if (!version) return <>Consentement non donné</>;
  const wording = (consentWordings as Record<string, { label: string }>)[version];
  return (
    <>
      Acceptés (texte du {formatDay(version)})
      {wording && <span className="block text-sm text-slate">« {wording.label} »</span>}
    </>
  );
}
