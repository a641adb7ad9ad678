import { describe, expect, it } from 'vitest';
import { describeAuthError } from './auth-errors';

describe('describeAuthError', () => {
  it.each([
    ['Invalid login credentials', 'Erreur de connexion', 'Courriel ou mot de passe incorrect'],
    ['User already registered', 'Compte existant', 'Un compte avec ce courriel existe déjà'],
  ])('« %s » has its printed title and text', (message, title, text) => {
    expect(describeAuthError({ message, status: 400 })).toEqual({ title, text });
  });

  it('shows any other message under « Erreur »', () => {
    expect(describeAuthError(new Error('Signups not allowed'))).toEqual({
      title: 'Erreur',
      text: 'Signups not allowed',
    });
  });

  it('has a text for an exception that says nothing', () => {
    expect(describeAuthError(undefined)).toEqual({
      title: 'Erreur',
      text: "Une erreur inattendue s'est produite",
    });
  });
});
