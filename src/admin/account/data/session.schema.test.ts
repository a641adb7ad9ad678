import { describe, expect, it } from 'vitest';
import { accountSchema, credentialsSchema, newPasswordSchema, passwordChangeSchema } from './session.schema';

const email = 'anne@exemple.test';
const GUESSABLE = /^Trop facile à deviner/;

/** Returns the messages of each form that takes a new password. */
const refusals = (password: string) =>
  [
    accountSchema.safeParse({ email, password }),
    newPasswordSchema.safeParse({ password, confirmation: password }),
    passwordChangeSchema.safeParse({ current: 'x', password, confirmation: password }),
  ].map(({ error }) => error?.issues.map(({ message }) => message));

describe('a new password', () => {
  it.each([
    'Territoire360!',
    'territoire 360',
    'Municipalité2026',
    'MOTDEPASSE123',
    'admin-admin-admin',
    'Québec1608!',
  ])('is not made of words that everybody knows here: %s', (password) => {
    expect(refusals(password)).toEqual(Array.from({ length: 3 }, () => [expect.stringMatching(GUESSABLE)]));
    // A person who has such a password still signs in, to change it.
    expect(credentialsSchema.safeParse({ email, password }).success).toBe(true);
  });

  it.each([
    'quatre mots pris au hasard',
    '8#2k!9$Q7&41',
    'la ville où je suis né en mars',
    'Territoire-8#2k!9$Q7',
  ])('may be anything else: %s', (password) => {
    expect(refusals(password)).toEqual([undefined, undefined, undefined]);
  });
});
