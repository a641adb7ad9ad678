import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { attackOnEmptyDatabase as check, insert, plantParents } from '../fixtures/tables.ts';

/** Rows of the seed, in the order in which they point to one another. */
const seededTables = [
  ...[
    'tags',
    'virtual_tours',
    'testimonials',
    'email_templates',
    'organisations',
    'contacts',
    'quote_requests',
  ],
  ...['trip_plans', 'suggested_prospects', 'campaigns', 'quote_services', 'quote_templates'],
];
const countedTables = [
  'tags',
  'virtual_tours',
  'email_templates',
  'contacts',
  'quote_requests',
  'trip_plans',
  'campaigns',
];

/** Plants row 0 of each table as demo content and rows 1 and 2 as the team's own; the demo settings are unchanged. */
async function plantDemo(engine: Engine): Promise<void> {
  for (const table of seededTables) {
    const factory = rowFactoryOf(table);
    await plantParents(engine, factory);
    for (const index of [0, 1, 2]) {
      const row = factory.row(index, engine.people);
      const exists = await engine.sql(`select 1 from public.${table} where id = $1`, [String(row.id)]);
      if (exists.length === 0) await insert(engine, factory, row);
    }
    const { id } = factory.row(0, engine.people);
    await engine.sql('insert into private.demo_rows (table_name, row_id) values ($1, $2)', [
      table,
      String(id),
    ]);
  }
  for (const table of ['studio', 'sending_settings', 'studio_profile', 'estimate_settings']) {
    const factory = rowFactoryOf(table);
    await engine.sql(`delete from public.${table}`);
    await insert(engine, factory, { ...factory.row(0, engine.people), id: 1 });
    await engine.sql(
      `insert into private.demo_rows (table_name, row_id, added_at) select '${table}', '1', updated_at from public.${table}`,
    );
  }
}

const rowCounts = async (engine: Engine) => {
  const counts: Record<string, number> = {};
  for (const table of seededTables) {
    const [row] = await engine.sql<{ n: number }>(`select count(*)::int as n from public.${table}`);
    counts[table] = row?.n ?? 0;
  }
  return counts;
};
const sameNumber = (tables: string[], number: number) =>
  Object.fromEntries(tables.map((table) => [table, number]));

/**
 * Ways an address was found, the events that the ledger already held, and the answer that follows; null means that
 * nothing is added.
 */
const completions: Record<
  string,
  { details?: Row; proofs?: [basis: string, mine: boolean][]; says: string | null }
> = {
  plain: { says: 'published' },
  'the page refuses': { details: { no_solicitation: true }, says: 'no_solicitation' },
  'no source': { details: { source_url: null }, says: 'none' },
  'a map': { details: { source_url: 'https://www.openstreetmap.org/node/1' }, says: 'unverified' },
  'took it back elsewhere': { proofs: [['withdrawn', true]], says: 'withdrawn' },
  'refused elsewhere': { proofs: [['no_solicitation', true]], says: 'no_solicitation' },
  'agreed elsewhere': { proofs: [['express', true]], says: 'published' },
  'agreed at that address': { proofs: [['express', false]], says: null },
  'took it back at that address': { proofs: [['withdrawn', false]], says: null },
  'published before': { proofs: [['published', false]], says: 'published' },
};

/** Checks of emptying the demo content and of completing a contact, beside rows that must not change. */
export const attacksOnSetupConditions: Check[] = [
  check('emptying the demo · its own rows alone, what people added stays', 'user_roles', async (engine) => {
    await plantDemo(engine);
    const state = await succeed<{ demo_counts: Row }>(engine, 'admin', 'setup_state');
    deepEqual(state.demo_counts, sameNumber(countedTables, 1));
    // An organisation of the team's own, which has no contact yet, is no demonstration.
    await engine.sql(
      "insert into public.organisations (kind, name, city, region) values ('entreprise', 'Vide', 'Percé', 'Gaspésie')",
    );
    const before = await rowCounts(engine);
    equal(await succeed(engine, 'admin', 'empty_demo_studio'), seededTables.length - 1);
    const after = await rowCounts(engine);
    // The organisation is deleted too, and is not part of the count.
    deepEqual(after, Object.fromEntries(seededTables.map((table) => [table, (before[table] ?? 0) - 1])));
    deepEqual(await engine.sql('select id from public.trash'), []);
    const [settings] = await engine.sql(
      `select (select legal_name from public.studio) as legal_name, (select verified_senders from public.sending_settings) as senders,
              (select insurer || about || team from public.studio_profile) as profile`,
    );
    deepEqual(settings, { legal_name: '', senders: [], profile: '' });
  }),
  check('emptying the demo · what somebody changed or put in the trash', 'user_roles', async (engine) => {
    await plantDemo(engine);
    const contact = String(rowFactoryOf('contacts').row(0, engine.people).id);
    const own = String(rowFactoryOf('contacts').row(1, engine.people).id);
    await succeed(engine, 'admin', 'move_to_trash', { kind: 'contacts', ids: [contact, own] });
    // The team added a contact to an organisation of the demo.
    const { id: organisation } = rowFactoryOf('organisations').row(0, engine.people);
    const { id: member } = rowFactoryOf('contacts').row(2, engine.people);
    await engine.sql('update public.contacts set organisation_id = $1 where id = $2', [
      String(organisation),
      String(member),
    ]);
    for (const table of ['studio', 'sending_settings', 'studio_profile', 'estimate_settings']) {
      await engine.sql(`update private.demo_rows set added_at = '2020-01-01' where table_name = '${table}'`);
    }
    deepEqual(
      (await succeed<{ demo_counts: Row }>(engine, 'admin', 'setup_state')).demo_counts,
      sameNumber(countedTables, 1),
    );
    const settings = () =>
      engine.sql(
        `select to_jsonb(s) as studio, to_jsonb(r) as rules, to_jsonb(p) as profile
         from public.studio s, public.sending_settings r, public.studio_profile p`,
      );
    const kept = await settings();
    await succeed(engine, 'admin', 'empty_demo_studio');
    deepEqual(await settings(), kept);
    deepEqual(await engine.sql('select id from public.trash'), [{ id: own }]);
    equal(
      (await engine.sql('select 1 from public.organisations where id = $1', [String(organisation)])).length,
      1,
    );
  }),
  check(
    'emptying the demo · what was destroyed before is no longer counted',
    'user_roles',
    async (engine) => {
      await plantDemo(engine);
      const { id: own } = rowFactoryOf('contacts').row(1, engine.people);
      await succeed(engine, 'admin', 'move_to_trash', { kind: 'contacts', ids: [own] });
      for (const table of countedTables.toReversed()) {
        await engine.sql(
          `delete from public.${table} where id::text in (select row_id from private.demo_rows where table_name = '${table}')`,
        );
      }
      deepEqual((await succeed<{ demo_counts: Row }>(engine, 'admin', 'setup_state')).demo_counts, {});
    },
  ),
  check('a contact completed · with the consent that goes with the address', 'contacts', async (engine) => {
    const said: Record<string, unknown> = {};
    for (const [index, [name, { details, proofs = [] }]] of Object.entries(completions).entries()) {
      const email = `adresse${index}@exemple.test`;
      const [person] = await engine.sql<{ id: string }>(
        "insert into public.contacts (name, company, city, region) values ($1, $1, 'Percé', 'Gaspésie') returning id",
        [name],
      );
      for (const [basis, isMine] of proofs) {
        await engine.sql(
          `insert into public.consent_events (contact_id, email, basis, occurred_at, source_url)
           values ($1, $2, $3, now() - interval '1 month', 'https://exemple.test')`,
          [isMine ? person?.id : null, isMine ? `ailleurs${index}@exemple.test` : email, basis],
        );
      }
      const filled = await succeed(engine, 'admin', 'complete_contact', {
        contact_id: person?.id,
        details: {
          ...{
            email,
            phone: '418 555-0100',
            source_url: 'https://exemple.test/contact',
            found_at: '2026-01-01',
          },
          ...details,
        },
      });
      deepEqual(filled, ['email', 'phone'], name);
      const [row] = await engine.sql<{ basis: string }>(
        'select basis from public.consent_events where email = $1 and evidence is not null',
        [email],
      );
      said[name] = row?.basis ?? null;
    }
    deepEqual(said, Object.fromEntries(Object.entries(completions).map(([name, { says }]) => [name, says])));
    // An address that exists is kept, and nothing is recorded for the one that was not used.
    const [person] = await engine.sql<{ id: string }>("select id from public.contacts where name = 'plain'");
    const more = { email: 'neuve@exemple.test', website: 'https://exemple.test' };
    deepEqual(await succeed(engine, 'admin', 'complete_contact', { contact_id: person?.id, details: more }), [
      'website',
    ]);
    deepEqual(await engine.sql("select 1 from public.consent_events where email = 'neuve@exemple.test'"), []);
    const notes = await engine.sql<{ body: string }>(
      'select body from public.contact_activities where contact_id = $1 order by created_at',
      [person?.id],
    );
    match(String(notes[0]?.body), /courriel adresse0@exemple\.test, téléphone 418 555-0100\./);
  }),
  check('a contact completed · by the register, with all that it gives', 'contacts', async (engine) => {
    await engine.sql(`
      insert into public.municipalities (code, kind, name, region, source, official_email, phone, website)
      values ('70001', 'municipalité', 'Magog', 'Estrie', 'Registre', 'ville@exemple.test', '819 555-0100', 'https://ville.exemple.test');
      insert into public.organisations (id, kind, name, city, region, register_code)
      values ('d3000000-0000-4000-8000-000000000001', 'municipalité', 'Magog', 'Magog', 'Estrie', '70001')`);
    const [person] = await engine.sql<{ id: string }>(
      `insert into public.contacts (name, company, city, region, organisation_id)
       values ('A', 'Magog', 'Magog', 'Estrie', 'd3000000-0000-4000-8000-000000000001') returning id`,
    );
    deepEqual(await succeed(engine, 'admin', 'complete_contact', { contact_id: person?.id }), [
      'email',
      'phone',
      'website',
    ]);
  }),
];
