import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { labelOf } from '@/admin/kit/lib/label-of';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { tripPaths } from '@/admin/trips/paths';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { Form, SelectField, TextField } from '@/shared/ui/form-fields';
import { type QuoteRequest, quoteRequests } from '../data/quote-requests';
import {
  lossReasons,
  type OutcomeInput,
  type OutcomeValues,
  outcomeSchema,
  requestOutcomes,
  toOutcomeVersion,
} from '../data/request-outcomes';
import { tables } from '../data/tables';
import { useLikelyPlaces } from './use-likely-places';

const { fields } = tables.quote_requests;

const labels = {
  expected_amount_cents: 'Montant prévu',
  outcome: fields.outcome,
  outcome_reason: fields.outcome_reason.copied,
  outcome_note: fields.outcome_note.copied,
} as const;

/** Fields that are merged together, because a reason belongs to one outcome. */
const jointFields = [['outcome', 'outcome_reason']] as const;

/** Formats a value for a person. */
function formatValue(field: keyof OutcomeValues, values: OutcomeValues): string {
  const value = values[field];
  if (value === '') return 'Rien';
  if (field === 'outcome') return labelOf(requestOutcomes, value);
  return field === 'outcome_reason' ? labelOf(lossReasons, value) : value;
}

/** The expected value and the outcome of the request, with a link to plan the trip of a won one. */
export function QuoteOutcome({ quote }: { quote: QuoteRequest }) {
  const isReadOnly = useIsReadOnly();
  const save = useMutation(quoteRequests.saveOutcome(quote.id));
  const read = toOutcomeVersion(quote);
  const form = useForm<OutcomeValues, unknown, OutcomeInput>({
    resolver: zodResolver(outcomeSchema),
    defaultValues: read.values,
  });
  const outcome = useWatch({ control: form.control, name: 'outcome' });
  const { submit, conflict, choose, close } = useMergedSave(form, read, {
    labels,
    together: jointFields,
    save: async (change, readAt = '') => {
      const written = await save.mutateAsync({ change, readAt });
      form.reset(written.values);
      return written;
    },
  });
  return (
    <section aria-label="Suite donnée" className="rounded-xl border border-line p-3 sm:p-4">
      <Form form={form} onSubmit={submit} className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField<OutcomeValues>
          name="expected_amount_cents"
          label={labels.expected_amount_cents}
          maxLength={20}
          inputMode="decimal"
          placeholder={'12 500\u00a0$'}
        />
        <SelectField<OutcomeValues>
          name="outcome"
          label={labels.outcome}
          emptyOption="Pas encore connue"
          options={requestOutcomes}
        />
        {outcome === 'perdue' && (
          <SelectField<OutcomeValues>
            name="outcome_reason"
            label={labels.outcome_reason}
            emptyOption="Choisir…"
            options={lossReasons}
          />
        )}
        {outcome && (
          <TextField<OutcomeValues>
            name="outcome_note"
            label={labels.outcome_note}
            maxLength={500}
            className="sm:col-span-2"
          />
        )}
        {!isReadOnly && (
          <div className="flex flex-wrap gap-2 sm:col-span-2">
            <Button type="submit" size="sm" variant="outline" pending={save.isPending}>
              Enregistrer
            </Button>
            {quote.outcome === 'gagnée' && <TripLink quote={quote} />}
          </div>
        )}
      </Form>
      {conflict && (
        <MergeDialog
          conflict={conflict}
          labels={labels}
          show={formatValue}
          onChoose={choose}
          onClose={close}
        />
      )}
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
      to={`${tripPaths.new.href()}?${prefill}`}
      className={buttonClass({ variant: 'primary', size: 'sm' })}
    >
      <Route aria-hidden="true" className="size-4" />
      Créer le déplacement
    </Link>
  );
}
