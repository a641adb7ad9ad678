import { z } from 'zod';
import { quebecDay } from '@/admin/kit/lib/dates';
import { line, paragraph, webAddress } from '@/admin/kit/lib/text-schemas';
import { consentBases } from './contact-labels';

type Basis = keyof typeof consentBases;

/** Fields that prove a consent, whatever its basis; the database checks the same limits. */
const proof = {
  /** The day it was given in Québec, as `2026-11-21`. */
  occurred_on: z
    .string()
    .trim()
    .min(1, 'La date du consentement est requise')
    .pipe(z.iso.date('Date invalide'))
    .refine((day) => day <= quebecDay(), 'La date ne peut pas être dans le futur'),
  source_url: webAddress('L’adresse de la source'),
  evidence: paragraph.pipe(
    z
      .string()
      .min(1, 'La preuve du consentement est requise')
      .max(5000, 'La preuve ne peut pas dépasser 5000 caractères'),
  ),
  wording: paragraph.pipe(z.string().max(5000, 'Le texte accepté ne peut pas dépasser 5000 caractères')),
};

/**
 * Schema of an entry in the ledger. A « published » address needs its source as proof (LCAP, section 10(9)b; CRTC
 * 2016-428).
 */
export const proofSchema = z
  .object({
    basis: z
      .string()
      .pipe(z.enum(Object.keys(consentBases) as [Basis, ...Basis[]], 'Le fondement est requis')),
    ...proof,
  })
  .refine(({ basis, source_url }) => basis !== 'published' || source_url !== '', {
    path: ['source_url'],
    message: 'L’adresse de la page où le courriel est publié est requise',
    // The message stands beside the others.
    when: () => true,
  });

/** Schema of a new express consent, with the reason to lift the suppression. */
export const liftSchema = z.object({
  reason: line.pipe(
    z.string().min(1, 'La raison est requise').max(500, 'La raison ne peut pas dépasser 500 caractères'),
  ),
  ...proof,
});

/** A checked proof: a missing text is `''`. */
export type ProofInput = z.output<typeof proofSchema>;
export type LiftInput = z.output<typeof liftSchema>;

/** The forms' values while they are being filled in. */
export type ProofValues = z.input<typeof proofSchema>;
export type LiftValues = z.input<typeof liftSchema>;

const emptyFields = { occurred_on: '', source_url: '', evidence: '', wording: '' };
export const emptyProof: ProofValues = { basis: '', ...emptyFields };
export const emptyLift: LiftValues = { reason: '', ...emptyFields };
