import { describe, expect, it, vi } from 'vitest';
import { describeAuthError } from './auth-errors';

describe('describeAuthError', () => {
  it.each([
    ['Invalid login credentials', 'Erreur de connexion', 'Courriel ou mot de passe incorrect'],
    [
      'Email not confirmed',
      'Courriel à confirmer',
      'Ouvrez le lien du message que vous avez reçu à la création du compte, puis connectez-vous.',
    ],
    [
      'Password should be at least 10 characters.',
      'Mot de passe trop court',
      'Choisissez un mot de passe d’au moins 10\u00a0caractères',
    ],
    [
      'Password is known to be weak and easy to guess, please choose a different one.',
      'Mot de passe trop connu',
      'Ce mot de passe figure dans des listes volées. Choisissez-en un autre.',
    ],
    ['User already registered', 'Compte existant', 'Un compte avec ce courriel existe déjà'],
  ])('« %s » has its title and text in French', (message, title, text) => {
    expect(describeAuthError({ message, status: 400 })).toEqual({ title, text });
  });

  it.each([
    ['over_email_send_rate_limit', 'email rate limit exceeded', /Trop de courriels ont été envoyés/],
    ['over_request_rate_limit', 'Request rate limit reached', /^Trop de tentatives/],
    ['signup_disabled', 'Signups not allowed for this instance', /Demandez une invitation/],
    [
      'email_address_not_authorized',
      'Email address "a@b.ca" cannot be used as it is not authorized',
      /n’écrit pas encore à cette adresse/,
    ],
    [
      'over_email_send_rate_limit',
      'For security purposes, you can only request this after 1 seconds.',
      /attendez encore 1\u00a0seconde avant/,
    ],
  ])('recognises the code %s', (code, message, text) => {
    expect(describeAuthError(Object.assign(new Error(message), { code })).text).toMatch(text);
  });

  it('prints no English text of a library: it is logged', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const error = new TypeError("Cannot read properties of null (reading 'user')");
    expect(describeAuthError(error)).toEqual({
      title: 'Erreur',
      text: "Une erreur inattendue s'est produite",
    });
    expect(warn).toHaveBeenCalledWith(expect.any(String), error);
    warn.mockRestore();
  });

  it('has a text for an exception that says nothing', () => {
    expect(describeAuthError(undefined)).toEqual({
      title: 'Erreur',
      text: "Une erreur inattendue s'est produite",
    });
  });
});
