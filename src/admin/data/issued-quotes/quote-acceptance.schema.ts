import { z } from 'zod';
import { line, paragraph } from '@/admin/lib/text-schemas';

/** By which power a municipality accepts: stored value → French label. */
export const acceptanceAuthorities = {
  resolution: 'Résolution du conseil',
  delegation: 'Délégation, par bon de commande',
} as const;

const upTo = (most: number) => z.string().max(most, `Au plus ${most} caractères`);
const said = (most: number, missing: string) => line.pipe(upTo(most).min(1, missing));

/** An acceptance received on paper, as the public page asks for it, with how it came. */
export const paperAcceptanceSchema = z
  .object({
    name: said(100, 'Indiquez le nom'),
    jobTitle: said(100, 'Indiquez la fonction'),
    authority: z.enum(['resolution', 'delegation']),
    resolutionNumber: line.pipe(upTo(50)),
    resolutionDate: z.union([z.literal(''), z.iso.date('Indiquez un jour')]),
    purchaseOrder: line.pipe(upTo(50)),
    reason: paragraph.pipe(upTo(1500).min(1, 'Indiquez comment elle est arrivée')),
  })
  .check(({ value, issues }) => {
    const need = (path: 'resolutionNumber' | 'resolutionDate' | 'purchaseOrder', message: string) => {
      if (!value[path]) issues.push({ code: 'custom', path: [path], message, input: value[path] });
    };
    if (value.authority === 'delegation') {
      need('purchaseOrder', 'Indiquez le numéro du bon de commande');
      return;
    }
    need('resolutionNumber', 'Indiquez le numéro de la résolution');
    need('resolutionDate', 'Indiquez la date de la résolution');
  });

export type PaperAcceptanceInput = z.output<typeof paperAcceptanceSchema>;
export type PaperAcceptanceValues = z.input<typeof paperAcceptanceSchema>;

/** The e-mail that brings a quote. */
export const quoteEmailSchema = z.object({
  subject: said(200, 'Écrivez un sujet'),
  body: paragraph.pipe(upTo(10_000).min(1, 'Écrivez un texte')),
});

export type QuoteEmailValues = z.input<typeof quoteEmailSchema>;
