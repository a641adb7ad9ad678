import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { labelOf } from '@/admin/kit/lib/label-of';
import { DateField } from '@/admin/kit/ui/date-field';
import { settings } from '@/admin/settings/data/settings';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
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
import { ClientFields, documentLabels, documentValue } from './document-fields';
import { DocumentForm, useDocumentDraft } from './document-form';
import { DraftBar } from './draft-bar';
import { draftDocument } from './draft-document';
import { DraftTemplate } from './draft-template';
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
  const draft = useDocumentDraft<IssuedQuoteValues, IssuedQuoteInput>(
    issuedQuoteSchema,
    toQuoteVersion(quote),
    { labels, save },
  );
  const { values, submit, readAt, isKept } = draft;
  const printed = draftDocument(quote, values, studio.data, guess);
  return (
    <>
      <DocumentForm
        draft={draft}
        id={id}
        label="Devis"
        beginsHere={quote.subject === ''}
        formatValue={formatValue}
        fields={
          <>
            <p className="text-sm text-slate">
              Les champs marqués d’un <span className="text-sumac">*</span> et au moins une ligne sont
              nécessaires pour envoyer le devis. Un brouillon s’en passe.
            </p>
            <div className="grid grid-cols-1 gap-4 sm:max-xl:grid-cols-2 2xl:grid-cols-2">
              <ClientFields needsEmail />
            </div>
            {!isReadOnly && <DraftTemplate />}
            <TextField<IssuedQuoteValues> name="subject" label={labels.subject} required />
          </>
        }
        delivery={
          <>
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
          </>
        }
        sheet={
          <>
            {!isReadOnly && studio.data && lacksTaxes(studio.data) && (
              // Drafts follow the studio's settings, so that this one was updated.
              <QuoteTaxes studio={studio.data} onSaved={() => void submit()} />
            )}
            <QuoteSheet quote={printed} />
            <MunicipalPanel quote={printed} />
          </>
        }
      />
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
