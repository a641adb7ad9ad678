import type { Ledger } from '../asvs.ts';

/** Encoding and sanitisation, validation and business logic (V1, V2). */
export const encodingAndValidation = {
  '1.1.1': {
    level: 2,
    title: 'Input is decoded once, before it is checked',
    tests: [
      'local/site-server.test.ts › serves no file of the data folder, of another one or of the backups, however its path is written',
      'supabase/functions/unsubscribe/handler.test.ts › a malformed token is encoded in the redirect',
    ],
  },
  '1.1.2': {
    level: 2,
    title: 'Output is escaped by what writes it, last',
    tests: [
      'supabase/functions/_shared/message/message-body.test.ts › never makes a tag or an attribute of %s',
    ],
  },
  '1.2.1': {
    level: 1,
    title: 'HTML, XML and header values are escaped for where they stand',
    tests: [
      'supabase/functions/_shared/campaign/campaign-message.test.ts › no field becomes a tag',
      'supabase/functions/calendar-feed/handler.test.ts › lines end with CRLF and are at most 75 octets; nothing typed breaks out of its line',
      'build/share-picture.test.ts › draws letters as outlines: no text is read as markup',
    ],
  },
  '1.2.2': {
    level: 1,
    title: 'Parts of addresses are encoded, and addresses are http or https',
    tests: [
      'supabase/functions/unsubscribe/handler.test.ts › a malformed token is encoded in the redirect',
      'supabase/functions/_shared/message/message-body.test.ts › links the words of a mark, to https and mailto alone',
      'build/env.test.ts › refuses an address that is not http or https',
    ],
  },
  '1.2.3': {
    level: 1,
    title: 'Data in scripts and JSON cannot leave their place',
    tests: [
      'build/build.test.ts › gets its head, styles, scripts, content and data, whatever characters they hold',
    ],
  },
  '1.2.4': {
    level: 1,
    title: 'Database queries take values as parameters',
    tests: [
      'tests/database/attacks/search.ts › expressions, wildcards, emptiness, one letter, thousands of letters · nothing, no error',
      'supabase/functions/search-prospect-info/search.test.ts › a name cannot inject into the query',
      'tests/database/attacks/municipalities.ts › hostile values · a formula, HTML and an injection stay text',
    ],
  },
  '1.2.5': {
    level: 1,
    title: 'No input reaches a shell',
    none: 'the product starts no program on behalf of a request; only `local/` and `deploy/` start any, with lists of arguments',
  },
  '1.2.6': { level: 2, title: 'LDAP', none: 'there is no directory' },
  '1.2.7': { level: 2, title: 'XPath', none: 'no query language of XML is used' },
  '1.2.8': { level: 2, title: 'LaTeX', none: 'PDF files are drawn by a library, without LaTeX' },
  '1.2.9': {
    level: 2,
    title: 'Input is no regular expression',
    tests: [
      'supabase/functions/_shared/message/template-text.test.ts › does not read $ in a value as a pattern',
      'tests/database/attacks/search.ts › expressions, wildcards, emptiness, one letter, thousands of letters · nothing, no error',
    ],
  },
  '1.3.1': {
    level: 1,
    title: 'HTML of an editor is sanitised',
    none: 'nobody types HTML: messages and pages are typed as text with a few marks, rendered by React or escaped',
  },
  '1.3.2': {
    level: 1,
    title: 'No text becomes code',
    tests: ['build/build.test.ts › let scripts come from the site only'],
  },
  '1.3.3': {
    level: 2,
    title: 'What goes to a place with rules of its own has only what is safe there',
    tests: [
      'src/admin/kit/lib/csv.test.ts › at the start of a cell is plain text: %j',
      'tests/database/constraints/shared-rules.ts › rule · text on one line · the same characters refused by SQL and by the forms',
    ],
  },
  '1.3.4': {
    level: 2,
    title: 'SVG of others is not taken',
    tests: [
      'tests/database/attacks/storage.ts › attack · … named .jpg · refused',
      'tests/database/attacks/storage.ts › attack · … named .jpg and declared image/jpeg · refused or served inert',
    ],
  },
  '1.3.5': {
    level: 2,
    title: 'Markdown, style sheets and the like of others run nothing',
    tests: [
      'supabase/functions/_shared/message/message-body.test.ts › a contact named %s makes no link, picture or list',
    ],
  },
  '1.3.6': {
    level: 2,
    title: 'The server asks only public addresses',
    tests: [
      'supabase/functions/search-prospect-info/site-guard.test.ts › a site that is not on the public Internet is refused before any socket',
      'supabase/functions/search-prospect-info/site-guard.test.ts › DNS rebinding: the address that was checked is the one connected to',
      'supabase/functions/search-prospect-info/site-guard.test.ts › a public site that redirects to %s',
    ],
  },
  '1.3.7': {
    level: 2,
    title: 'Input makes no template',
    tests: [
      'supabase/functions/_shared/message/template-text.test.ts › replaces known variables once: braces that come with a value stay',
    ],
  },
  '1.3.8': { level: 2, title: 'JNDI', none: 'there is no Java' },
  '1.3.9': { level: 2, title: 'memcache', none: 'there is no cache server' },
  '1.3.10': {
    level: 2,
    title: 'Format strings',
    tests: [
      'supabase/functions/_shared/message/template-text.test.ts › does not read $ in a value as a pattern',
    ],
  },
  '1.3.11': {
    level: 2,
    title: 'Line breaks add nothing to an e-mail',
    tests: [
      'supabase/functions/_shared/mail/smtp.test.ts › line breaks in names, subject and addresses add no header and no recipient',
      'supabase/functions/_shared/campaign/campaign-message.test.ts › line breaks never reach a header',
    ],
  },
  '1.4.1': { level: 2, title: 'Memory is safe', none: 'TypeScript and SQL manage memory themselves' },
  '1.4.2': {
    level: 2,
    title: 'Numbers stay in their range',
    tests: [
      'tests/database/constraints/checks.ts › limit · ….… · … values accepted, … refused (……)',
      'tests/database/attacks/invoices.ts › deposit, progress and balance · together the accepted quote, to the cent',
    ],
  },
  '1.4.3': {
    level: 2,
    title: 'What is taken is given back',
    tests: [
      'supabase/functions/_shared/network.test.ts › an address that says nothing does not hold the next one back; every socket is closed',
      'supabase/functions/_shared/limited-fetch.test.ts › an endless answer is cancelled at its source',
    ],
  },
  '1.5.1': {
    level: 1,
    title: 'XML loads nothing from elsewhere',
    none: 'tracks are read by the browser’s DOMParser, reports of mail servers by htmlparser2: neither knows external entities',
  },
  '1.5.2': {
    level: 2,
    title: 'What is read from outside has the expected shape',
    tests: [
      'supabase/functions/_shared/json.test.ts › keys that the schema does not name are dropped',
      'src/shared/lib/browser-draft.test.tsx › is ignored as %j',
    ],
  },
  '2.1.1': { level: 1, title: 'Rules of each value are written down', document: 'Input and limits' },
  '2.1.2': {
    level: 2,
    title: 'Rules of values that go together are written down',
    document: 'Input and limits',
  },
  '2.1.3': { level: 2, title: 'Limits of the business are written down', document: 'Input and limits' },
  '2.2.1': {
    level: 1,
    title: 'Each value is checked against what is expected',
    tests: [
      'tests/database/constraints/checks.ts › limit · ….… · … values accepted, … refused (……)',
      'supabase/functions/quote-request-form/handler.test.ts › %s = %j is refused as the site’s form refuses it',
    ],
  },
  '2.2.2': {
    level: 1,
    title: 'The server checks, whatever the browser did',
    tests: [
      'tests/database/constraints/shared-rules.ts › rule · e-mail address · 10 000 hostile ones: SQL accepts what TypeScript accepts',
      'supabase/functions/every-function.test.ts › send-campaign-email refuses %j as a send',
    ],
  },
  '2.2.3': {
    level: 2,
    title: 'Values that go together are checked together',
    tests: [
      'tests/database/attacks/quotes.ts › sending · refused while something is missing, each with its French reason',
      'tests/database/attacks/quote-acceptance.ts › what an acceptance must say · each field with its French reason, the two powers',
    ],
  },
  '2.3.1': {
    level: 1,
    title: 'Steps come in their order',
    tests: [
      'tests/database/attacks/quotes.ts › answers · only what the state allows, with a reason, kept in the thread',
      'tests/database/attacks/quote-acceptance.ts › closed quotes · expired, replaced, refused, cancelled: neither code nor acceptance',
    ],
  },
  '2.3.2': {
    level: 2,
    title: 'Limits of the business hold',
    tests: [
      'tests/database/attacks/quote-requests.ts › 11th request from an address in 10 minutes · 429 in French, no row',
      'tests/database/attacks/invoices.ts › more than the quote · only what the person read and confirmed',
    ],
  },
  '2.3.3': {
    level: 2,
    title: 'What belongs together happens together or not at all',
    tests: [
      'tests/database/attacks/quote-acceptance.ts › e-mailed · frozen and queued in one go, once, and nothing of it when it is refused',
    ],
  },
  '2.3.4': {
    level: 2,
    title: 'One thing is not given twice',
    tests: [
      'tests/database/attacks/invoices.ts › numbers · drafts of four quotes issued at the same instant, some refused, some twice · from 1, no gap, no double',
      'tests/database/attacks/quote-acceptance.ts › many acceptances at the same instant · one',
    ],
  },
  '2.4.1': {
    level: 2,
    title: 'Machines that ask too much are held back',
    tests: [
      'tests/database/attacks/quote-requests.ts › 300 requests from an address · 10 rows at most, an honest visitor served meanwhile',
      'tests/database/attacks/function-calls.ts › three shares are used up by the others · 429, and says that it is everybody',
      'tests/database/attacks/personal-links.ts › links asked for from one network address · ten in ten minutes',
    ],
  },
} satisfies Ledger;
