import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { identitySchema } from '@/admin/settings/data/settings.schema';
import { findingSchema, noFinding } from '@/admin/surveys/data/finding.schema';
import { emptySurvey, surveySchema } from '@/admin/surveys/data/surveys.schema';
import { acceptanceFields } from '@/shared/data/quote-acceptance.schema';
import { invoiceSchema } from './invoices.schema';
import { emptyLine, emptyQuoteService, issuedQuoteSchema, quoteServiceSchema } from './issued-quotes.schema';

/** Returns the errors of a form with a text in one field, one line each. */
const faultsOf = (schema: z.ZodType, field: string, text: string) =>
  schema
    .safeParse({ ...emptySurvey, ...noFinding, ...emptyQuoteService, [field]: text })
    .error?.issues.filter(({ path }) => path[0] === field)
    .map(({ message }) => message) ?? [];

const BALLOON_MESSAGE = 'Le PDF ne peut pas montrer «\u00a0🎈\u00a0». Remplacez ce signe.';

describe('a sign that no document can show is named where it is typed', () => {
  // The test titles use the names of the fields, because printing a schema takes a second.
  it.each([
    ...['organization_name', 'contact_name', 'address', 'subject', 'terms', 'notes', 'discount_label'].map(
      (field) => ({ field, schema: issuedQuoteSchema }),
    ),
    ...['organization_name', 'reference', 'notes'].map((field) => ({ field, schema: invoiceSchema })),
    ...['description', 'unit'].map((field) => ({ field, schema: quoteServiceSchema })),
    ...['sender_name', 'postal_address', 'bank_details'].map((field) => ({ field, schema: identitySchema })),
    ...['name', 'city', 'client_name'].map((field) => ({ field, schema: surveySchema })),
    ...['kind', 'note'].map((field) => ({ field, schema: findingSchema })),
  ])('$field', ({ schema, field }) => {
    expect(faultsOf(schema, field, 'Fête 🎈')).toEqual([BALLOON_MESSAGE]);
    expect(faultsOf(schema, field, '● ᓄᓇᕕᒃ ✔')).toEqual([]);
  });

  it('with its line, in a quote', () => {
    const lines = JSON.stringify([emptyLine, { ...emptyLine, description: 'Visite 🎈' }]);
    expect(faultsOf(issuedQuoteSchema, 'lines', lines)).toEqual([`Ligne 2\u00a0: ${BALLOON_MESSAGE}`]);
  });

  it.each(['name', 'jobTitle', 'resolutionNumber', 'purchaseOrder'] as const)(
    'in an acceptance: %s',
    (field) => {
      expect(acceptanceFields[field].safeParse('A 🎈').error?.issues[0]?.message).toBe(BALLOON_MESSAGE);
      expect(acceptanceFields[field].safeParse('ᓄᓇᕕᒃ').success).toBe(true);
    },
  );
});
