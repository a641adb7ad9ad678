import { z } from 'zod';
import type { Version } from '@/admin/kit/lib/edit-conflict';
import { optionalChoice, optionalText, toVersion } from '@/admin/kit/lib/row-codecs';
import { line } from '@/admin/kit/lib/text-schemas';
import type { Enums, Tables } from '@/shared/database.types';
import { formatAmount, readHundredths } from '@/shared/lib/money';

/** Outcome of a request: stored value → French label. */
export const requestOutcomes = {
  gagnée: 'Gagnée',
  perdue: 'Perdue',
} as const satisfies Record<Enums<'request_outcome'>, string>;

/** Reason why a request was lost: stored value → French label. */
export const lossReasons = {
  prix: 'Prix',
  delai: 'Délai',
  concurrent: 'Autre fournisseur',
  budget: 'Budget non accordé',
  sans_suite: 'Sans suite',
  autre: 'Autre raison',
} as const satisfies Record<Enums<'request_outcome_reason'>, string>;

/** The form of « Suite donnée »: '' for nothing, and nothing is kept of a field that the outcome does not ask for. */
export const outcomeSchema = z
  .object({
    expected_amount_cents: z
      .string()
      .refine(
        (typed) => readHundredths(typed) !== undefined,
        'Montant invalide. Écrivez par exemple 12 500 ou 1250,50.',
      ),
    outcome: z.enum(['', ...(Object.keys(requestOutcomes) as Enums<'request_outcome'>[])]),
    outcome_reason: z.enum(['', ...(Object.keys(lossReasons) as Enums<'request_outcome_reason'>[])]),
    outcome_note: line,
  })
  .transform((typed) => ({
    ...typed,
    outcome_reason: typed.outcome === 'perdue' ? typed.outcome_reason : ('' as const),
    outcome_note: typed.outcome ? typed.outcome_note : '',
  }));

export type OutcomeValues = z.input<typeof outcomeSchema>;
export type OutcomeInput = z.output<typeof outcomeSchema>;

/** The expected amount and the outcome of a request, stored ⇄ its form. */
export const outcomeRow = z.object({
  expected_amount_cents: z.codec(z.number().nullable(), z.string(), {
    decode: (cents) => (cents === null ? '' : formatAmount(cents)),
    encode: (typed) => readHundredths(typed) ?? null,
  }),
  outcome: optionalChoice<Enums<'request_outcome'>>(),
  outcome_reason: optionalChoice<Enums<'request_outcome_reason'>>(),
  outcome_note: optionalText,
});

/** The expected amount and the outcome of a request, as the form's values. */
export const toOutcomeVersion = (stored: Tables<'quote_requests'>): Version<OutcomeValues> =>
  toVersion(outcomeRow, stored);
