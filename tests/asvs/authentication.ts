import type { Ledger } from '../asvs.ts';

/** Authentication (V6). */
export const authentication = {
  '6.1.1': { level: 1, title: 'Measures against guessed passwords are written down', document: 'Sign-in' },
  '6.1.2': { level: 2, title: 'Words of the business are no passwords', document: 'Sign-in' },
  '6.1.3': { level: 2, title: 'Every way to sign in is written down', document: 'Sign-in' },
  '6.2.1': {
    level: 1,
    title: 'Passwords have 8 characters or more',
    tests: [
      'tests/repository/production-config.test.ts › confirms addresses, asks for long passwords, offers the second factor, seeds nothing',
    ],
  },
  '6.2.2': {
    level: 1,
    title: 'A person can change the password',
    tests: [
      'src/admin/account/screens/password-card.test.tsx › changes against the present one alone; a wrong one is said at its field, and nothing typed is lost',
    ],
  },
  '6.2.3': {
    level: 1,
    title: 'A new password asks for the present one',
    tests: [
      'src/admin/account/screens/password-card.test.tsx › changes against the present one alone; a wrong one is said at its field, and nothing typed is lost',
    ],
  },
  '6.2.4': {
    level: 1,
    title: 'The commonest passwords are refused',
    hosted:
      'Supabase Auth, « Prevent use of leaked passwords » (Pro plan), whose list holds them all; on the free plan a length of 10 is all that is asked',
  },
  '6.2.5': {
    level: 1,
    title: 'No rule of composition',
    tests: ['tests/repository/production-config.test.ts › asks for no kind of character in a password'],
  },
  '6.2.6': {
    level: 1,
    title: 'Passwords are masked',
    tests: [
      'src/admin/account/screens/password-card.test.tsx › is masked, pasted and offered to password managers, and may have 64 characters of any kind',
    ],
  },
  '6.2.7': {
    level: 1,
    title: 'Pasting and password managers work',
    tests: [
      'src/admin/account/screens/password-card.test.tsx › is masked, pasted and offered to password managers, and may have 64 characters of any kind',
    ],
  },
  '6.2.8': {
    level: 1,
    title: 'The password is checked as it was typed',
    tests: [
      'src/admin/account/screens/password-card.test.tsx › is masked, pasted and offered to password managers, and may have 64 characters of any kind',
    ],
  },
  '6.2.9': {
    level: 2,
    title: '64 characters are allowed',
    tests: [
      'src/admin/account/screens/password-card.test.tsx › is masked, pasted and offered to password managers, and may have 64 characters of any kind',
    ],
  },
  '6.2.10': { level: 2, title: 'Passwords do not run out', none: 'nothing asks for a new one' },
  '6.2.11': {
    level: 2,
    title: 'Words of the business are refused',
    tests: [
      'src/admin/account/data/session.schema.test.ts › is not made of words that everybody knows here: %s',
    ],
  },
  '6.2.12': {
    level: 2,
    title: 'Passwords of stolen lists are refused',
    hosted:
      'Supabase Auth, « Prevent use of leaked passwords » (Pro plan), which docs/deploy.md says to turn on; the refusal is in French, `auth-errors.test.ts`',
  },
  '6.3.1': {
    level: 1,
    title: 'Guessing is held back',
    hosted: 'Supabase Auth, `[remotes.production.auth.rate_limit]` of `supabase/config.toml`',
  },
  '6.3.2': {
    level: 1,
    title: 'No account is there beforehand',
    tests: [
      'tests/database/attacks/team.ts › claim of an empty studio · the code makes an administrator, once',
      'tests/repository/production-config.test.ts › confirms addresses, asks for long passwords, offers the second factor, seeds nothing',
    ],
  },
  '6.3.3': {
    level: 2,
    title: 'A second factor',
    deviation:
      'offered to each account, then asked by the database itself, and not imposed: a studio of one person who loses every device would be shut out until the owner of the project acts, for Supabase has no codes for that day. Who keeps the password alone is guarded by limits on guesses, the list of stolen passwords, an end of other sessions, and a new proof before what cannot be undone',
  },
  '6.3.4': {
    level: 2,
    title: 'No other way to sign in',
    tests: [
      'tests/database/attacks/roles.ts › without a key, or with an invented one · 401',
      'tests/database/attacks/tokens.ts › valid token whose role is … · no row',
      'tests/repository/production-config.test.ts › confirms addresses, asks for long passwords, offers the second factor, seeds nothing',
    ],
  },
  '6.4.1': {
    level: 1,
    title: 'Codes of the first day are random and end',
    tests: [
      'tests/database/attacks/team.ts › claim with an expired code, or before any code was made · refused',
      'tests/database/attacks/team.ts › claim by guessing · locked after five tries, the right code included',
      'tests/database/attacks/team.ts › claim of an empty studio · the code makes an administrator, once',
    ],
  },
  '6.4.2': { level: 1, title: 'No secret questions', none: 'there are none' },
  '6.4.3': {
    level: 2,
    title: 'A forgotten password gets around no second factor',
    tests: [
      'tests/database/attacks/second-factor.ts › password alone, of an administrator with a second factor · no right left',
      'tests/e2e/admin/auth.spec.ts › a forgotten password is replaced through the mailbox',
    ],
  },
  '6.4.4': {
    level: 2,
    title: 'A lost device is replaced by who owns the project',
    none: 'it is taken off in the SQL editor by the owner of the project (docs/deploy.md): no way of the product does it',
  },
  '6.5.1': {
    level: 2,
    title: 'A code is good once',
    tests: [
      'tests/database/attacks/quote-acceptance.ts › an acceptance reversed · the code that gave it, and those of before it, stay spent',
    ],
  },
  '6.5.2': {
    level: 2,
    title: 'Short lookup secrets are stored by a slow function',
    none: 'there are no lookup secrets, such as codes to recover an account: how the two codes that are sent or shown once are kept is in « Keys and digests » of the record',
  },
  '6.5.3': {
    level: 2,
    title: 'Codes come from a good source of chance',
    hosted: 'PostgreSQL (`gen_random_uuid`) and Supabase Auth',
  },
  '6.5.4': {
    level: 2,
    title: 'Codes have 20 bits or more',
    tests: [
      'tests/database/attacks/team.ts › claim of an empty studio · the code makes an administrator, once',
      'tests/database/attacks/quote-acceptance.ts › accepted with the code · the record is whole, both sides get a copy, the client becomes a partner',
    ],
  },
  '6.5.5': {
    level: 2,
    title: 'Codes end within ten minutes',
    tests: ['tests/database/attacks/quote-conditions.ts › a code · holds ten minutes, for its own message'],
  },
  '6.6.1': { level: 2, title: 'Codes by telephone', none: 'no code leaves by telephone' },
  '6.6.2': {
    level: 2,
    title: 'A code is of one request',
    tests: [
      'tests/database/attacks/quote-conditions.ts › a code · holds ten minutes, for its own message',
      'tests/database/attacks/quote-acceptance.ts › wrong codes · five lock it, also for the right one; another is sent three times an hour',
    ],
  },
  '6.6.3': {
    level: 2,
    title: 'Guessing a code is held back',
    tests: [
      'tests/database/attacks/quote-acceptance.ts › wrong codes · five lock it, also for the right one; another is sent three times an hour',
      'tests/database/attacks/personal-links.ts › guessed tokens · the twenty-first from one address is not looked up, a right one neither',
    ],
  },
  '6.8.1': {
    level: 2,
    title: 'Several identity providers are told apart',
    none: 'e-mail and password are the only way in (`enable_manual_linking = false`, no provider)',
  },
  '6.8.2': {
    level: 2,
    title: 'Signatures of assertions are checked',
    tests: [
      'tests/database/attacks/tokens.ts › token … · 401, no row',
      'local/api/access-token.test.ts › refuses another key, an edited payload, an expired token, no algorithm and no token',
    ],
  },
  '6.8.3': { level: 2, title: 'SAML assertions are good once', none: 'there is no SAML' },
  '6.8.4': {
    level: 2,
    title: 'The strength of a sign-in is read from the token',
    tests: [
      'tests/database/attacks/second-factor.ts › password alone, of an administrator with a second factor · no right left',
      'tests/database/attacks/second-factor.ts › token that says aal2, of a plain user · no row',
    ],
  },
} satisfies Ledger;
