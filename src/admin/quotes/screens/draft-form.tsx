import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { labelOf } from '@/admin/kit/lib/label-of';
import { useMergedDraft } from '@/admin/kit/lib/use-server-draft';
import { DateField } from '@/admin/kit/ui/date-field';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { settings } from '@/admin/settings/data/settings';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Form, SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { QuoteSheet } from '@/shared/ui/quote-sheet';
import { type IssuedQuote, issuedQuotes, toQuoteVersion } from '../data/issued-quotes';
import {
  type IssuedQuoteInput,
  type IssuedQuoteValues,
  issuedQuoteSchema,
} from '../data/issued-quotes.schema';
import { acceptsByChoices } from '../data/quote-labels';
import { quoteSending } from '../data/quote-sending';
import { tables } from '../data/tables';
import { ClientFields, DiscountFields, documentLabels, documentValue } from './document-fields';
import { DraftBar } from './draft-bar';
import { draftDocument } from './draft-document';
import { DraftTemplate } from './draft-template';
import { LinesEditor } from './lines-editor';
import { MunicipalPanel } from './municipal-panel';
import { lacksTaxes, QuoteTaxes } from './quote-taxes';

const { fields } = tables.quotes;

const labels = {
  ...documentLabels,
  valid_until: fields.valid_until,
  delivery: fields.delivery,
  accepts_by: 'Le client accepte par',
} as const;

/** Formats a value of the form for a conflict. */
function formatValue(field: keyof IssuedQuoteValues, value: string): string {
  if (field === 'accepts_by') return value ? labelOf(acceptsByChoices, value) : 'Automatique';
  return documentValue(field, value);
}

/** A draft beside its document. It is saved automatically, a second after typing stops. */
export function DraftForm({ quote }: { quote: IssuedQuote }) {
  const isReadOnly = useIsReadOnly();
  const studio = useQuery(settings.studio());
  const guess = useQuery(quoteSending.acceptsBy(quote.id)).data;
  const save = useMutation(issuedQuotes.save(quote.id));
  const id = useId();
  const form = useForm<IssuedQuoteValues, unknown, IssuedQuoteInput>({
    resolver: zodResolver(issuedQuoteSchema),
    defaultValues: toQuoteVersion(quote).values,
    // Saved while typing: the focus must not move.
    shouldFocusError: false,
  });
  const { values, submit, conflict, choose, close, readAt, isKept } = useMergedDraft(
    form,
    toQuoteVersion(quote),
    {
      labels,
      together: [['discount_kind', 'discount_value']],
      save,
    },
  );
  const printed = draftDocument(quote, values, studio.data, guess);
  return (
    <>
      <Form
        form={form}
        id={id}
        beginsHere={quote.subject === ''}
        aria-label="Devis"
        onSubmit={submit}
        className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2"
      >
        <UnsavedChanges when={!isKept} />
        {conflict && (
          <MergeDialog
            conflict={conflict}
            labels={labels}
            show={(field, version) => formatValue(field, version[field])}
            onChoose={choose}
            onClose={close}
          />
        )}
        <div className="min-w-0 space-y-5 rounded-xl border border-line bg-paper p-4 sm:p-5">
          <p className="text-sm text-slate">
            Les champs marqués d’un <span className="text-sumac">*</span> et au moins une ligne sont
            nécessaires pour envoyer le devis. Un brouillon s’en passe.
          </p>
          <div className="grid grid-cols-1 gap-4 sm:max-xl:grid-cols-2 2xl:grid-cols-2">
            <ClientFields needsEmail />
          </div>
          {!isReadOnly && <DraftTemplate />}
          <TextField<IssuedQuoteValues> name="subject" label={labels.subject} required />
          <LinesEditor />
          <DiscountFields />
          <div className="grid grid-cols-1 gap-4 sm:max-xl:grid-cols-2 2xl:grid-cols-2">
            <DateField<IssuedQuoteValues> name="valid_until" label={labels.valid_until} />
            <SelectField<IssuedQuoteValues>
              name="accepts_by"
              label={labels.accepts_by}
              options={acceptsByChoices}
              emptyOption={
                guess ? `Automatique\u00a0: ${acceptsByChoices[guess].toLowerCase()}` : 'Automatique'
              }
            />
          </div>
          <TextAreaField<IssuedQuoteValues> name="delivery" label={labels.delivery} rows={2} />
          <TextAreaField<IssuedQuoteValues> name="terms" label={labels.terms} rows={4} />
          <TextAreaField<IssuedQuoteValues> name="notes" label={labels.notes} rows={2} />
        </div>
        <div className="min-w-0 space-y-6 xl:sticky xl:top-4">
          {!isReadOnly && studio.data && lacksTaxes(studio.data) && (
            // Drafts follow the studio's settings, so that this one was updated.
            <QuoteTaxes studio={studio.data} onSaved={() => void submit()} />
          )}
          <QuoteSheet quote={printed} />
          <MunicipalPanel quote={printed} />
        </div>
      </Form>
      {!isReadOnly && (
        <DraftBar
          quote={quote}
          printed={printed}
          readAt={readAt}
          isKept={isKept}
          form={id}
          isSaving={save.isPending}
          lacksTaxes={studio.data !== undefined && lacksTaxes(studio.data)}
        />
      )}
    </>
  );
}
