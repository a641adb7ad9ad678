import { z } from 'zod';
import { optionalText } from '@/admin/kit/lib/row-codecs';
import { emailAddress, line, paragraph, upTo, webAddress } from '@/admin/kit/lib/text-schemas';
import type { Enums } from '@/shared/database.types';
import { fittingPhone, PHONE_LENGTH } from '@/shared/lib/fitting-phone';
import { organisationKinds } from './organisation-labels';

const requiredLine = (missing: string, subject: string) => line.pipe(upTo(subject, 100).min(1, missing));
const emptyText = z.string().trim().pipe(z.literal(''));

/** The form of an organisation; the database checks the same limits. */
export const organisationSchema = z.object({
  name: requiredLine('Le nom est requis', 'Le nom'),
  kind: z
    .string()
    .pipe(
      z.enum(Object.keys(organisationKinds) as (keyof typeof organisationKinds)[], 'Le genre est requis'),
    ),
  phone: line
    .transform(fittingPhone)
    .pipe(z.string().max(PHONE_LENGTH, 'Le téléphone ne peut pas dépasser 20 caractères')),
  email: z.union([emptyText, emailAddress('Email invalide')], 'Email invalide'),
  website: webAddress('L’adresse du site'),
  address: line.pipe(upTo('L’adresse', 200)),
  city: requiredLine('La ville est requise', 'La ville'),
  region: requiredLine('La région est requise', 'La région'),
  notes: paragraph.pipe(upTo('Les notes', 1000)),
});

/** A stored organisation ⇄ its form. */
export const organisationRow = z.object({
  name: z.string(),
  kind: z.custom<Enums<'organisation_kind'>>(),
  phone: optionalText,
  email: optionalText,
  website: optionalText,
  address: optionalText,
  city: z.string(),
  region: z.string(),
  notes: optionalText,
});

export type OrganisationInput = z.output<typeof organisationSchema>;
export type OrganisationValues = z.input<typeof organisationSchema>;
