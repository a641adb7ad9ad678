import type { Ledger } from '../asvs.ts';

/** Data protection, architecture, logs and WebRTC (V14 to V17). */
export const dataAndErrors = {
  '14.1.1': { level: 2, title: 'Personal data are classified', document: 'Personal data' },
  '14.1.2': { level: 2, title: 'Each class has its protection', document: 'Personal data' },
  '14.2.1': {
    level: 1,
    title: 'Nothing secret is in an address',
    deviation:
      'links of quotes, « Ma fiche », unsubscribe and calendars hold their token in the path, for they are opened from an e-mail: `no-referrer`, `no-store`, no log, an end; keys and session tokens are in headers',
  },
  '14.2.2': {
    level: 2,
    title: 'Nothing personal stays in a cache of the server',
    tests: [
      'supabase/functions/_shared/create-function.test.ts › an answer is not cached, and its type is not sniffed',
      'build/build.test.ts › keep %s from caches, other sites and search engines',
    ],
  },
  '14.2.3': {
    level: 2,
    title: 'Nothing goes to trackers',
    tests: [
      'src/site/pages/quote-request/anti-robot-check.test.tsx › loads nothing of a third party before somebody uses the form, and nothing without a key',
      'build/build.test.ts › let scripts come from the site only',
    ],
  },
  '14.2.4': {
    level: 2,
    title: 'Personal data are kept as written',
    tests: [
      'tests/database/attacks/personal-data.ts › attack · personal data · every table that hangs on a person · given on request, and erased',
      'tests/database/attacks/team.ts › who did what · older than 24 months goes',
    ],
  },
  '14.3.1': {
    level: 1,
    title: 'Signing out leaves nothing behind',
    tests: [
      'src/admin/kit/data/offline-copies.mocked.test.tsx › when somebody signs out, also what was about to be written',
      'src/shared/lib/browser-draft.test.tsx › is deleted at sign-out, with the others, and nothing else',
    ],
  },
  '14.3.2': {
    level: 2,
    title: 'Private answers are not stored',
    tests: [
      'supabase/functions/_shared/create-function.test.ts › an answer is not cached, and its type is not sniffed',
      'build/build.test.ts › keep %s from caches, other sites and search engines',
    ],
  },
  '14.3.3': {
    level: 2,
    title: 'Nothing personal is in the browser’s storage',
    deviation:
      'drafts of what is typed and the lists that a person reads without a network (docs/decisions/0051) are kept for their own person, at most 30 and 7 days, and go at sign-out: a street without a network is where the product is used',
  },
  '15.1.1': { level: 1, title: 'How soon a library is mended is written down', document: 'Libraries' },
  '15.1.2': {
    level: 2,
    title: 'Libraries are listed, and come from known places',
    tests: [
      'local/lock-files.test.ts › holds a checksum for each package but the binaries of other platforms, whose parents have theirs',
      'local/lock-files.test.ts › names no registry: whoever installs uses their own',
    ],
  },
  '15.1.3': { level: 2, title: 'What costs much is written down', document: 'Input and limits' },
  '15.2.1': { level: 1, title: 'No library is older than that', document: 'Libraries' },
  '15.2.2': {
    level: 2,
    title: 'What costs much is limited',
    tests: [
      'tests/database/attacks/function-calls.ts › twenty calls in ten minutes, the next 429 in French; each person has a share of their own',
      'tests/database/attacks/reading.ts › attack · limit=1000000 · visitor and secret key · cut at 1 000 rows',
      'tests/database/hosted-platform.test.ts › a request that goes on for ever is ended, and says so',
    ],
  },
  '15.2.3': {
    level: 2,
    title: 'Production has nothing of the tests',
    tests: [
      'tests/repository/production-config.test.ts › confirms addresses, asks for long passwords, offers the second factor, seeds nothing',
      'supabase/functions/every-function.test.ts › every function of the project is in the list above, and its index.ts only binds the handler',
    ],
  },
  '15.3.1': {
    level: 1,
    title: 'Only the columns that are needed leave',
    tests: [
      'tests/database/attacks/public-profile.ts › nothing else of the settings is told',
      'tests/database/access/tables.ts › … · … · S … · denied',
    ],
  },
  '15.3.2': {
    level: 2,
    title: 'Redirections are not followed',
    tests: [
      'supabase/functions/_shared/limited-fetch.test.ts › a redirect is an answer, and is not followed',
    ],
  },
  '15.3.3': {
    level: 2,
    title: 'Only the fields that are meant are written',
    tests: [
      'supabase/functions/_shared/json.test.ts › keys that the schema does not name are dropped',
      'supabase/functions/quote-request-form/handler.test.ts › a field that the form does not have goes nowhere',
      'tests/database/access/catalogue.ts › catalogue · privileges on … · those of the matrix, no other',
    ],
  },
  '15.3.4': {
    level: 2,
    title: 'The true address of a visitor counts',
    tests: [
      'tests/database/attacks/quote-requests.ts › forged address headers · do not help',
      'tests/database/attacks/quote-requests.ts › without the header of the hosting · only the last entry of x-forwarded-for counts, and each has a share',
    ],
  },
  '15.3.5': {
    level: 2,
    title: 'Types are what they are said to be',
    tests: ['supabase/functions/every-function.test.ts › send-campaign-email refuses %j as a send'],
  },
  '15.3.6': {
    level: 2,
    title: 'Prototypes cannot be changed',
    tests: ['supabase/functions/_shared/json.test.ts › keys that the schema does not name are dropped'],
  },
  '15.3.7': {
    level: 2,
    title: 'A parameter given twice deceives nobody',
    none: 'a parameter is read from one place, once: the first of an address (`URLSearchParams.get`), or one key of a JSON body that a schema names',
  },
  '16.1.1': { level: 2, title: 'What is logged is written down', document: 'Logs' },
  '16.2.1': {
    level: 2,
    title: 'A line says when, who and what',
    tests: ['tests/database/attacks/team.ts › who did what · … · created, changed and deleted by a member'],
  },
  '16.2.2': {
    level: 2,
    title: 'Clocks agree, in UTC',
    hosted: 'Supabase; the time of a change is the database’s own (`timestamptz`)',
  },
  '16.2.3': { level: 2, title: 'Lines go where it is written', document: 'Logs' },
  '16.2.4': {
    level: 2,
    title: 'Lines can be read by a program',
    tests: [
      'supabase/functions/_shared/create-function.test.ts › an expected error keeps its status, code and French message; its detail goes to the log only',
    ],
  },
  '16.2.5': {
    level: 2,
    title: 'No secret and nobody’s text is in a log',
    tests: [
      'supabase/functions/dispatch-emails/handler.test.ts › the data service is down: 503, and no secret in the answer nor the log',
      'supabase/functions/public-quote/handler.test.ts › anything else · refused; a broken database · 503, without the token in the log',
      'tests/database/attacks/team.ts › who did what · each change of a member, by fields, never a value',
    ],
  },
  '16.3.1': {
    level: 2,
    title: 'Sign-ins are logged',
    hosted: 'Supabase Auth (`auth.audit_log_entries` and its own log)',
  },
  '16.3.2': {
    level: 2,
    title: 'Refusals are logged',
    hosted: 'Supabase: the log of its API has each answer’s status',
  },
  '16.3.3': {
    level: 2,
    title: 'Attempts to get around are logged',
    hosted: 'Supabase: the log of its API; forms that are refused leave nothing, `quote-requests.ts`',
  },
  '16.3.4': {
    level: 2,
    title: 'Failures are logged',
    tests: [
      'supabase/functions/_shared/create-function.test.ts › an unexpected error is a general 500: its text stays in the log, under the reference',
    ],
  },
  '16.4.1': {
    level: 2,
    title: 'Nothing typed forges a line',
    hosted: 'Supabase, whose log has one record a call; what functions write is JSON',
  },
  '16.4.2': {
    level: 2,
    title: 'Logs cannot be changed',
    tests: ['tests/database/access/tables.ts › … · … · … · denied'],
  },
  '16.4.3': {
    level: 2,
    title: 'Logs are elsewhere',
    hosted: 'Supabase, whose logs are no part of the database',
  },
  '16.5.1': {
    level: 2,
    title: 'Errors tell nothing of the inside',
    tests: [
      'supabase/functions/_shared/create-function.test.ts › an unexpected error is a general 500: its text stays in the log, under the reference',
      'src/shared/lib/failure.test.ts › is French for %s, and never what the database says',
    ],
  },
  '16.5.2': {
    level: 2,
    title: 'What is down elsewhere breaks nothing here',
    tests: [
      "tests/database/attacks/outbox.ts › broken outbox · the visitor's request passes all the same",
      'tests/e2e/resilience/mail-outage.spec.ts › with the mail server down visitors are served, and once it is up each e-mail arrives once',
    ],
  },
  '16.5.3': {
    level: 2,
    title: 'What fails opens nothing',
    tests: [
      'supabase/functions/_shared/admin-guard.test.ts › %s from the role query means not admin',
      'supabase/functions/_shared/call-limit.test.ts › %s of the counter is 503, and the provider is not called',
    ],
  },
  '17.1.1': { level: 2, title: 'TURN', none: 'there is no WebRTC' },
  '17.2.1': { level: 2, title: 'Keys of DTLS', none: 'there is no WebRTC' },
  '17.2.2': { level: 2, title: 'Ciphers of DTLS', none: 'there is no WebRTC' },
  '17.2.3': { level: 2, title: 'Authentication of SRTP', none: 'there is no WebRTC' },
  '17.2.4': { level: 2, title: 'Malformed SRTP', none: 'there is no WebRTC' },
  '17.3.1': { level: 2, title: 'Floods of signals', none: 'there is no WebRTC' },
  '17.3.2': { level: 2, title: 'Malformed signals', none: 'there is no WebRTC' },
} satisfies Ledger;
