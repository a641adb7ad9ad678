import type { Ledger } from '../asvs.ts';

/** Cryptography, communication and configuration (V11 to V13). */
export const infrastructure = {
  '11.1.1': { level: 2, title: 'How keys live is written down', document: 'Keys and digests' },
  '11.1.2': { level: 2, title: 'Keys and algorithms are listed', document: 'Keys and digests' },
  '11.2.1': { level: 2, title: 'Cryptography is of known libraries', document: 'Keys and digests' },
  '11.2.2': { level: 2, title: 'Algorithms can be replaced', document: 'Keys and digests' },
  '11.2.3': {
    level: 2,
    title: '128 bits of security',
    tests: [
      'tests/database/attacks/quotes.ts › the link of a sent quote · 128 bits, another each time, in no table that the API shows',
    ],
  },
  '11.3.1': {
    level: 1,
    title: 'No ECB, no weak padding',
    none: 'the product encrypts nothing itself: TLS, and the disks of the host',
  },
  '11.3.2': { level: 1, title: 'Only approved ciphers', none: 'the product encrypts nothing itself' },
  '11.3.3': {
    level: 2,
    title: 'What is encrypted cannot be changed unseen',
    none: 'the product encrypts nothing itself',
  },
  '11.4.1': {
    level: 1,
    title: 'Only approved digests',
    tests: [
      'src/shared/evidence/verify-folder.test.ts › one byte changed, one removed, one added, one renamed',
      'tests/database/attacks/quote-requests.ts › addresses and e-mails · only hashed ones stay',
    ],
  },
  '11.4.2': { level: 2, title: 'Passwords are stored by a slow function', hosted: 'Supabase Auth (bcrypt)' },
  '11.4.3': {
    level: 2,
    title: 'Digests of seals do not collide',
    tests: [
      'src/shared/evidence/verify-folder.test.ts › one byte changed, one removed, one added, one renamed',
    ],
  },
  '11.4.4': { level: 2, title: 'Keys made of passwords', none: 'no key is made of a password' },
  '11.5.1': {
    level: 2,
    title: 'What must not be guessed has 128 bits of chance',
    tests: [
      'tests/database/attacks/quotes.ts › the link of a sent quote · 128 bits, another each time, in no table that the API shows',
      'tests/database/attacks/personal-links.ts › the token · is in no table, opens one address, and reading changes nothing',
    ],
  },
  '11.6.1': {
    level: 2,
    title: 'Only approved signatures',
    hosted: 'Supabase Auth, which signs tokens, and the time-stamping authority, which signs seals',
  },
  '12.1.1': { level: 1, title: 'TLS 1.2 or 1.3', hosted: 'Supabase and the host of the site' },
  '12.1.2': { level: 2, title: 'Strong ciphers', hosted: 'Supabase and the host of the site' },
  '12.1.3': { level: 2, title: 'Client certificates', none: 'nobody signs in by a certificate' },
  '12.2.1': {
    level: 1,
    title: 'Visitors always have TLS',
    tests: [
      'build/build.test.ts › keep the connection encrypted, types as they are told, and addresses to themselves',
    ],
  },
  '12.2.2': {
    level: 1,
    title: 'Certificates are publicly trusted',
    hosted: 'Supabase and the host of the site',
  },
  '12.3.1': {
    level: 2,
    title: 'Services talk encrypted',
    tests: [
      'supabase/functions/_shared/mail/smtp.test.ts › is never told to a server without encryption, nor the message',
      'supabase/functions/_shared/mail/smtp.test.ts › goes to a port that is encrypted from the first byte unless told otherwise',
    ],
  },
  '12.3.2': {
    level: 2,
    title: 'Certificates of others are checked',
    tests: [
      'supabase/functions/search-prospect-info/site-guard.test.ts › https goes to port 443 and verifies the name',
    ],
  },
  '12.3.3': {
    level: 2,
    title: 'Services inside talk encrypted',
    hosted: 'Supabase; on one’s own machine everything stays on 127.0.0.1',
  },
  '12.3.4': { level: 2, title: 'Certificates inside are trusted ones', hosted: 'Supabase' },
  '13.1.1': { level: 2, title: 'Who is talked to is written down', document: 'Who is talked to' },
  '13.2.1': {
    level: 2,
    title: 'Services prove who they are',
    tests: [
      'tests/database/attacks/functions-guard.ts › attack · function dispatch-emails · 401 without its secret, even for an administrator and the secret key',
      'supabase/functions/email-webhook/handler.test.ts › one valid signature among several is enough, while a secret is rotated',
    ],
  },
  '13.2.2': {
    level: 2,
    title: 'Services have the least rights',
    tests: [
      'tests/database/access/catalogue.ts › catalogue · privileges on … · those of the matrix, no other',
      'tests/database/hosted-platform.test.ts › the owner of the tables is no superuser, and has two minutes a statement',
    ],
  },
  '13.2.3': {
    level: 2,
    title: 'No default credential',
    tests: [
      'supabase/functions/email-webhook/handler.test.ts › secret « %s »: every request is 401',
      'supabase/functions/dispatch-emails/handler.test.ts › DISPATCH_SECRET « %s » lets nobody in, and the log says so',
    ],
  },
  '13.2.4': {
    level: 2,
    title: 'A list says who is asked',
    tests: [
      'supabase/functions/search-prospect-info/site-guard.test.ts › a site that is not on the public Internet is refused before any socket',
      'supabase/functions/_shared/routing.test.ts › the setting « %s » is no address of a server',
    ],
  },
  '13.2.5': {
    level: 2,
    title: 'The site asks its own project alone',
    tests: [
      'build/build.test.ts › let scripts come from the site only',
      'build/verifier-page.test.ts › the page that checks a folder is one file, which may reach nothing',
    ],
  },
  '13.3.1': {
    level: 2,
    title: 'Secrets are in a vault, never in the code or the build',
    tests: [
      'build/build.test.ts › finds a %s, names the file and not the secret',
      'build/env.test.ts › refuses a secret key, which the browser would publish',
      'tests/repository/production-config.test.ts › sends by a sender of one’s own, encrypted from the first byte, whose secrets are not written down',
    ],
  },
  '13.3.2': {
    level: 2,
    title: 'Secrets are for who needs them',
    tests: [
      'tests/database/access/catalogue.ts › catalogue · no privilege on the tables of private, reading alone on its views, nor to create anywhere',
      'tests/database/access/hidden-schemas.ts › ….… · … · … · …',
    ],
  },
  '13.4.1': {
    level: 1,
    title: 'No history of the source is published',
    none: 'the host gets the folder that the build wrote, which holds no `.git`; the embedded server serves nothing else, `site-server.test.ts`',
  },
  '13.4.2': {
    level: 2,
    title: 'Nothing of debugging in production',
    tests: [
      'supabase/functions/_shared/create-function.test.ts › an unexpected error is a general 500: its text stays in the log, under the reference',
      'local/api/start-api.proof.test.ts › answers 404 outside its services and /health',
    ],
  },
  '13.4.3': {
    level: 2,
    title: 'No list of a folder',
    hosted:
      'the host of the site, which answers files alone; the list of a bucket asks for a member (`tests/database/access/storage-policies.ts`)',
  },
  '13.4.4': {
    level: 2,
    title: 'No TRACE',
    hosted: 'Supabase and the host of the site; functions answer 405, `create-function.test.ts`',
  },
  '13.4.5': {
    level: 2,
    title: 'No documentation of the API for everybody',
    hosted: 'Supabase, whose description of the tables asks for the secret key',
  },
} satisfies Ledger;
