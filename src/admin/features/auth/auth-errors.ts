import type { FieldErrors, FieldValues } from 'react-hook-form';
import { errorMessage } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';

/** Errors of the auth API, recognised by a part of their message, and the toast for each (specification, section 8). */
const known = [
  {
    contains: 'Invalid login credentials',
    title: 'Erreur de connexion',
    text: 'Courriel ou mot de passe incorrect',
  },
  {
    contains: 'User already registered',
    title: 'Compte existant',
    text: 'Un compte avec ce courriel existe déjà',
  },
  {
    contains: 'Failed to fetch',
    title: 'Erreur',
    text: 'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
  },
  {
    contains: 'New password should be different',
    title: 'Erreur',
    text: 'Le nouveau mot de passe doit être différent de l’ancien',
  },
  // Additional rules of a hosted project: supabase/config.toml, [remotes.production].
  {
    contains: 'Email not confirmed',
    title: 'Courriel à confirmer',
    text: 'Ouvrez le lien du message que vous avez reçu à la création du compte, puis connectez-vous.',
  },
  {
    contains: 'Password should be at least',
    title: 'Mot de passe trop court',
    text: 'Choisissez un mot de passe d’au moins 10 caractères',
  },
  {
    contains: 'known to be weak',
    title: 'Mot de passe trop connu',
    text: 'Ce mot de passe figure dans des listes volées. Choisissez-en un autre.',
  },
  {
    contains: 'rate limit',
    title: 'Erreur',
    text: 'Trop de tentatives. Attendez quelques minutes, puis réessayez.',
  },
];

/** Returns the title and text of the toast for a failed sign-in, sign-up or password change. */
export function describeAuthError(error: unknown): { title: string; text: string } {
  const message = errorMessage(error);
  if (message === undefined) return { title: 'Erreur', text: "Une erreur inattendue s'est produite" };
  const match = known.find(({ contains }) => message.toLowerCase().includes(contains.toLowerCase()));
  return match ? { title: match.title, text: match.text } : { title: 'Erreur', text: message };
}

/** Shows the first error of a refused form in a toast titled « Erreur de validation » (specification, section 5). */
export function notifyFirstError<Values extends FieldValues>(errors: FieldErrors<Values>): void {
  const message = Object.values(errors).find((error) => typeof error?.message === 'string')?.message;
  if (typeof message === 'string') notify.error(message, 'Erreur de validation');
}

/** Shows in a toast why a sign-in, a sign-up or a change of password failed. */
export function notifyAuthError(error: unknown): void {
  const { title, text } = describeAuthError(error);
  notify.error(text, title);
}
