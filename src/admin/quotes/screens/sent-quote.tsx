import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { lobbyingGrounds } from '@/admin/contacts/data/lobbying-grounds';
import { formatDay } from '@/admin/kit/lib/dates';
import { entriesOf, labelOf } from '@/admin/kit/lib/label-of';
import { useUnsavedText } from '@/admin/kit/lib/use-unsaved-text';
import { ActionBar } from '@/admin/kit/ui/action-bar';
import { Fold } from '@/admin/kit/ui/fold';
import { RecordSummary } from '@/admin/kit/ui/record-summary';
import { tripPaths } from '@/admin/trips/paths';
import { formatCents } from '@/shared/lib/money';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { QuoteSheet } from '@/shared/ui/quote-sheet';
import { type IssuedQuote, issuedQuotes } from '../data/issued-quotes';
import { quoteSending } from '../data/quote-sending';
import { QuoteState } from '../parts/quote-state';
import { quotePaths } from '../paths';
import { MunicipalPanel } from './municipal-panel';
import { AcceptanceRecord, PaperAcceptanceDialog } from './quote-acceptance';
import { QuoteInvoices } from './quote-invoices';
import { SendQuoteDialog } from './send-quote-dialog';

/** Possible answers to a sent quote, by its state: stored answer → label of the button. */
const answers: Partial<Record<IssuedQuote['status'], Partial<Record<IssuedQuote['status'], string>>>> = {
  envoyé: { refusé: 'Noter le refus', annulé: 'Annuler le devis' },
  expiré: { refusé: 'Noter le refus', annulé: 'Annuler le devis' },
  refusé: { envoyé: 'Retirer le refus', annulé: 'Annuler le devis' },
  accepté: { envoyé: 'Retirer l’acceptation', annulé: 'Annuler le devis' },
  annulé: { envoyé: 'Remettre en cours' },
};

/** A quote as sent, with its actions. */
export function SentQuote({ quote }: { quote: IssuedQuote }) {
  const isReadOnly = useIsReadOnly();
  const { main, others, dialog } = useQuoteActions(quote);
  return (
    <>
      <RecordSummary
        badge={<QuoteState status={quote.status} />}
        facts={[
          quote.organization_name,
          formatCents(quote.total_cents),
          quote.status === 'envoyé' && `valide jusqu’au ${formatDay(quote.valid_until)}`,
        ]}
        phone={quote.phone}
        email={quote.email}
        place={quote.address}
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_22rem]">
        <div className="space-y-4 xl:sticky xl:top-4 xl:col-start-2">
          {quote.status === 'accepté' && (
            <>
              <QuoteInvoices quote={{ id: quote.id, taxableCents: quote.totals.taxableCents }} />
              <AcceptanceRecord quote={quote} />
            </>
          )}
          {!isReadOnly && (
            <div className="space-y-4 rounded-xl border border-line bg-paper p-4 sm:p-5">
              <div className="flex flex-wrap gap-2">
                {others.map((action) => (
                  <ActionButton key={action.label} {...action} variant="outline" />
                ))}
              </div>
              <Answers quote={quote} />
            </div>
          )}
          {quote.lobbying_ground && (
            <p className="px-1 text-sm wrap-anywhere text-slate">
              Ce qui permet l’envoi&nbsp;: {labelOf(lobbyingGrounds, quote.lobbying_ground)} (
              {quote.lobbying_reference}).
            </p>
          )}
        </div>
        {quote.snapshot && (
          <div className="min-w-0 xl:col-start-1 xl:row-start-1">
            <Fold anchor="document" title="Document" onPhone>
              <div className="space-y-6">
                <QuoteSheet quote={quote.snapshot} />
                <MunicipalPanel quote={quote.snapshot} />
              </div>
            </Fold>
          </div>
        )}
      </div>
      {!isReadOnly && main && (
        <ActionBar>
          <ActionButton {...main} variant="accent" />
        </ActionBar>
      )}
      {dialog}
    </>
  );
}

type Action = { label: string; pending?: boolean } & ({ onPress: () => void } | { to: string });

function ActionButton({
  label,
  pending = false,
  variant,
  ...does
}: Action & { variant: 'accent' | 'outline' }) {
  if ('to' in does)
    return (
      <Link to={does.to} className={buttonClass({ variant })}>
        {label}
      </Link>
    );
  return (
    <Button variant={variant} pending={pending} onClick={does.onPress}>
      {label}
    </Button>
  );
}

/** Returns the actions on a quote that is no draft: the main one for its state, and the others. */
function useQuoteActions(quote: IssuedQuote) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'email' | 'paper'>();
  const close = () => setDialog(undefined);
  const open = { onSuccess: (id: string) => navigate(quotePaths.one.href(id)) };
  const emails = useQuery(quoteSending.emails(quote.id));
  const copyLink = useMutation(quoteSending.copyLink());
  const download = useMutation(quoteSending.download());
  const createTrip = useMutation(quoteSending.createTrip());
  const revise = useMutation(issuedQuotes.revise());
  const duplicate = useMutation(issuedQuotes.duplicate());

  const wasEmailed = emails.data?.some(({ kind }) => kind === 'quote') ?? false;
  const email: Action = {
    label: wasEmailed ? 'Renvoyer par courriel' : 'Envoyer par courriel',
    onPress: () => setDialog('email'),
  };
  const paper: Action = { label: 'Noter une acceptation reçue…', onPress: () => setDialog('paper') };
  const trip: Action = quote.trip_plan_id
    ? { label: 'Ouvrir le déplacement', to: tripPaths.one.href(quote.trip_plan_id) }
    : {
        label: 'Créer le déplacement',
        pending: createTrip.isPending,
        onPress: () => createTrip.mutate(quote.id, { onSuccess: (id) => navigate(tripPaths.one.href(id)) }),
      };
  const revision: Action = {
    label: 'Réviser',
    pending: revise.isPending,
    onPress: () => revise.mutate(quote.id, open),
  };
  const byState: Partial<Record<IssuedQuote['status'], Action[]>> = {
    envoyé: wasEmailed ? [paper, email, revision] : [email, paper, revision],
    expiré: [revision, paper],
    refusé: [revision, paper],
    accepté: [trip],
  };
  const [main, ...rest] = byState[quote.status] ?? [];
  const link: Action = {
    label: 'Copier le lien',
    pending: copyLink.isPending,
    onPress: () => copyLink.mutate(quote.id),
  };
  const others: Action[] = [
    ...rest,
    ...(quote.anonymised_at ? [] : [link]),
    {
      label: 'Télécharger le PDF',
      pending: download.isPending,
      onPress: () => download.mutate({ quoteId: quote.id, document: 'quote' }),
    },
    { label: 'Dupliquer', pending: duplicate.isPending, onPress: () => duplicate.mutate(quote.id, open) },
  ];
  return {
    main,
    others,
    dialog: (
      <>
        {dialog === 'email' && quote.snapshot && (
          <SendQuoteDialog
            id={quote.id}
            contactId={quote.contact_id}
            quote={quote.snapshot}
            readAt={quote.updated_at}
            onClose={close}
          />
        )}
        {dialog === 'paper' && <PaperAcceptanceDialog quote={quote} onClose={close} />}
      </>
    ),
  };
}

/** Records a refusal by telephone, a cancellation or a withdrawn answer: chosen first, then explained. */
function Answers({ quote }: { quote: IssuedQuote }) {
  const [chosen, setChosen] = useState<IssuedQuote['status']>();
  const [reason, setReason] = useState('');
  const answer = useMutation(issuedQuotes.answer());
  useUnsavedText(reason.trim() !== '');
  const choices: Partial<Record<IssuedQuote['status'], string>> = answers[quote.status] ?? {};
  const label = chosen && choices[chosen];
  const close = () => {
    setChosen(undefined);
    setReason('');
  };
  if (!chosen || !label)
    return (
      <div className="flex flex-wrap gap-2 empty:hidden">
        {entriesOf(choices).map(([given, offered]) => (
          <Button key={given} size="sm" variant="outline" onClick={() => setChosen(given)}>
            {offered}…
          </Button>
        ))}
      </div>
    );
  return (
    <form
      aria-label={label}
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() && !answer.isPending)
          answer.mutate({ id: quote.id, answer: chosen, reason }, { onSuccess: close });
      }}
    >
      <Field label="Raison" required hint="Ce que le client a dit, ou pourquoi. Gardée dans l’historique.">
        {(control) => (
          <textarea
            {...control}
            // biome-ignore lint/a11y/noAutofocus: it was just asked for
            autoFocus
            rows={3}
            maxLength={2000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" disabled={!reason.trim()} pending={answer.isPending}>
          {label}
        </Button>
        <Button size="sm" variant="outline" onClick={close}>
          Annuler
        </Button>
      </div>
    </form>
  );
}
