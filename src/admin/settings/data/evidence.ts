import { certificatesOf } from '@evidence/time-stamp.ts';
import { mutationOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { isReportedByForm, type Version } from '@/admin/kit/lib/edit-conflict';
import { withScheme } from '@/admin/kit/lib/text-schemas';
import type { Tables } from '@/shared/database.types';
import { writeSettings } from './settings';

/** The address that `npm start` gives to its own authority, which answers on that machine alone. */
const DEMONSTRATION = /^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}\/$/;

/** Schema of the address of an authority; '' for none. Rule of private.are_time_stamp_authorities. */
const authority = z
  .string()
  .trim()
  .transform(withScheme)
  .transform((typed, context) => {
    if (typed === '' || DEMONSTRATION.test(typed)) return typed;
    const url = URL.canParse(typed) ? new URL(typed) : undefined;
    const isRight =
      url?.protocol === 'https:' &&
      !url.username &&
      !url.port &&
      /^([a-z\d-]+\.)+[a-z][a-z\d-]*[a-z\d]$/.test(url.hostname) &&
      url.href.length <= 300;
    if (!isRight) {
      context.addIssue('Écrivez une adresse https complète. Exemple\u00a0: https://horodatage.example/tsa');
      return z.NEVER;
    }
    return url.href;
  });

/** Schema of the authorities that stamp seals. */
export const evidenceSchema = z
  .object({
    first: authority,
    second: authority,
    certificates: z
      .string()
      .trim()
      .max(50_000, 'Ce texte est trop long')
      .refine(
        (text) =>
          text === '' ||
          (/^(\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/.test(text) &&
            certificatesOf(text).length === text.split('-----BEGIN').length - 1),
        'Ce texte n’est pas une suite de certificats. Collez-les tels quels, de «\u00a0BEGIN CERTIFICATE\u00a0» à «\u00a0END CERTIFICATE\u00a0».',
      ),
  })
  .transform(({ first, second, certificates }, context) => {
    if (first !== '' && first === second) {
      context.addIssue({ code: 'custom', path: ['second'], message: 'C’est la même autorité' });
      return z.NEVER;
    }
    return { authorities: [first, second].filter(Boolean), certificates };
  });

export type EvidenceValues = z.input<typeof evidenceSchema>;
type EvidenceInput = z.output<typeof evidenceSchema>;

/** Converts the stored authorities to the form's values. */
export const toEvidenceVersion = (stored: Tables<'evidence_settings'>): Version<EvidenceValues> => ({
  values: {
    first: stored.authorities[0] ?? '',
    second: stored.authorities[1] ?? '',
    certificates: stored.certificates,
  },
  readAt: stored.updated_at,
});

/** Saves which authorities stamp seals. */
export const saveEvidence = () =>
  mutationOptions({
    mutationFn: ({ input, readAt }: { input: EvidenceInput; readAt: string }) =>
      writeSettings('evidence_settings', input, readAt, toEvidenceVersion),
    meta: {
      silent: isReportedByForm,
      invalidates: [queryKeys.settings],
      successMessage: 'Horodatage enregistré',
      errorMessage: 'Impossible d’enregistrer l’horodatage',
    },
  });
