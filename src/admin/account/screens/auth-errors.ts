import type { FieldErrors, FieldValues } from 'react-hook-form';
import { errorMessage } from '@/shared/lib/errors';
import { isUnreachable } from '@/shared/lib/failure';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { secondsToWait } from '../data/account-creation';

type Toast = { title: string; text: string };

/**
 * Errors of the auth API, recognised by their code, or by a part of their message where the code says less or there is
 * none, and the toast for each (specification, section 8).
 */
const knownErrors: readonly (Toast & { code?: string; contains?: string })[] = [
  {
    code: 'invalid_credentials',
    contains: 'Invalid login credentials',
    title: 'Erreur de connexion',
    text: 'Courriel ou mot de passe incorrect',
  },
  {
    code: 'user_already_exists',
    contains: 'User already registered',
    title: 'Compte existant',
    text: 'Un compte avec ce courriel existe déjà',
  },
  {
    code: 'same_password',
    contains: 'New password should be different',
    title: 'Erreur',
    text: 'Le nouveau mot de passe doit être différent de l’ancien',
  },
  // Additional rules of a hosted project: supabase/config.toml, [remotes.production].
  {
    code: 'reauthentication_needed',
    title: 'Session ancienne',
    text: 'Votre session date de plus d’un jour. Déconnectez-vous, reconnectez-vous, puis changez le mot de passe.',
  },
  {
    code: 'email_not_confirmed',
    contains: 'Email not confirmed',
    title: 'Courriel à confirmer',
    text: 'Ouvrez le lien du message que vous avez reçu à la création du compte, puis connectez-vous.',
  },
  {
    contains: 'known to be weak',
    title: 'Mot de passe trop connu',
    text: 'Ce mot de passe figure dans des listes volées. Choisissez-en un autre.',
  },
  {
    contains: 'at least one character of each',
    title: 'Mot de passe trop simple',
    text: 'Mélangez des minuscules, des majuscules, des chiffres et des symboles.',
  },
  {
    code: 'signup_disabled',
    title: 'Comptes fermés',
    text: 'Aucun compte ne peut être créé ici. Demandez une invitation à un administrateur.',
  },
  {
    code: 'email_address_not_authorized',
    title: 'Courriel refusé',
    text: 'Le service d’envoi du studio n’écrit pas encore à cette adresse. Prévenez la personne qui l’a installé.',
  },
  {
    code: 'email_address_invalid',
    title: 'Courriel refusé',
    text: 'Aucun message ne peut être envoyé à cette adresse. Vérifiez-la.',
  },
  {
    code: 'over_email_send_rate_limit',
    title: 'Trop de messages',
    text: 'Trop de courriels ont été envoyés depuis une heure. Réessayez un peu plus tard.',
  },
  {
    code: 'over_request_rate_limit',
    contains: 'rate limit',
    title: 'Erreur',
    text: 'Trop de tentatives. Attendez quelques minutes, puis réessayez.',
  },
];

const unreachable: Toast = {
  title: 'Erreur',
  text: 'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
};
const unexpected: Toast = { title: 'Erreur', text: "Une erreur inattendue s'est produite" };

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code;

/** Returns the title and text of the toast for a failed sign-in, sign-up or password change. */
export function describeAuthError(error: unknown): Toast {
  const message = errorMessage(error);
  if (message === undefined) return unexpected;
  if (isUnreachable(error)) return unreachable;
  const seconds = secondsToWait(error);
  if (seconds !== undefined) {
    const text = `Pour des raisons de sécurité, attendez encore ${counted(seconds, 'seconde')} avant de redemander un courriel.`;
    return { title: 'Un moment', text };
  }
  const length = /Password should be at least (\d+)/.exec(message)?.[1];
  if (length) {
    const text = `Choisissez un mot de passe d’au moins ${counted(Number(length), 'caractère')}`;
    return { title: 'Mot de passe trop court', text };
  }
  const match =
    knownErrors.find(({ code }) => code !== undefined && code === codeOf(error)) ??
    knownErrors.find(({ contains }) => contains && message.toLowerCase().includes(contains.toLowerCase()));
  if (match) return { title: match.title, text: match.text };
  // The error's own text is English, and of the library.
  console.warn('Unknown error of the auth service', error);
  return unexpected;
}

/** Tells whether a sign-in was refused because the address is not confirmed yet. */
export const isUnconfirmed = (error: unknown): boolean => codeOf(error) === 'email_not_confirmed';

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
