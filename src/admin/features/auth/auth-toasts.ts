import type { FieldErrors, FieldValues } from 'react-hook-form';
import { notify } from '@/shared/lib/notify';
import { describeAuthError } from './auth-errors';

/** Says the first error of a refused form in a toast titled « Erreur de validation » (specification, section 5). */
export function announceFirstError<Values extends FieldValues>(errors: FieldErrors<Values>): void {
  const message = Object.values(errors).find((error) => typeof error?.message === 'string')?.message;
  if (typeof message === 'string') notify.error(message, 'Erreur de validation');
}

/** Says why a sign-in, a sign-up or a change of password failed. */
export function announceAuthError(error: unknown): void {
  const { title, text } = describeAuthError(error);
  notify.error(text, title);
}
