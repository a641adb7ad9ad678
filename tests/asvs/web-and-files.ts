import type { Ledger } from '../asvs.ts';

/** The browser, APIs and files (V3 to V5). */
export const webAndFiles = {
  '3.2.1': {
    level: 1,
    title: 'A file or an answer is not read as a page',
    tests: [
      'tests/database/attacks/storage.ts › attack · … named .jpg and declared image/jpeg · refused or served inert',
      'supabase/functions/_shared/create-function.test.ts › an answer is not cached, and its type is not sniffed',
    ],
  },
  '3.2.2': {
    level: 1,
    title: 'Text is shown as text',
    tests: [
      'tests/database/attacks/municipalities.ts › hostile values · a formula, HTML and an injection stay text',
      'supabase/functions/_shared/message/message-body.test.ts › a contact named %s stays text',
    ],
  },
  '3.3.1': {
    level: 1,
    title: 'Cookies are « Secure » and say so by their name',
    none: 'the product sets no cookie: the session is in the browser’s storage, the site measures nobody',
  },
  '3.3.2': { level: 2, title: 'Cookies have a « SameSite »', none: 'the product sets no cookie' },
  '3.3.3': { level: 2, title: 'Cookies are of one host', none: 'the product sets no cookie' },
  '3.3.4': {
    level: 2,
    title: 'Cookies of the session are « HttpOnly »',
    none: 'the product sets no cookie; a policy without foreign scripts is what keeps the session from others',
  },
  '3.4.1': {
    level: 1,
    title: 'HSTS for a year and all subdomains',
    tests: [
      'build/build.test.ts › keep the connection encrypted, types as they are told, and addresses to themselves',
    ],
  },
  '3.4.2': {
    level: 1,
    title: 'CORS names our own origins only',
    tests: [
      'supabase/functions/_shared/create-function.test.ts › origin %s gets no CORS headers, neither in the preflight nor after',
    ],
  },
  '3.4.3': {
    level: 2,
    title: 'A content policy without foreign scripts, objects or base',
    tests: [
      'build/build.test.ts › let scripts come from the site only',
      'build/build.test.ts › keep the connection encrypted, types as they are told, and addresses to themselves',
    ],
  },
  '3.4.4': {
    level: 2,
    title: 'nosniff on every answer',
    tests: [
      'build/build.test.ts › keep the connection encrypted, types as they are told, and addresses to themselves',
      'supabase/functions/_shared/create-function.test.ts › an answer is not cached, and its type is not sniffed',
    ],
  },
  '3.4.5': {
    level: 2,
    title: 'The referrer tells other sites no path',
    tests: [
      'build/build.test.ts › keep the connection encrypted, types as they are told, and addresses to themselves',
      'build/build.test.ts › keep %s from caches, other sites and search engines',
    ],
  },
  '3.4.6': {
    level: 2,
    title: 'Nobody frames a page but a visit',
    tests: [
      'build/build.test.ts › let nobody frame a page but that of a visit, and there the site itself and those of the settings',
    ],
  },
  '3.5.1': {
    level: 1,
    title: 'Requests of other sites do nothing',
    tests: [
      'supabase/functions/quote-request-form/handler.test.ts › is written and answered in JSON, to our pages only',
      'supabase/functions/_shared/json.test.ts › content type « %s » is 415',
    ],
  },
  '3.5.2': {
    level: 1,
    title: 'What relies on a preflight cannot be had without one',
    tests: ['supabase/functions/_shared/json.test.ts › content type « %s » is 415'],
  },
  '3.5.3': {
    level: 1,
    title: 'GET changes nothing',
    tests: [
      'supabase/functions/unsubscribe/handler.test.ts › %s changes nothing and redirects to the confirmation page',
      'supabase/functions/personal-record/handler.test.ts › %s changes nothing',
      'supabase/functions/_shared/create-function.test.ts › %s is 405, and no service is called',
    ],
  },
  '3.5.4': {
    level: 2,
    title: 'Separate applications have separate hosts',
    none: 'the site and its back office are one application of one studio; functions, files and accounts have the host of the project',
  },
  '3.5.5': {
    level: 2,
    title: 'Messages of other windows are not believed',
    none: 'no page listens to messages of other windows: two windows of the product share only the storage of the browser',
  },
  '3.7.1': { level: 2, title: 'No plug-in', none: 'pages are HTML, CSS, JavaScript and WebAssembly' },
  '3.7.2': {
    level: 2,
    title: 'Nobody is led elsewhere by itself',
    tests: [
      'src/admin/kit/lib/return-address.test.tsx › leads to the dashboard instead of %s',
      'supabase/functions/quote-request-form/handler.test.ts › goes back to the site it came from, one of ours; to the main one otherwise',
    ],
  },
  '4.1.1': {
    level: 1,
    title: 'Every answer says its type and its letters',
    tests: [
      'supabase/functions/_shared/create-function.test.ts › an answer is not cached, and its type is not sniffed',
      'supabase/functions/calendar-feed/handler.test.ts › is text/calendar that nobody keeps, read by its token alone',
    ],
  },
  '4.1.2': {
    level: 2,
    title: 'Only pages lead from HTTP to HTTPS',
    hosted: 'the host of the site and Supabase, whose API has HTTPS alone',
  },
  '4.1.3': {
    level: 2,
    title: 'Headers of our proxy cannot be forged',
    tests: [
      'tests/database/attacks/quote-requests.ts › forged address headers · do not help',
      'local/api/forwarded-headers.test.ts › replaces every forged header with the address of the socket, raw and parsed alike',
    ],
  },
  '4.2.1': {
    level: 2,
    title: 'The end of a request is not ambiguous',
    hosted: 'Supabase and the host of the site, whose edges read HTTP',
  },
  '4.3.1': {
    level: 2,
    title: 'GraphQL has limits',
    none: 'GraphQL is not used, and `graphql_public` is not among the schemas of the API (`supabase/config.toml`)',
  },
  '4.3.2': { level: 2, title: 'GraphQL does not describe itself', none: 'GraphQL is not used' },
  '4.4.1': { level: 1, title: 'WebSockets are encrypted', none: 'there is no WebSocket: `realtime` is off' },
  '4.4.2': { level: 2, title: 'WebSockets ask for the origin', none: 'there is no WebSocket' },
  '4.4.3': { level: 2, title: 'WebSockets have tokens', none: 'there is no WebSocket' },
  '4.4.4': { level: 2, title: 'Tokens of WebSockets come from the session', none: 'there is no WebSocket' },
  '5.1.1': { level: 2, title: 'Types and sizes of each upload are written down', document: 'Uploads' },
  '5.2.1': {
    level: 1,
    title: 'Files are no larger than what can be handled',
    tests: [
      'tests/database/access/catalogue.ts › catalogue · buckets · tour-images, panoramas, survey-public and studio public, the others private, their sizes and types',
      'tests/database/attacks/storage.ts › attack · 3 MB allowed, one byte more refused',
    ],
  },
  '5.2.2': {
    level: 1,
    title: 'Names and contents of files agree',
    tests: [
      'supabase/functions/receive-email/handler.test.ts › is kept by its first bytes; the rest is named with the reason',
      'supabase/functions/public-quote/handler.test.ts › a file that is %s · 422 on its field, nothing written',
      'src/admin/tours/data/panorama.test.ts › refuses %s in French',
    ],
  },
  '5.2.3': {
    level: 2,
    title: 'What unpacks to too much is not unpacked',
    tests: [
      'supabase/functions/receive-email/handler.test.ts › a bomb: told of, as far as the provider read it',
      'supabase/functions/search-prospect-info/site-guard.test.ts › a decompression bomb is not read',
      'src/admin/contacts/screens/contact-files.test.ts › %s is refused in French',
    ],
  },
  '5.3.1': {
    level: 1,
    title: 'Files never run',
    hosted: 'Supabase Storage, which runs no file; types are a list (`supabase/config.toml`)',
  },
  '5.3.2': {
    level: 1,
    title: 'Paths are made here',
    tests: [
      'tests/database/attacks/storage.ts › attack · upload under the name … · refused',
      'local/api/object-store.test.ts › writes nothing outside its folder, whatever a key or a bucket is called',
    ],
  },
  '5.4.1': {
    level: 2,
    title: 'The name of a download is ours',
    tests: [
      'supabase/functions/public-quote/handler.test.ts › GET and HEAD · a file to keep, and nothing is written',
    ],
  },
  '5.4.2': {
    level: 2,
    title: 'Names of files are encoded',
    tests: [
      'tests/database/access/storage-protocol.ts › a signed address is saved under the name that it carries',
      'supabase/functions/public-quote/handler.test.ts › GET and HEAD · a file to keep, and nothing is written',
    ],
  },
  '5.4.3': {
    level: 2,
    title: 'Files of strangers are scanned',
    deviation:
      'no scanner is within reach of a function of 256 MB; files that come by e-mail or with an acceptance are PDF, pictures and Office files by their first bytes, shown to members only, as downloads',
  },
} satisfies Ledger;
