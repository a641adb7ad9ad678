import { multiLine } from '@contract/typed-text';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { type LobbyingGround, lobbyingGrounds } from '@/admin/contacts/data/lobbying-grounds';
import { letterFields, line, upTo } from '@/admin/kit/lib/text-schemas';
import { acceptanceFields, checkAuthority, nothingAccepted } from '@/shared/data/quote-acceptance.schema';

/** Schema of an acceptance received on paper: the fields of the public page, and how it came. */
export const paperAcceptanceSchema = mini
  .object({
    ...acceptanceFields,
    reason: mini
      .string()
      .check(
        mini.overwrite(multiLine),
        mini.minLength(1, 'Indiquez comment elle est arrivée'),
        mini.maxLength(1500, '1500 caractères au plus'),
      ),
  })
  .check(checkAuthority);

export type PaperAcceptanceInput = mini.output<typeof paperAcceptanceSchema>;
export type PaperAcceptanceValues = mini.input<typeof paperAcceptanceSchema>;

export const emptyPaperAcceptance: PaperAcceptanceValues = { ...nothingAccepted, reason: '' };

/** Schema of the legal ground to send a quote to a public office that had not asked for it. */
export const quoteGroundSchema = z.object({
  ground: z
    .string()
    .pipe(
      z.enum(
        Object.keys(lobbyingGrounds) as [LobbyingGround, ...LobbyingGround[]],
        'Choisissez ce qui permet l’envoi',
      ),
    ),
  reference: line.pipe(upTo('La référence', 200).min(1, 'La référence est requise')),
});

export type QuoteGround = z.output<typeof quoteGroundSchema>;
export type QuoteGroundValues = z.input<typeof quoteGroundSchema>;

export const noGround: QuoteGroundValues = { ground: '', reference: '' };

/** Schema of the e-mail that brings a quote. */
export const quoteEmailSchema = z.object({
  ...letterFields(),
  ground: z.string().pipe(z.enum(['', ...(Object.keys(lobbyingGrounds) as LobbyingGround[])])),
  reference: z.string(),
});

/** Schema of that e-mail with a legal ground. */
export const groundedQuoteEmailSchema = z.object({ ...letterFields(), ...quoteGroundSchema.shape });

export type QuoteEmailValues = z.input<typeof quoteEmailSchema>;
export type QuoteEmailInput = z.output<typeof quoteEmailSchema>;
