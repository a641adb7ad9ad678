import { z } from 'zod';
import type { Version } from '@/admin/lib/edit-conflict';
import { line } from '@/admin/lib/text-schemas';
import type { Enums, Tables } from '@/shared/database.types';
import { formatAmount, readHundredths } from '@/shared/lib/money';
import { orNull } from '@/shared/lib/text';

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

/** Schema of the form « Suite donnée »: one value a field, `''` for none. */
export const outcomeSchema = z
  .object({
    expected_amount_cents: z.string().transform((typed, context) => {
      const cents = readHundredths(typed);
      if (cents !== undefined) return cents;
      context.addIssue('Montant invalide. Écrivez par exemple 12 500 ou 1250,50.');
      return z.NEVER;
    }),
    outcome: z.enum(['', ...(Object.keys(requestOutcomes) as Enums<'request_outcome'>[])]),
    outcome_reason: z.enum(['', ...(Object.keys(lossReasons) as Enums<'request_outcome_reason'>[])]),
    outcome_note: line,
  })
  .transform(({ expected_amount_cents, outcome, outcome_reason, outcome_note }) => ({
    expected_amount_cents,
    outcome: orNull(outcome),
    outcome_reason: outcome === 'perdue' ? orNull(outcome_reason) : null,
    outcome_note: outcome ? orNull(outcome_note) : null,
  }));

export type OutcomeValues = z.input<typeof outcomeSchema>;
export type OutcomeInput = z.output<typeof outcomeSchema>;

/** Converts a stored outcome to the form's values. */
export const toOutcomeVersion = (stored: Tables<'quote_requests'>): Version<OutcomeValues> => ({
  values: {
    expected_amount_cents:
      stored.expected_amount_cents === null ? '' : formatAmount(stored.expected_amount_cents),
    outcome: stored.outcome ?? '',
    outcome_reason: stored.outcome_reason ?? '',
    outcome_note: stored.outcome_note ?? '',
  },
  readAt: stored.updated_at,
});
