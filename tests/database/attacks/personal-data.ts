import { deepEqual } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { onEmptyDatabase, plantEveryTable } from '../fixtures/tables.ts';

/**
 * Tables that know something of a person: the part of the copy that holds it and a column with words about them. A
 * request of access gives all of it, an erasure takes all of it away.
 */
const personTables: Record<string, { part: string; column: string }> = {
  contacts: { part: 'contact', column: 'notes' },
  contact_events: { part: 'history', column: 'source' },
  contact_activities: { part: 'activities', column: 'body' },
  consent_events: { part: 'consents', column: 'evidence' },
  suppression_lifts: { part: 'suppression_lifts', column: 'reason' },
  quote_requests: { part: 'quote_requests', column: 'message' },
  notifications: { part: 'replies', column: 'body' },
  request_notes: { part: 'request_notes', column: 'body' },
  inbound_messages: { part: 'messages', column: 'body' },
  request_events: { part: 'request_history', column: 'reason' },
  quotes: { part: 'issued_quotes', column: 'notes' },
  quote_events: { part: 'issued_quotes', column: 'body' },
  quote_acceptances: { part: 'issued_quotes', column: 'job_title' },
  suggested_prospects: { part: 'prospects', column: 'ai_reasoning' },
  personal_requests: { part: 'personal_requests', column: 'answer' },
  next_actions: { part: 'next_actions', column: 'title' },
  email_sends: { part: 'emails', column: 'body' },
  email_events: { part: 'emails', column: 'detail' },
};
/**
 * Tables that hang on a person and hold no word about them (what opens a quote, hashes of its codes), or are given and erased by
 * a check of their own: subjects/trip-photos, assistant-drafts.
 */
const checkedElsewhere = [
  'public.trip_photos',
  'private.quote_links',
  'private.quote_codes',
  'private.assistant_drafts',
];

const wordOf = (table: string, index: number) => `Témoin ${index} ${table}`;

/** The tables that hang on a contact by foreign keys, however far. */
async function hangingOnContacts(engine: Engine): Promise<string[]> {
  const rows = await engine.sql<{ child: string }>(
    `with recursive reached (name) as (
       select 'public.contacts'
       union select fk.child from reached join private.foreign_keys() fk on fk.parent = reached.name
     ) select name as child from reached order by 1`,
    [],
  );
  return rows.map(({ child }) => child);
}

/** Plants three rows in every table: row n points to the rows n of the other tables and names person n. */
async function plant(engine: Engine): Promise<void> {
  await plantEveryTable(engine, {
    without: ['user_roles', 'trash'],
    more: (table, index) => aboutThem(engine, table, index),
  });
  await engine.sql(`
    update public.suppression_lifts l set email_hash = private.email_hash(c.email)
      from public.consent_events e join public.contacts c on c.id = e.contact_id where e.id = l.consent_event_id`);
}

function aboutThem(engine: Engine, table: string, index: number): Row {
  const column = personTables[table]?.column;
  if (!column) return {};
  const word = { [column]: wordOf(table, index) };
  if (table === 'quote_events') return { ...word, kind: 'note' };
  if (table === 'inbound_messages') {
    const contact_id = rowFactoryOf('contacts').row(index, engine.people).id;
    return { ...word, contact_id, quote_request_id: null };
  }
  if (['quote_requests', 'quotes'].includes(table)) return { ...word, anonymised_at: null };
  if (table !== 'notifications') return word;
  const quote_request_id = rowFactoryOf('quote_requests').row(index, engine.people).id;
  return { ...word, quote_request_id, issued_quote_id: null, kind: 'reply', subject: 'Re', state: 'envoyé' };
}

/** The lists of the copy that two subjects would give: one of them would be lost. */
async function partsGivenTwice(engine: Engine): Promise<string[]> {
  const sources = await engine.sql<{ name: string }>(
    "select private.functions_of_subjects('personal_data') as name",
    [],
  );
  const parts: string[] = [];
  for (const { name } of sources) {
    const given = await engine.sql<{ part: string }>(
      `select jsonb_object_keys(${name}(gen_random_uuid(), '{}')) as part`,
      [],
    );
    parts.push(...given.map(({ part }) => part));
  }
  return parts.filter((part, index) => parts.indexOf(part) < index);
}

/** Every row of the business as text. */
async function everyLine(engine: Engine): Promise<string> {
  const tables = await engine.sql<{ name: string }>(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'private')",
    [],
  );
  const all = tables.map(({ name }) => `select to_jsonb(t)::text as line from ${name} t`).join(' union all ');
  return (await engine.sql<{ line: string }>(all)).map(({ line }) => line).join('\n');
}

/**
 * Checks for Québec's Law 25 that the export of a person and their erasure cover the same tables, and every new one.
 */
export const attacksOnPersonalData: Check[] = [
  {
    name: 'attack · personal data · every table that hangs on a person · given on request, and erased',
    object: 'contacts',
    run: async (engine) => {
      await onEmptyDatabase(engine, async () => {
        deepEqual(
          await hangingOnContacts(engine),
          [...Object.keys(personTables).map((table) => `public.${table}`), ...checkedElsewhere].sort(),
        );
        await plant(engine);
        deepEqual(await partsGivenTwice(engine), []);
        for (const index of [0, 2]) {
          const contact = rowFactoryOf('contacts').row(index, engine.people).id;
          const copy = await succeed<Record<string, unknown>>(engine, 'admin', 'export_person', { contact });
          const given = Object.entries(personTables).map(([table, { part }]) => [
            table,
            JSON.stringify(copy[part] ?? null).includes(wordOf(table, index)),
          ]);
          deepEqual(
            given,
            Object.keys(personTables).map((table) => [table, true]),
          );
          const ours = /"(lease_token|unsubscribe_token|recipient_hash|code_hash|user_id|recorded_by)"/;
          deepEqual(ours.exec(JSON.stringify(copy)), null);
          await succeed(engine, 'admin', 'erase_person', { contact });
          const left = await everyLine(engine);
          deepEqual(
            Object.keys(personTables).filter((table) => left.includes(wordOf(table, index))),
            [],
          );
        }
      });
    },
  },
];
