import type { Ledger } from '../asvs.ts';

/** Sessions and authorisation (V7, V8). */
export const sessionsAndRights = {
  '7.1.1': { level: 2, title: 'Length of sessions is written down', document: 'Sessions' },
  '7.1.2': { level: 2, title: 'Sessions beside each other are written down', document: 'Sessions' },
  '7.1.3': { level: 2, title: 'Sessions of a federation', none: 'there is no federation' },
  '7.2.1': {
    level: 1,
    title: 'The server reads the token',
    tests: ['tests/database/attacks/tokens.ts › token … · 401, no row'],
  },
  '7.2.2': {
    level: 1,
    title: 'Sessions have tokens of their own',
    tests: [
      'tests/database/attacks/roles.ts › without a key, or with an invented one · 401',
      'supabase/functions/_shared/admin-guard.test.ts › %s as a token is refused without asking anyone',
    ],
  },
  '7.2.3': {
    level: 1,
    title: 'Reference tokens cannot be guessed',
    hosted: 'Supabase Auth, whose refresh tokens they are',
  },
  '7.2.4': {
    level: 1,
    title: 'A sign-in makes a new session, and ends the one it replaces',
    tests: [
      'src/admin/require-admin.test.tsx › waits for the password, then is done, in a session that replaces the one before',
    ],
  },
  '7.3.1': {
    level: 2,
    title: 'A session that rests ends',
    hosted: 'Supabase Auth, « Inactivity timeout » (Pro plan); see « Sessions » of the record',
  },
  '7.3.2': {
    level: 2,
    title: 'A session has a last day',
    tests: ['tests/database/attacks/sessions.ts › session older than 30 days · no right left'],
  },
  '7.4.1': {
    level: 1,
    title: 'A session that ended opens nothing',
    tests: [
      'tests/database/attacks/sessions.ts › token of a session that has ended · no right left',
      'tests/database/attacks/sessions.ts › attack · token kept after its person has signed out · no right left',
    ],
  },
  '7.4.2': {
    level: 1,
    title: 'An account that is gone opens nothing',
    tests: [
      "tests/database/attacks/roles.ts › administrator's account deleted while the token lives · no row",
      'tests/database/attacks/roles.ts › role removed while the token lives · refused from the next request',
    ],
  },
  '7.4.3': {
    level: 2,
    title: 'A new password ends the other sessions',
    tests: [
      'local/api/start-api.proof.test.ts › ends the other sessions of a person who changes password',
      'tests/database/attacks/sessions.ts › token of a session that has ended · no right left',
      'src/admin/account/screens/password-card.test.tsx › closes the sessions of other browsers by a press, and stays here',
    ],
  },
  '7.4.4': {
    level: 2,
    title: 'Signing out is in sight',
    tests: [
      'tests/e2e/admin/auth.spec.ts › an administrator signs in, stays signed in after a reload, and signs out…',
    ],
  },
  '7.4.5': {
    level: 2,
    title: 'An administrator can end the sessions of another',
    tests: [
      'tests/database/attacks/roles.ts › role removed while the token lives · refused from the next request',
      'tests/database/attacks/team.ts › a reader’s role removed while the token lives · no row from the next request',
    ],
  },
  '7.5.1': {
    level: 2,
    title: 'What opens an account changes after a new sign-in',
    deviation:
      'a new password asks for the present one, a device is removed against one of its codes and added after a sign-in of the last 15 minutes (`security-page.test.tsx`), an address asks both mailboxes (`double_confirm_changes`): but the screens ask for all but the last, and Supabase Auth itself takes a living token for a new device and, within a day of the sign-in, for a new password',
  },
  '7.5.2': {
    level: 2,
    title: 'A person sees their sessions and ends them',
    tests: [
      'src/admin/account/screens/password-card.test.tsx › shows the open sessions, and closes one of them, not that of this browser',
      'tests/database/attacks/sessions.ts › attack · sessions · each person sees and ends their own alone, after a recent sign-in',
    ],
  },
  '7.6.1': {
    level: 2,
    title: 'Sessions between providers',
    none: 'there is no identity provider beside Supabase Auth',
  },
  '7.6.2': {
    level: 2,
    title: 'No session without an act of the person',
    tests: ['src/admin/account/screens/join-studio.test.tsx › is accepted by a press, and leads in'],
  },
  '8.1.1': {
    level: 1,
    title: 'Who may do what is written down',
    tests: [
      'tests/repository/docs.test.ts › the page of the role matrix says what the tests of access ask of the database',
    ],
  },
  '8.1.2': {
    level: 2,
    title: 'Who may read and write which column is written down',
    tests: [
      'tests/repository/docs.test.ts › the page of the role matrix says what the tests of access ask of the database',
    ],
  },
  '8.2.1': {
    level: 1,
    title: 'Functions ask who calls',
    tests: [
      'tests/database/access/catalogue.ts › catalogue · functions: who may call them, and search_path set',
      'tests/database/attacks/functions-guard.ts › 401 or 403 without an administrator, no call to the provider',
    ],
  },
  '8.2.2': {
    level: 1,
    title: 'Rows ask who reads and writes',
    tests: [
      'tests/database/access/tables.ts › … · … · … · denied',
      'tests/database/access/catalogue.ts › catalogue · row-level security on everywhere, no view that gets around it',
    ],
  },
  '8.2.3': {
    level: 2,
    title: 'Columns ask who reads and writes',
    tests: [
      'tests/database/access/tables.ts › … · … · S … · denied',
      'tests/database/access/catalogue.ts › catalogue · privileges on … · those of the matrix, no other',
    ],
  },
  '8.3.1': {
    level: 1,
    title: 'The server decides',
    tests: [
      'supabase/functions/every-function.test.ts › refuses an anonymous caller, the publishable key and a user without the role, and calls no provider',
      'tests/database/access/tables.ts › … · … · … · denied',
    ],
  },
  '8.4.1': { level: 2, title: 'Tenants do not meet', none: 'a project is one studio: there are no tenants' },
} satisfies Ledger;
