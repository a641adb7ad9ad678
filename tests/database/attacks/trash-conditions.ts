import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { campaignCheck, contact } from '../fixtures/campaigns.ts';
import { changedRows } from '../fixtures/changed-rows.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, plantParents } from '../fixtures/tables.ts';

const move = (engine: Engine, kind: string, ids: string[]) =>
  succeed<number>(engine, 'admin', 'move_to_trash', { kind, ids });
const restore = (engine: Engine, ...ids: string[]) =>
  succeed<Row>(engine, 'admin', 'restore_from_trash', { ids });

const trashedIds = async (engine: Engine) =>
  (await engine.sql<{ id: string }>('select id from public.trash order by id')).map(({ id }) => id);
const suppressed = async (engine: Engine, email: string) =>
  (
    await engine.sql(
      'select 1 from private.standing_suppressions() where email_hash = private.email_hash($1)',
      [email],
    )
  ).length;

/** Plants a trip with prospects, one for each address. */
async function plantTrip(engine: Engine, ...prospects: string[]): Promise<string> {
  const [trip] = await engine.sql<{ id: string }>(
    `insert into public.trip_plans (city, region, start_date, end_date)
     values ('Percé', 'Gaspésie', '2030-01-01', '2030-01-02') returning id`,
  );
  for (const name of prospects) {
    await engine.sql(
      `insert into public.suggested_prospects (trip_plan_id, company, city, region, email)
       values ($1, $2, 'Percé', 'Gaspésie', $3)`,
      [trip?.id, name, `${name}@exemple.test`],
    );
  }
  return trip?.id ?? '';
}

/** Checks of the trash on its own conditions, beside other rows that must not change. */
export const attacksOnTrashConditions: Check[] = [
  campaignCheck(
    'trash · restored: an e-mail of that request does not leave now, those of others do',
    async (engine) => {
      const notifications = rowFactoryOf('notifications');
      await plantParents(engine, notifications);
      const requests = [0, 1, 2].map((index) =>
        String(rowFactoryOf('quote_requests').row(index, engine.people).id),
      );
      const [first = '', other, third = ''] = requests;
      await engine.sql(`
      insert into public.notifications (quote_request_id, kind, may_have_arrived, provider_id) values
        ('${first}', 'admin_notice', false, 'waits'), ('${first}', 'acknowledgement', true, 'maybe sent'),
        ('${other}', 'admin_notice', false, 'of another');
      insert into public.inbound_messages (id, provider_id, from_email, kind, received_at, contact_id)
      values ('d9000000-0000-4000-8000-000000000001', 'un', 'a@exemple.test', 'reply', now(), '${contact(0)}');
      insert into public.notifications (inbound_message_id, kind, subject, body, provider_id)
      values ('d9000000-0000-4000-8000-000000000001', 'reply', 'Objet', 'Texte', 'to a contact')`);
      await move(engine, 'quote_requests', [first, third]);
      await move(engine, 'contacts', [contact(0)]);
      await restore(engine, first, contact(0));
      deepEqual(await engine.sql('select provider_id as name, state from public.notifications order by 1'), [
        { name: 'maybe sent', state: 'incertain' },
        { name: 'of another', state: 'en_attente' },
        { name: 'to a contact', state: 'retenu' },
        { name: 'waits', state: 'retenu' },
      ]);
      deepEqual(await trashedIds(engine), [third]);
    },
  ),
  campaignCheck(
    'trash · restored: what pointed to it does again, unless it points elsewhere since',
    async (engine) => {
      const quotes = rowFactoryOf('quotes');
      await plantParents(engine, quotes);
      const draft: Row = { ...quotes.row(0, engine.people), contact_id: contact(0), anonymised_at: null };
      await insert(engine, quotes, draft);
      // A sent quote does not stop the other quotes from being deleted.
      await insert(engine, quotes, quotes.row(2, engine.people));
      await insert(engine, quotes, { ...draft, id: 'd5000000-0000-4000-8000-000000000001', sequence: 99 });
      await move(engine, 'contacts', [contact(0)]);
      await engine.sql('update public.quotes set contact_id = $1 where id = $2', [
        contact(1),
        String(draft.id),
      ]);
      await move(engine, 'quotes', [String(draft.id), 'd5000000-0000-4000-8000-000000000001']);
      await restore(engine, contact(0));
      await restore(engine, String(draft.id), 'd5000000-0000-4000-8000-000000000001');
      deepEqual(
        await engine.sql("select contact_id from public.quotes where status = 'brouillon' order by sequence"),
        [{ contact_id: contact(1) }, { contact_id: contact(0) }],
      );
    },
  ),
  campaignCheck('trash · restored: a template, of messages that still wait too', async (engine) => {
    const [template] = await engine.sql<{ id: string }>(
      'select id from public.email_templates order by id limit 1',
    );
    await engine.sql(`
      insert into public.campaigns (id, name, status) values ('d6000000-0000-4000-8000-000000000001', 'C', 'programmé');
      insert into public.email_sends (campaign_id, contact_id, template_id, subject, body)
      values ('d6000000-0000-4000-8000-000000000001', '${contact(0)}', '${template?.id}', 'Objet', 'Texte')`);
    const rows = "select id::text as name, '' as part, to_jsonb(s) as row from public.email_sends s";
    const seen = await changedRows(engine, rows, async () => {
      await move(engine, 'email_templates', [template?.id ?? '']);
      await restore(engine, template?.id ?? '');
    });
    deepEqual(seen, {});
  }),
  campaignCheck(
    'trash · restored: a column that the copy does not know takes its default',
    async (engine) => {
      const tours = rowFactoryOf('virtual_tours');
      const tour = tours.row(0, engine.people);
      await insert(engine, tours, tour);
      await move(engine, 'virtual_tours', [String(tour.id)]);
      await engine.sql(
        "update private.trash_rows set content = content - 'view_count' where place = 'public.virtual_tours'",
      );
      await restore(engine, String(tour.id));
      deepEqual(await engine.sql('select title, view_count from public.virtual_tours'), [
        { title: tour.title, view_count: 0 },
      ]);
    },
  ),
  campaignCheck(
    'trash · what goes along with an item is counted, of the public tables alone',
    async (engine) => {
      const trip = await plantTrip(engine, 'un', 'deux');
      const other = await plantTrip(engine, 'trois');
      const tours = rowFactoryOf('virtual_tours');
      const tour = String(tours.row(0, engine.people).id);
      await insert(engine, tours, tours.row(0, engine.people));
      await engine.sql(`
      insert into public.tour_views (tour_id, day, views) values ('${tour}', current_date, 3);
      insert into private.tour_editors values ('${tour}', '${engine.people.admin.id}')`);
      await engine.sql("select private.put_in_trash('trip_plans', $1)", [[trip, other]]);
      await engine.sql("select private.put_in_trash('virtual_tours', $1)", [[tour]]);
      const parts = await engine.sql<{ id: string; parts: Row }>('select id, parts from public.trash');
      deepEqual(Object.fromEntries(parts.map((item) => [item.id, item.parts])), {
        [trip]: { suggested_prospects: 2 },
        [other]: { suggested_prospects: 1 },
        [tour]: { tour_views: 1 },
      });
    },
  ),
  campaignCheck('trash · each kind · is called by what people know it by', async (engine) => {
    const content = {
      ...{
        title: 'Titre',
        name: 'Nom',
        company: 'Organisme',
        organization_name: 'Ville',
        contact_name: 'Personne',
      },
      ...{ city: 'Percé', start_date: '2030-01-01', subject: 'Objet' },
    };
    const kinds = await engine.sql<{ kind: string }>(
      'select unnest(enum_range(null::public.trash_kind))::text as kind',
    );
    const rows = await Promise.all(
      kinds.map(async ({ kind }) => {
        const [row] = await engine.sql<{ label: string }>(
          `select private.trash_label(jsonb_populate_record(null::public.${kind}, $1)) as label`,
          [JSON.stringify(content)],
        );
        return [kind, row?.label];
      }),
    );
    deepEqual(Object.fromEntries(rows), {
      virtual_tours: 'Titre',
      contacts: 'Nom (Organisme)',
      quote_requests: 'Ville (Personne)',
      trip_plans: 'Percé, 2030-01-01',
      email_templates: 'Nom',
      quotes: 'Devis, Ville, Objet',
      organisations: 'Nom',
      surveys: 'Nom',
      invoices: 'Facture, Ville, Objet',
    });
  }),
  campaignCheck(
    'trash · an erased person goes from it, others stay: contacts, and prospects of a trip',
    async (engine) => {
      const trip = await plantTrip(engine, 'personne0', 'ailleurs');
      await move(engine, 'trip_plans', [trip]);
      await move(engine, 'contacts', [contact(1)]);
      await succeed(engine, 'admin', 'erase_person', { contact: contact(0) });
      deepEqual(await trashedIds(engine), [contact(1), trip].sort());
      await restore(engine, trip, contact(1));
      deepEqual(await engine.sql('select company from public.suggested_prospects'), [
        { company: 'ailleurs' },
      ]);
      equal((await engine.sql('select 1 from public.contacts where id = $1', [contact(1)])).length, 1);
      equal(await suppressed(engine, 'personne1@exemple.test'), 0);
    },
  ),
  campaignCheck(
    'trash · an address of a merged contact that somebody else has now stays theirs',
    async (engine) => {
      await succeed(engine, 'admin', 'merge_contacts', { kept: contact(0), merged: contact(1) });
      await succeed(engine, 'admin', 'merge_contacts', { kept: contact(0), merged: contact(2) });
      await engine.sql(
        "delete from public.consent_events where email = 'personne1@exemple.test' and contact_id = $1",
        [contact(0)],
      );
      await engine.sql("update public.contacts set email = 'personne1@exemple.test' where id = $1", [
        contact(3),
      ]);
      const copy = await succeed<{ trash: { row: Row }[] }>(engine, 'admin', 'export_person', {
        contact: contact(0),
      });
      deepEqual(
        copy.trash
          .map(({ row }) => row.id)
          .filter((id) => [contact(1), contact(2)].includes(String(id)))
          .sort(),
        [contact(1), contact(2)],
      );
      await succeed(engine, 'admin', 'erase_person', { contact: contact(0) });
      equal(await suppressed(engine, 'personne2@exemple.test'), 1);
      equal(await suppressed(engine, 'personne1@exemple.test'), 0);
      equal(await succeed(engine, 'admin', 'may_email', { contact: contact(4) }), null);
    },
  ),
  campaignCheck(
    'trash · destroyed: the pictures of those tours alone are given back to delete',
    async (engine) => {
      const tours = rowFactoryOf('virtual_tours');
      for (const index of [0, 1, 2]) {
        const row = tours.row(index, engine.people);
        await insert(engine, tours, { ...row, image_url: index === 1 ? null : row.image_url });
      }
      const ids = [0, 1, 2].map((index) => String(tours.row(index, engine.people).id));
      await move(engine, 'virtual_tours', ids);
      const gone = await succeed<string[]>(engine, 'admin', 'delete_from_trash', { ids: ids.slice(0, 2) });
      deepEqual(gone, [tours.row(0, engine.people).image_url]);
      deepEqual(await trashedIds(engine), ids.slice(2));
    },
  ),
];
