import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { sectors } from '../../../src/admin/contacts/data/contact-labels.ts';
import { holdsPublicOffice } from '../../../src/admin/contacts/data/lobbying-grounds.ts';
import { campaignStatuses } from '../../../supabase/functions/_shared/contract/campaign-statuses.ts';
import {
  isEmailAddress,
  toAsciiAddress,
} from '../../../supabase/functions/_shared/contract/email-address.ts';
import {
  isSharedMailbox,
  organisationDomain,
} from '../../../supabase/functions/_shared/contract/mailboxes.ts';
import { nameKey } from '../../../supabase/functions/_shared/contract/search-key.ts';
import { isOneLineText } from '../../../supabase/functions/_shared/contract/typed-text.ts';
import { addressGoldens } from '../../unit/email-addresses.ts';
import { hostileAddresses } from '../../unit/hostile-addresses.ts';
import { randomText, seededIntegers } from '../../unit/random-text.ts';
import type { Check, Engine } from '../engines/engine.ts';

const mailboxes = new URL('../../../supabase/functions/_shared/contract/mailboxes.ts', import.meta.url);

/** Checks of rules that exist in SQL and in TypeScript: what one accepts the other must accept. */
export const sharedRuleChecks: Check[] = [
  {
    name: 'rule · e-mail address · the goldens of the forms and the functions',
    object: 'functions',
    run: async (engine) => {
      deepEqual(
        await accepted(
          engine,
          addressGoldens.map(([address]) => address),
        ),
        [...addressGoldens.filter(([, isAccepted]) => isAccepted).map(([address]) => address)],
      );
    },
  },
  {
    name: 'rule · e-mail address · 10 000 hostile ones: SQL accepts what TypeScript accepts',
    object: 'functions',
    run: async (engine) => {
      // PostgreSQL stores no text with U+0000.
      const hostile = hostileAddresses(10_000).filter((text) => !text.includes('\0'));
      const given = [...hostile, ...hostile.map(toAsciiAddress)];
      const taken = await accepted(engine, given);
      console.log(`addresses: ${given.length} given to SQL, ${taken.length} accepted`);
      deepEqual(taken, given.filter(isEmailAddress));
    },
  },
  {
    name: 'rule · the key of a name · SQL folds it as TypeScript does',
    object: 'functions',
    run: async (engine) => {
      const next = seededIntegers(55);
      const letters = [..."aÉîŒæ-’' .\u00a0ᑰא0?\u200b–«😀", 'e\u0301', 'St ', 'Ste-', 'Ж'];
      const names = Array.from({ length: 2_000 }, () => `${randomText(next, letters)}x`);
      const folded = await engine.sql<{ key: string }>(
        `select private.name_key(name) as key
           from jsonb_array_elements_text($1::jsonb) with ordinality as given (name, line) order by line`,
        [JSON.stringify(names)],
      );
      deepEqual(
        folded.map(({ key }) => key),
        names.map(nameKey),
      );
    },
  },
  {
    name: 'rule · mailboxes that anybody has, and that an organisation shares · each name of either list, the same answer',
    object: 'functions',
    run: async (engine) => {
      const [{ source } = { source: '' }] = await engine.sql<{ source: string }>(
        `select string_agg(coalesce(prosrc, '') || coalesce(pg_get_function_sqlbody(oid), ''), ' ') as source from pg_proc
          where oid in ('private.organisation_domain'::regproc, 'private.is_shared_mailbox'::regproc)`,
      );
      const names = new Set(`${source} ${await readFile(mailboxes, 'utf8')}`.match(/[a-z][a-z0-9]+/g));
      const domains = [...names].flatMap((name) => [
        ...['ca', 'com', 'net', 'org', 'qc.ca', 'co.uk', 'ville.qc.ca'].map((tld) => `${name}.${tld}`),
        `courriel.${name}.ca`,
        `mon${name}.ca`,
      ]);
      const addresses = [
        ...domains.map((domain) => `Anne.Zola@${domain.toUpperCase()}`),
        ...[...names].flatMap((name) => [
          `${name}@perce.test`,
          `${name}.gaspe@perce.test`,
          `${name}e2@perce.test`,
        ]),
      ];
      const answers = await engine.sql(
        `select address, private.organisation_domain(address) as domain, private.is_shared_mailbox(address) as is_shared
           from jsonb_array_elements_text($1::jsonb) with ordinality as given (address, line) order by line`,
        [JSON.stringify(addresses)],
      );
      deepEqual(
        answers,
        addresses.map((address) => ({
          address,
          domain: organisationDomain(address) ?? null,
          is_shared: isSharedMailbox(address),
        })),
      );
    },
  },
  {
    name: 'rule · campaigns · the statuses of the contacts that they may write to',
    object: 'functions',
    run: async (engine) => {
      const taken = await engine.sql<{ status: string }>(
        'select status from unnest(enum_range(null::public.contact_status)) as status where private.takes_campaigns(status)',
      );
      deepEqual(
        taken.map(({ status }) => status),
        campaignStatuses,
      );
    },
  },
  {
    name: 'rule · public office · the sectors whose people hold one',
    object: 'functions',
    run: async (engine) => {
      const answers = await engine.sql<{ sector: keyof typeof sectors; holds: boolean }>(
        'select sector, private.holds_public_office(sector) as holds from unnest($1::text[]::public.sector[]) as sector',
        [Object.keys(sectors)],
      );
      for (const { sector, holds } of answers)
        equal(holdsPublicOffice({ is_public_office_holder: null, sector }), holds, sector);
    },
  },
  {
    name: 'rule · text on one line · the same characters refused by SQL and by the forms',
    object: 'functions',
    run: async (engine) => {
      const [{ refused } = { refused: [] }] = await engine.sql<{ refused: number[] }>(
        `select array_agg(code order by code) as refused
           from (select generate_series(1, $1::int) as code union all select generate_series(917504, 921599)) as codes
          where code not between 55296 and 57343 and not private.is_one_line_text(chr(code))`,
        [0xffff],
      );
      const codes = [...Array(0xffff).keys()].map((code) => code + 1);
      const tags = [...Array(4096).keys()].map((code) => code + 0xe0000);
      deepEqual(
        refused,
        [...codes, ...tags].filter(
          (code) => !(code >= 0xd800 && code <= 0xdfff) && !isOneLineText(String.fromCodePoint(code)),
        ),
      );
    },
  },
  {
    name: 'rule · text on one line · the marks that join emojis, the same answer',
    object: 'functions',
    run: async (engine) => {
      const next = seededIntegers(200);
      const letters = [
        'a',
        '👩',
        '👧',
        '❤',
        '\ufe0f',
        '🏽',
        '🏴',
        '\u200d',
        '\u200d',
        '\u200b',
        '\u{e0067}',
        '\u{e007f}',
      ];
      const texts = Array.from({ length: 2_000 }, () => randomText(next, letters));
      const answers = await engine.sql<{ holds: boolean }>(
        `select private.is_one_line_text(text) as holds
           from jsonb_array_elements_text($1::jsonb) with ordinality as given (text, line) order by line`,
        [JSON.stringify(texts)],
      );
      deepEqual(
        answers.map(({ holds }) => holds),
        texts.map(isOneLineText),
      );
      ok(answers.some(({ holds }, index) => holds && texts[index]?.includes('\u200d')));
    },
  },
  {
    name: 'rule · e-mail address · on every column that holds one',
    object: 'functions',
    run: async (engine) => {
      const without = await engine.sql<{ name: string }>(
        `select c.relname || '.' || a.attname as name
           from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
            and a.attname ~ '(^|_)(e?mail|courriel|senders?)($|_)' and a.atttypid in ('text'::regtype, 'text[]'::regtype)
            and not exists (
              select from pg_constraint k where k.conrelid = c.oid and a.attnum = any (k.conkey)
                and pg_get_constraintdef(k.oid) ~ 'private.(is_email_address|are_email_addresses)'
            )
          order by 1`,
      );
      // Columns with other rules: the sender of a message, which must be a valid address, states, names,
      // source pages, and hashes.
      const others = [
        'inbound_messages.from_email',
        'studio.sender_name',
        'suggested_prospects.email_source_url',
        'suppression_lifts.email_hash',
      ];
      deepEqual(
        without.map(({ name }) => name),
        [...others, 'suppressions.email_hash'],
      );
    },
  },
];

async function accepted(engine: Engine, given: string[]): Promise<string[]> {
  const rows = await engine.sql<{ address: string }>(
    `select address from jsonb_array_elements_text($1::jsonb) with ordinality as given (address, line)
      where private.is_email_address(address) order by line`,
    [JSON.stringify(given)],
  );
  return rows.map(({ address }) => address);
}
