import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { type IssuedQuote, issuedQuotes } from '@/admin/data/issued-quotes/issued-quotes';
import { issuedQuoteStatuses, quoteEventKinds } from '@/admin/data/issued-quotes/quote-labels';
import { formatDateTime } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { PageHeader } from '@/admin/ui/page-header';
import { paths } from '@/shared/lib/admin-paths';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { controlClass, Field } from '@/shared/ui/field';
import { QuoteSheet, quoteTitle } from '@/shared/ui/quote-sheet';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { DraftForm } from './draft-form';
import { MunicipalPanel } from './municipal-panel';

const { admin } = paths;

/** One quote: a draft is written, what was sent is read. */
export function IssuedQuotePage() {
  const { id = '' } = useParams();
  // What is being typed must not be replaced by what was read again.
  const { data: quote, ...query } = useQuery({ ...issuedQuotes.byId(id), refetchOnWindowFocus: false });
  const title = quote ? quoteTitle({ number: quote.number ?? '', revision: quote.revision }) : 'Devis';
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader
        title={title}
        count={quote?.number ? labelOf(issuedQuoteStatuses, quote.status) : undefined}
      />
      {query.isPending ? (
        <Spinner />
      ) : quote === undefined ? (
        <ErrorState title="Impossible de charger le devis" onRetry={() => query.refetch()} />
      ) : quote === null ? (
        <EmptyState title="Ce devis n’existe pas ou a été supprimé">
          <Link to={admin.issuedQuotes.href()} className="underline">
            Revenir aux devis
          </Link>
        </EmptyState>
      ) : (
        <div className="space-y-6">
          {quote.status === 'brouillon' ? (
            <DraftForm key={quote.id} quote={quote} />
          ) : (
            <SentQuote key={quote.id} quote={quote} />
          )}
          <Thread id={quote.id} />
        </div>
      )}
    </>
  );
}

/** What can still be said of a sent quote, by its state: the answer stored → what its button says. */
const answers: Partial<Record<IssuedQuote['status'], Record<string, string>>> = {
  envoyé: { accepté: 'Noter l’acceptation', refusé: 'Noter le refus', annulé: 'Annuler le devis' },
  expiré: { accepté: 'Noter l’acceptation', refusé: 'Noter le refus', annulé: 'Annuler le devis' },
  refusé: { accepté: 'Noter l’acceptation', envoyé: 'Retirer le refus', annulé: 'Annuler le devis' },
  accepté: { envoyé: 'Retirer l’acceptation', annulé: 'Annuler le devis' },
  annulé: { envoyé: 'Remettre en cours' },
};

function SentQuote({ quote }: { quote: IssuedQuote }) {
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const [reason, setReason] = useState('');
  const open = { onSuccess: (id: string) => navigate(admin.issuedQuote.href(id)) };
  const revise = useMutation(issuedQuotes.revise());
  const duplicate = useMutation(issuedQuotes.duplicate());
  const answer = useMutation(issuedQuotes.answer());
  const choices = Object.entries(answers[quote.status] ?? {});
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_22rem]">
      {quote.snapshot && (
        <div className="min-w-0 space-y-6">
          <QuoteSheet quote={quote.snapshot} />
          <MunicipalPanel quote={quote.snapshot} />
        </div>
      )}
      {!isReadOnly && (
        <div className="space-y-4 rounded-xl border border-line bg-paper p-4 sm:p-5 xl:sticky xl:top-4">
          <div className="flex flex-wrap gap-2">
            {['envoyé', 'refusé', 'expiré'].includes(quote.status) && (
              <Button pending={revise.isPending} onClick={() => revise.mutate(quote.id, open)}>
                Réviser
              </Button>
            )}
            <Button
              variant="outline"
              pending={duplicate.isPending}
              onClick={() => duplicate.mutate(quote.id, open)}
            >
              Dupliquer
            </Button>
          </div>
          {choices.length > 0 && (
            <>
              <Field
                label="Raison ou référence"
                hint="Numéro et date de la résolution, bon de commande, raison du refus… Gardée dans l’historique."
              >
                {(control) => (
                  <textarea
                    {...control}
                    rows={3}
                    maxLength={2000}
                    value={reason}
                    onChange={({ target }) => setReason(target.value)}
                    className={controlClass}
                  />
                )}
              </Field>
              <div className="flex flex-wrap gap-2">
                {choices.map(([given, label]) => (
                  <Button
                    key={given}
                    size="sm"
                    variant="outline"
                    disabled={!reason.trim()}
                    pending={answer.isPending}
                    onClick={() =>
                      answer.mutate(
                        { id: quote.id, answer: given, reason },
                        { onSuccess: () => setReason('') },
                      )
                    }
                  >
                    {label}
                  </Button>
                ))}
              </div>
            </>
          )}
        </div>
      )}
    </div>
  );
}

function Thread({ id }: { id: string }) {
  const events = useQuery(issuedQuotes.events(id));
  if (!events.data || events.data.length === 0) return null;
  return (
    <section aria-labelledby="titre-historique" className="rounded-xl border border-line bg-paper p-4 sm:p-5">
      <h2 id="titre-historique" className="font-semibold">
        Historique
      </h2>
      <ol className="mt-2 space-y-2">
        {events.data.map(({ id: key, kind, body, created_at }) => (
          <li key={key} className="wrap-anywhere">
            <span className="font-medium">{quoteEventKinds[kind] ?? kind}</span>{' '}
            <span className="text-sm text-slate">{formatDateTime(created_at)}</span>
            {body && <p className="whitespace-pre-line">{body}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
