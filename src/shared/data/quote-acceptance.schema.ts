import * as z from 'zod/mini';
import { INVISIBLE_TEXT, isOneLineText, singleLine } from '@/shared/lib/typed-text';
import { authorities } from './quote-acceptance';

type Authority = keyof typeof authorities;

/** One line of so many characters; may be empty. */
const upTo = (most: number) =>
  z
    .string()
    .check(
      z.overwrite(singleLine),
      z.maxLength(most, `${most} caractères au plus`),
      z.refine(isOneLineText, INVISIBLE_TEXT),
    );

/** A name that must be there: whoever accepts, asks or refuses. */
export const personName = upTo(100).check(z.minLength(1, 'Le nom est requis'));

/** What an acceptance says, on the public page and where the team notes one that came on paper; the database asks the same. */
export const acceptanceFields = {
  name: personName,
  jobTitle: upTo(100).check(z.minLength(1, 'La fonction est requise')),
  authority: z.enum(Object.keys(authorities) as [Authority, ...Authority[]]),
  resolutionNumber: upTo(50),
  resolutionDate: z.string(),
  purchaseOrder: upTo(50),
};

type Power = {
  authority: Authority;
  resolutionNumber: string;
  resolutionDate: string;
  purchaseOrder: string;
};

/** What the chosen power asks for: the resolution and its day, or the purchase order. */
export function checkPower({ value, issues }: z.core.ParsePayload<Power>): void {
  const missing = (path: keyof Power, message: string) => {
    if (!value[path]) issues.push({ code: 'custom', input: value, path: [path], message });
  };
  if (value.authority === 'resolution') {
    missing('resolutionNumber', 'Le numéro de la résolution est requis');
    missing('resolutionDate', 'La date de la résolution est requise');
  } else missing('purchaseOrder', 'Le numéro du bon de commande est requis');
}

/** An acceptance before anything is said. */
export const nothingAccepted = {
  ...{ name: '', jobTitle: '', authority: 'resolution' as Authority },
  ...{ resolutionNumber: '', resolutionDate: '', purchaseOrder: '' },
};
