import { z } from 'zod';
import type { Version } from '@/admin/lib/edit-conflict';
import { line } from '@/admin/lib/text-schemas';
import type { Enums, Tables } from '@/shared/database.types';
import { formatAmount, readHundredths } from '@/shared/lib/money';
import { orNull } from '@/shared/lib/text';

/** How a request ended: stored value → French label. */
export const requestOutcomes = {
  gagnée: 'Gagnée',
  perdue: 'Perdue',
} as const satisfies Record<Enums<'request_outcome'>, string>;

/** Why a request was lost: stored value → French label. */
export const lossReasons = {
  prix: 'Prix',
  delai: 'Délai',
  concurrent: 'Autre fournisseur',
  budget: 'Budget non accordé',
  sans_suite: 'Sans suite',
  autre: 'Autre raison',
} as const satisfies Record<Enums<'request_outcome_reason'>, string>;

/** The form of « Suite donnée », as it is filled in: one value a field, `''` for nothing. */
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

/** What a request may bring and how it ended, as the form holds it. */
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
