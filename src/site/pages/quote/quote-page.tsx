import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { isStudioBrowser } from '@/shared/lib/session-key';
import { buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { MunicipalCost } from '@/shared/ui/municipal-cost';
import { QuoteSheet, quoteTitle } from '@/shared/ui/quote-sheet';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { type PublicQuote, publicQuote } from '@/site/data/public-quotes';
import { withQueries } from '@/site/lib/with-queries';
import { StudioEmail } from '@/site/ui/answer-parts';
import { QuoteAnswer } from './quote-answer';

/** Stamp above a document that can no longer be answered; printed too. */
const stampTexts: Partial<Record<PublicQuote['status'], string>> = {
  accepté: 'Accepté',
  refusé: 'Refusé',
  expiré: 'Expiré',
  remplacé: 'Remplacé',
  annulé: 'Annulé',
};

/**
 * The page behind the link of a quote: the document, its PDF, and the client's answer. Opening it changes nothing,
 * because mail scanners open every link. As its address is a secret, it is hidden from search engines and referrers.
 */
export const QuotePage = withQueries(function QuotePage() {
  const { token = '' } = useParams();
  const api = useMemo(() => publicQuote(token), [token]);
  // A refetch would replace the page while a form is being filled in.
  const { data: quote, ...query } = useQuery({ ...api.read(), refetchOnWindowFocus: false });
  const title = quote ? quoteTitle(quote.document) : 'Devis';
  return (
    <>
      <Seo title={title} noIndex />
      <meta name="referrer" content="no-referrer" />
      <header className="on-dark bg-lake pt-[4.5rem] text-white print:hidden">
        <div className="mx-auto max-w-7xl px-5 py-7 sm:px-8">
          <h1 className="text-3xl font-bold wrap-anywhere sm:text-4xl">
            {/* Keeps the number on one line: it contains a hyphen. */}
            Devis {quote && <span className="whitespace-nowrap">{quote.document.number}</span>}
            {quote && quote.document.revision > 1 && `, révision ${quote.document.revision}`}
          </h1>
          {quote && (
            <p className="mt-2 wrap-anywhere text-white/90">
              {[quote.document.subject, quote.document.client.organization].filter(Boolean).join(' · ')}
            </p>
          )}
          {quote && <Downloads quote={quote} api={api} />}
        </div>
      </header>
      <div className="mx-auto min-h-96 max-w-7xl px-5 py-8 sm:px-8 print:max-w-none print:p-0">
        {quote ? (
          <Quote quote={quote} token={token} api={api} />
        ) : quote === null ? (
          <UnknownLink />
        ) : query.isPending ? (
          <Spinner label="Ouverture du devis…" />
        ) : (
          <>
            <ErrorState title="Impossible d’ouvrir le devis" onRetry={() => query.refetch()} />
            <p className="mt-6">
              Vous pouvez aussi nous écrire à <StudioEmail />.
            </p>
          </>
        )}
        <noscript>
          <p className="text-lg">
            Pour lire ce devis sans JavaScript, ouvrez le PDF joint à notre courriel, ou écrivez-nous à{' '}
            <StudioEmail />.
          </p>
        </noscript>
      </div>
    </>
  );
});

type PageProps = { quote: PublicQuote; api: ReturnType<typeof publicQuote> };

function Downloads({ quote, api }: PageProps) {
  const look = buttonClass({ variant: 'outline', className: 'min-w-0' });
  return (
    <p className="mt-5 flex flex-wrap gap-3">
      <a href={api.pdf()} rel="noreferrer" download className={look}>
        <Download aria-hidden="true" className="size-5 shrink-0" />
        Télécharger le PDF
      </a>
      {quote.acceptance && (
        <a href={api.pdf('acceptance')} rel="noreferrer" download className={look}>
          <Download aria-hidden="true" className="size-5 shrink-0" />
          Télécharger la copie signée
        </a>
      )}
      {quote.status === 'envoyé' && (
        <a href="#reponse" className={buttonClass({ variant: 'accent', className: 'lg:hidden' })}>
          Répondre
        </a>
      )}
    </p>
  );
}

function Quote({ quote, token, api }: PageProps & { token: string }) {
  const { mutate: tellOpened } = useMutation(api.opened());
  const isOpen = quote.status === 'envoyé';
  useEffect(() => {
    // A prerendered tab has no reader yet, and the studio's own look says nothing of the client.
    if (isOpen && document.visibilityState === 'visible' && !isStudioBrowser()) tellOpened();
  }, [isOpen, tellOpened]);
  const stamp = stampTexts[quote.status];
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] print:block">
      <div className="min-w-0 space-y-4">
        {stamp && (
          <p
            className={`rounded-lg border px-4 py-2 font-semibold ${
              quote.acceptance
                ? 'border-spruce bg-spruce-pale text-spruce-deep'
                : 'border-amber-ink bg-amber-pale text-amber-ink'
            }`}
          >
            {stamp}
          </p>
        )}
        <QuoteSheet quote={quote.document} />
      </div>
      <div className="min-w-0 space-y-6 print:hidden">
        <QuoteAnswer quote={quote} token={token} api={api} />
        <MunicipalCost quote={quote.document} />
      </div>
    </div>
  );
}

/** Shown for a token that opens nothing: most often a mail program cut the link. */
function UnknownLink() {
  return (
    <section className="max-w-3xl space-y-4 text-lg">
      <h2 className="text-2xl font-bold">Ce lien n’ouvre aucun devis</h2>
      <p>
        Un logiciel de courriel l’a peut-être coupé&nbsp;: ouvrez-le de nouveau depuis le message reçu, en
        entier.
      </p>
      <p>
        Vous pouvez aussi nous écrire à <StudioEmail />; nous vous renverrons le devis.
      </p>
    </section>
  );
}
