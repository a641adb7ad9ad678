import { quebecDay } from '@contract/eastern-time';
import { printFault } from '@contract/printable-text';
import { INVISIBLE_TEXT, isOneLineText, singleLine } from '@contract/typed-text';
import type { AcceptsBy } from '@quote/quote-document.ts';
import * as z from 'zod/mini';
import { readDay } from '@/shared/lib/typed-day';
import { authorities } from './quote-acceptance';

/** A legal authority, as stored. */
export type Authority = keyof typeof authorities;

/** Checks one line of at most so many characters, which may be empty. */
export const upTo = (most: number) =>
  z
    .string()
    .check(
      z.overwrite(singleLine),
      z.maxLength(most, `${most} caractères au plus`),
      z.refine(isOneLineText, INVISIBLE_TEXT),
    );

/** A required name: the person who accepts, asks or refuses. */
export const personName = upTo(100).check(z.minLength(1, 'Le nom est requis'));

/** Checks one line that the certificate of an acceptance prints. */
const printableUpTo = (most: number) =>
  upTo(most).check(
    z.refine((text) => printFault(text) === undefined, { error: ({ input }) => printFault(String(input)) }),
  );

/**
 * Fields of an acceptance, on the public page and where the team records one on paper; the database checks the same.
 */
export const acceptanceFields = {
  name: printableUpTo(100).check(z.minLength(1, 'Le nom est requis')),
  jobTitle: printableUpTo(100).check(z.minLength(1, 'La fonction est requise')),
  authority: z.enum(Object.keys(authorities) as [Authority, ...Authority[]]),
  resolutionNumber: printableUpTo(50),
  /** Typed in any usual way; stored as `2026-12-31`. */
  resolutionDate: z.string().check(z.overwrite((typed) => readDay(typed) ?? typed.trim())),
  purchaseOrder: printableUpTo(50),
};

type SigningPower = {
  authority: Authority;
  resolutionNumber: string;
  resolutionDate: string;
  purchaseOrder: string;
};

/**
 * Checks the fields of the chosen authority: the resolution and its day, the purchase order, or nothing for a person
 * who accepts alone.
 */
export function checkAuthority({ value, issues }: z.core.ParsePayload<SigningPower>): void {
  const missing = (path: keyof SigningPower, message: string) => {
    if (!value[path]) issues.push({ code: 'custom', input: value, path: [path], message });
  };
  if (value.authority === 'resolution') {
    missing('resolutionNumber', 'Le numéro de la résolution est requis');
    missing('resolutionDate', 'La date de la résolution est requise');
    const day = readDay(value.resolutionDate);
    const wrong = (message: string) =>
      issues.push({ code: 'custom', input: value, path: ['resolutionDate'], message });
    if (value.resolutionDate && !day)
      wrong('Écrivez le jour, le mois et l’année. Exemple\u00a0: 9 novembre 2026.');
    // A council does not accept ahead of its meeting; the database refuses it too.
    if (day && day > quebecDay(new Date()))
      wrong('Indiquez la date de la résolution, passée ou d’aujourd’hui.');
  } else if (value.authority === 'delegation')
    missing('purchaseOrder', 'Le numéro du bon de commande est requis');
}

/** The authority that is selected by default. */
export const firstAuthority = (acceptsBy: AcceptsBy): Authority =>
  acceptsBy === 'person' ? 'personal' : 'resolution';

/** Default values of an acceptance. */
export const nothingAccepted = {
  name: '',
  jobTitle: '',
  authority: 'resolution' as Authority,
  resolutionNumber: '',
  resolutionDate: '',
  purchaseOrder: '',
};
