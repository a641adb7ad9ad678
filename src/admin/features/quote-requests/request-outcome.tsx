import { useMutation } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { type QuoteRequest, quoteRequests } from '@/admin/data/quote-requests/quote-requests';
import { lossReasons, requestOutcomes } from '@/admin/data/quote-requests/request-outcomes';
import { paths } from '@/shared/lib/admin-paths';
import { formatAmount, readHundredths } from '@/shared/lib/money';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { controlClass, selectClass } from '@/shared/ui/field';
import { useLikelyPlaces } from './use-likely-places';

const toText = (cents: number | null) => (cents === null ? '' : formatAmount(cents));

/** What the request may bring, how it ended, and from one that was won the way to the trip. */
export function QuoteOutcome({ quote }: { quote: QuoteRequest }) {
  const id = useId();
  const isReadOnly = useIsReadOnly();
  const save = useMutation(quoteRequests.saveOutcome());
  const [amount, setAmount] = useState(toText(quote.expected_amount_cents));
  const [outcome, setOutcome] = useState(quote.outcome ?? '');
  const [reason, setReason] = useState(quote.outcome_reason ?? '');
  const [note, setNote] = useState(quote.outcome_note ?? '');
  const [error, setError] = useState<string>();
  const submit = () => {
    const cents = readHundredths(amount);
    setError(cents === undefined ? 'Montant invalide. Écrivez par exemple 12 500 ou 1250,50.' : undefined);
    if (cents === undefined || save.isPending) return;
    save.mutate(
      {
        id: quote.id,
        change: {
          expected_amount_cents: cents,
          outcome: outcome || null,
          outcome_reason: outcome === 'perdue' ? reason || null : null,
          outcome_note: (outcome && note.trim()) || null,
        },
      },
      { onSuccess: () => setAmount(toText(cents)) },
    );
  };
  return (
    <section aria-label="Suite donnée" className="rounded-xl border border-line p-3 sm:p-4">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <fieldset disabled={isReadOnly} className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <div>
            <label htmlFor={`${id}-amount`} className="mb-1 block text-sm font-semibold">
              Montant prévu
            </label>
            <input
              id={`${id}-amount`}
              value={amount}
              maxLength={20}
              inputMode="decimal"
              placeholder={'12 500\u00a0$'}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={(event) => setAmount(event.target.value)}
              className={controlClass}
            />
            {error && (
              <p id={`${id}-error`} className="mt-1 text-sm font-medium text-sumac-deep">
                {error}
              </p>
            )}
          </div>
          <Choice
            id={`${id}-outcome`}
            label="Issue"
            empty="Pas encore connue"
            value={outcome}
            options={requestOutcomes}
            onChange={setOutcome}
          />
          {outcome === 'perdue' && (
            <Choice
              id={`${id}-reason`}
              label="Raison"
              empty="Choisir…"
              value={reason}
              options={lossReasons}
              onChange={setReason}
            />
          )}
          {outcome && (
            <div className="sm:col-span-2">
              <label htmlFor={`${id}-note`} className="mb-1 block text-sm font-semibold">
                Précision
              </label>
              <input
                id={`${id}-note`}
                value={note}
                maxLength={500}
                onChange={(event) => setNote(event.target.value)}
                className={controlClass}
              />
            </div>
          )}
          {!isReadOnly && (
            <div className="flex flex-wrap gap-2 sm:col-span-2">
              <Button type="submit" size="sm" variant="outline" pending={save.isPending}>
                Enregistrer
              </Button>
              {quote.outcome === 'gagnée' && <TripLink quote={quote} />}
            </div>
          )}
        </fieldset>
      </form>
    </section>
  );
}

function TripLink({ quote }: { quote: QuoteRequest }) {
  const places = useLikelyPlaces(quote);
  const [place] = places.length === 1 ? places : [];
  const prefill = new URLSearchParams({
    client: quote.organization_name,
    ...(place && { ville: place.name, region: place.region, lieu: place.code }),
  });
  return (
    <Link
      to={`${paths.admin.tripPlanNew.href()}?${prefill}`}
      className={buttonClass({ variant: 'primary', size: 'sm' })}
    >
      <Route aria-hidden="true" className="size-4" />
      Créer le déplacement
    </Link>
  );
}

function Choice({
  id,
  label,
  empty,
  value,
  options,
  onChange,
}: {
  id: string;
  label: string;
  empty: string;
  value: string;
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={selectClass}
      >
        <option value="">{empty}</option>
        {Object.entries(options).map(([stored, text]) => (
          <option key={stored} value={stored}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
