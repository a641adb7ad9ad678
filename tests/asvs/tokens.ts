import type { Ledger } from '../asvs.ts';

/** Tokens, OAuth and OpenID Connect (V9, V10). */
export const tokens = {
  '9.1.1': {
    level: 1,
    title: 'Tokens are signed, and the signature is read first',
    tests: ['tests/database/attacks/tokens.ts › token … · 401, no row'],
  },
  '9.1.2': {
    level: 1,
    title: 'Only known algorithms, never « none »',
    tests: [
      'tests/database/attacks/tokens.ts › token … · 401, no row',
      'local/api/access-token.test.ts › refuses another key, an edited payload, an expired token, no algorithm and no token',
    ],
  },
  '9.1.3': {
    level: 1,
    title: 'Keys of tokens come from the project alone',
    hosted: 'PostgREST and Supabase Auth, which take their keys from the project’s settings',
  },
  '9.2.1': {
    level: 1,
    title: 'Tokens end',
    tests: [
      'tests/database/attacks/tokens.ts › expired token · 401, no row',
      'tests/database/attacks/functions-guard.ts › attack · functions · 401 with an expired token of the administrator',
    ],
  },
  '9.2.2': {
    level: 2,
    title: 'A token is of the right kind',
    tests: [
      'supabase/functions/_shared/admin-guard.test.ts › %s as a token is refused without asking anyone',
      "tests/database/attacks/tokens.ts › visitor's token in the administrator's name · no row",
    ],
  },
  '9.2.3': {
    level: 2,
    title: 'A token is for this service',
    hosted:
      'PostgREST and Supabase Auth, whose keys are the project’s own: no other service has tokens by them',
  },
  '9.2.4': {
    level: 2,
    title: 'Tokens for other services cannot be used here',
    tests: [
      'tests/database/access/applications.ts › functions · … in the name of … · refused, or nothing of the business answered',
    ],
  },
  '10.1.1': {
    level: 2,
    title: 'Tokens go only where they are needed',
    tests: ['supabase/functions/receive-email/handler.test.ts › gets no key of ours, and leads nowhere else'],
  },
  '10.1.2': {
    level: 2,
    title: 'A client takes only answers to its own questions',
    none: 'the product is no OAuth client',
  },
  '10.2.1': {
    level: 2,
    title: 'A client is protected against forged requests',
    none: 'the product is no OAuth client',
  },
  '10.2.2': { level: 2, title: 'A client tells servers apart', none: 'the product is no OAuth client' },
  '10.3.1': {
    level: 2,
    title: 'Tokens are for this service',
    tests: [
      'tests/database/access/applications.ts › catalogue · every table and the storage are closed to applications by the same restrictive policy',
    ],
  },
  '10.3.2': {
    level: 2,
    title: 'What was delegated decides',
    tests: [
      'tests/database/access/applications.ts › … · an application in the name of the administrator · S I U D · denied',
      'tests/database/access/applications.ts › functions · … in the name of … · refused, or nothing of the business answered',
    ],
  },
  '10.3.3': {
    level: 2,
    title: 'A person is known by what is never given again',
    tests: ['tests/database/attacks/roles.ts › valid token of nobody, or of a malformed id · no row'],
  },
  '10.3.4': {
    level: 2,
    title: 'The strength of the sign-in decides',
    tests: [
      'tests/database/attacks/second-factor.ts › password alone, of an administrator with a second factor · no right left',
      'tests/database/attacks/sessions.ts › attack · last sign-in older than 15 minutes · nothing grave is done before another proof',
    ],
  },
  '10.4.1': {
    level: 1,
    title: 'Redirections of an authorisation server',
    none: 'the OAuth server of Supabase is off; the day it is turned on, its tokens open nothing (`private.is_first_party`)',
  },
  '10.4.2': { level: 1, title: 'Codes are good once', none: 'the OAuth server is off' },
  '10.4.3': { level: 1, title: 'Codes are short-lived', none: 'the OAuth server is off' },
  '10.4.4': { level: 1, title: 'Grants are limited', none: 'the OAuth server is off' },
  '10.4.5': {
    level: 1,
    title: 'Refresh tokens cannot be replayed',
    hosted: 'Supabase Auth, `enable_refresh_token_rotation` of `supabase/config.toml`',
  },
  '10.4.6': { level: 2, title: 'PKCE', none: 'the OAuth server is off' },
  '10.4.7': { level: 2, title: 'Clients that register themselves', none: 'the OAuth server is off' },
  '10.4.8': {
    level: 2,
    title: 'Refresh tokens have a last day',
    tests: ['tests/database/attacks/sessions.ts › session older than 30 days · no right left'],
  },
  '10.4.9': {
    level: 2,
    title: 'Tokens can be revoked',
    tests: ['tests/database/attacks/sessions.ts › token of a session that has ended · no right left'],
  },
  '10.4.10': { level: 2, title: 'Clients prove who they are', none: 'the OAuth server is off' },
  '10.4.11': { level: 2, title: 'Scopes are the least', none: 'the OAuth server is off' },
  '10.5.1': {
    level: 2,
    title: 'ID tokens cannot be replayed',
    none: 'the product is no client of OpenID Connect',
  },
  '10.5.2': {
    level: 2,
    title: 'The person of an ID token',
    none: 'the product is no client of OpenID Connect',
  },
  '10.5.3': {
    level: 2,
    title: 'The issuer of an ID token',
    none: 'the product is no client of OpenID Connect',
  },
  '10.5.4': {
    level: 2,
    title: 'The audience of an ID token',
    none: 'the product is no client of OpenID Connect',
  },
  '10.5.5': { level: 2, title: 'Back-channel logout', none: 'the product is no client of OpenID Connect' },
  '10.6.1': { level: 2, title: 'Response modes', none: 'the product is no OpenID provider' },
  '10.6.2': { level: 2, title: 'Forced logout', none: 'the product is no OpenID provider' },
  '10.7.1': { level: 2, title: 'Consent to each authorisation', none: 'the OAuth server is off' },
  '10.7.2': { level: 2, title: 'Consent says what is given', none: 'the OAuth server is off' },
  '10.7.3': { level: 2, title: 'Consent can be taken back', none: 'the OAuth server is off' },
} satisfies Ledger;
