import { deepEqual, equal, notEqual } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { outsiders } from '../fixtures/answers.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { campaignCheck, contact, create, everybody } from '../fixtures/campaigns.ts';
import { onEmptyDatabase } from '../fixtures/tables.ts';

const personRow = (change: Row = {}): Row => ({
  ...{ name: 'Ève Côté', company: 'Hôtel du Quai', city: 'Percé', region: 'Estrie', sector: 'hôtellerie' },
  ...change,
});

/** Saves what the form sends, as an administrator; returns the row as it was stored. */
async function saveOrganisation(engine: Engine, change: Row = {}): Promise<Row> {
  const answer = await engine.request('admin', {
    ...{ method: 'POST', path: '/rest/v1/contacts', headers: { prefer: 'return=representation' } },
    body: { ...personRow(change), user_id: engine.people.admin.id },
  });
  equal(answer.status, 201, answer.text);
  return (answer.body as Row[])[0] as Row;
}

async function edit(engine: Engine, id: unknown, change: Row): Promise<Row> {
  const answer = await engine.request('admin', {
    ...{
      method: 'PATCH',
      path: `/rest/v1/contacts?id=eq.${id}`,
      headers: { prefer: 'return=representation' },
    },
    body: change,
  });
  equal(answer.status, 200, answer.text);
  return (answer.body as Row[])[0] as Row;
}

/** « name · town · kind · code » of each organisation. */
async function organisations(engine: Engine): Promise<string[]> {
  const rows = await engine.sql<{ line: string }>(
    "select concat_ws(' · ', name, city, kind, register_code) as line from public.organisations order by 1",
    [],
  );
  return rows.map(({ line }) => line);
}

/** Two towns and the MRC around them. */
const register = (engine: Engine) =>
  engine.sql(`
    insert into public.municipalities (code, kind, name, mrc_code, mrc_name, region, official_email, phone, source)
    values
      ('90000', 'municipalité', 'Percé', '902', 'La Côte', 'Estrie', 'info@perce.example', '418 555-0100', 'Registre'),
      ('90001', 'municipalité', 'Gaspé', '902', 'La Côte', 'Estrie', null, null, 'Registre'),
      ('902', 'mrc', 'La Côte', null, null, 'Estrie', null, null, 'Registre');
  `);

function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    ...{ name: `attack · organisations · ${name}`, object: 'organisations', needs },
    run: async (engine) => {
      await onEmptyDatabase(engine, async () => {
        await register(engine);
        await run(engine);
      });
    },
  };
}

/** Pairs of contacts, and whether they belong to the same organisation. */
const pairs: [name: string, first: Row, second: Row, isOne: boolean][] = [
  ['the same name and town without accents', {}, { company: 'HOTEL DU QUAI', city: 'Perce' }, true],
  ['the same name in another town', {}, { city: 'Gaspé' }, false],
  [
    'the town hall and the town, by the code of the register',
    { sector: 'municipalité' },
    { sector: 'municipalité', company: 'Mairie' },
    true,
  ],
  ['a town and a company of it', { sector: 'municipalité' }, { company: 'Autre' }, false],
  [
    'an MRC written in two ways',
    { sector: 'mrc', company: 'MRC de La Côte' },
    { sector: 'mrc', company: 'La Côte', city: 'Gaspé' },
    true,
  ],
  [
    'one domain, one town, one kind of public body',
    { email: 'eve@quai.example', sector: 'organisme-public' },
    { company: 'Auberge du Quai', email: 'luc@QUAI.example', sector: 'organisme-public' },
    true,
  ],
  [
    'one domain, one town, two firms',
    { email: 'eve@quai.example' },
    { company: 'Auberge du Quai', email: 'luc@quai.example' },
    false,
  ],
  [
    'one domain, one town, two kinds',
    { email: 'eve@quai.example' },
    { company: 'Musée du Quai', sector: 'organisme-public', email: 'luc@quai.example' },
    false,
  ],
  [
    'one domain in two towns',
    { email: 'eve@quai.example' },
    { company: 'Auberge', city: 'Gaspé', email: 'luc@quai.example' },
    false,
  ],
  [
    'one domain of anybody',
    { email: 'eve@videotron.ca' },
    { company: 'Auberge du Quai', email: 'luc@videotron.ca' },
    false,
  ],
];

/**
 * Attacks on how a contact gets its organisation, whatever function wrote it, and on the general address of an
 * organisation.
 */
export const attacksOnOrganisations: Check[] = [
  ...pairs.map(([name, first, second, isOne]) =>
    check(`${name} · ${isOne ? 'one organisation' : 'two'}`, async (engine) => {
      const made = [
        await saveOrganisation(engine, first),
        await saveOrganisation(engine, { name: 'Luc Roy', ...second }),
      ];
      equal(made[0]?.organisation_id === made[1]?.organisation_id, isOne);
      equal((await organisations(engine)).length, isOne ? 1 : 2);
      // The company name that was typed for each contact does not change.
      equal(made[1]?.company, second.company ?? 'Hôtel du Quai');
    }),
  ),
  check(
    'of the register · its general address and phone; known by name before · told which it is',
    async (engine) => {
      await saveOrganisation(engine, { company: 'Ville de Percé', sector: 'autre' });
      deepEqual(await organisations(engine), ['Ville de Percé · Percé · autre']);
      await saveOrganisation(engine, { name: 'Luc', company: 'Ville de Percé', sector: 'municipalité' });
      deepEqual(await organisations(engine), ['Ville de Percé · Percé · municipalité · 90000']);
      await engine.sql('delete from public.contacts; delete from public.organisations');
      await saveOrganisation(engine, { company: 'Ville de Percé', sector: 'municipalité' });
      deepEqual(await engine.sql('select email, phone from public.organisations', []), [
        { email: 'info@perce.example', phone: '418 555-0100' },
      ]);
    },
  ),
  check('a domain that its second person brings · finds the third', async (engine) => {
    const sector = 'organisme-public';
    const first = await saveOrganisation(engine, { sector });
    await saveOrganisation(engine, { name: 'Luc', email: 'luc@quai.example', sector });
    const third = await saveOrganisation(engine, {
      ...{ name: 'Paul', company: 'Office du Quai', email: 'paul@quai.example', sector },
    });
    equal(third.organisation_id, first.organisation_id);
  }),
  check('a register that comes later · tells the organisation of its people which it is', async (engine) => {
    await engine.sql('delete from public.municipalities');
    await saveOrganisation(engine, { company: 'Ville de Percé', sector: 'municipalité' });
    await register(engine);
    await engine.sql('select private.place_contacts()', []);
    deepEqual(await organisations(engine), ['Ville de Percé · Percé · municipalité · 90000']);
  }),
  check(
    'corrected · the town moves with its only person; a mistyped company leaves nothing; one with notes stays',
    async (engine) => {
      const { id, organisation_id } = await saveOrganisation(engine);
      equal((await edit(engine, id, { city: 'Gaspé' })).organisation_id, organisation_id);
      deepEqual(await organisations(engine), ['Hôtel du Quai · Gaspé · entreprise']);
      await edit(engine, id, { company: 'Hôtel du Cap' });
      deepEqual(await organisations(engine), ['Hôtel du Cap · Gaspé · entreprise']);
      await edit(engine, id, { phone: '418 555-0101', company: 'HÔTEL DU CAP' });
      await engine.request('admin', {
        ...{
          method: 'PATCH',
          path: '/rest/v1/organisations?name=eq.H%C3%B4tel%20du%20Cap',
          body: { notes: 'Fermé l’hiver' },
        },
      });
      await edit(engine, id, { company: 'Hôtel du Quai' });
      deepEqual(await organisations(engine), [
        'Hôtel du Cap · Gaspé · entreprise',
        'Hôtel du Quai · Gaspé · entreprise',
      ]);
    },
  ),
  check(
    'chosen by a person · stays, whatever the company says; until the company changes',
    async (engine) => {
      const [first, other] = [
        await saveOrganisation(engine),
        await saveOrganisation(engine, { name: 'Luc', company: 'Auberge' }),
      ];
      const chosen = await edit(engine, other.id, {
        company: 'Auberge',
        organisation_id: first.organisation_id,
      });
      equal(chosen.organisation_id, first.organisation_id);
      const third = await saveOrganisation(engine, { name: 'Paul', company: 'Camping' });
      const renamed = { company: 'Relais', organisation_id: first.organisation_id };
      equal((await edit(engine, third.id, renamed)).organisation_id, first.organisation_id);
      equal(
        (await edit(engine, other.id, { company: 'Auberge', phone: '1' })).organisation_id,
        first.organisation_id,
      );
      notEqual((await edit(engine, other.id, { company: 'Gîte' })).organisation_id, first.organisation_id);
    },
  ),
  check('import, accepted prospect, converted request · each has its organisation', async (engine) => {
    const block = [personRow({ email: 'a@quai.example' }), personRow({ name: 'Luc', company: 'Auberge' })];
    await succeed(engine, 'admin', 'import_contacts', { block, list_source: 'Liste' });
    const [prospect] = await engine.sql<{ id: string }>(
      `with trip as (insert into public.trip_plans (city, region, start_date, end_date)
         values ('Percé', 'Estrie', '2030-01-01', '2030-01-02') returning id)
       insert into public.suggested_prospects (trip_plan_id, company, city, region, sector)
       select id, 'Auberge', 'Percé', 'Estrie', 'tourisme' from trip returning id`,
      [],
    );
    await succeed(engine, 'admin', 'accept_prospect', { prospect_id: prospect?.id });
    const [request] = await engine.sql<{ id: string }>(
      `insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type)
       values ('Ville de Percé', 'Anne', 'anne@perce.example', 'ville', 'street-view') returning id`,
      [],
    );
    await succeed(engine, 'admin', 'convert_quote_to_contact', {
      ...{ quote_id: request?.id, contact_city: 'Percé', contact_region: 'Estrie' },
    });
    deepEqual(
      await engine.sql(
        'select count(*)::int as number from public.contacts where organisation_id is null',
        [],
      ),
      [{ number: 0 }],
    );
    deepEqual(await organisations(engine), [
      'Auberge · Percé · entreprise',
      'Hôtel du Quai · Percé · entreprise',
      'Ville de Percé · Percé · municipalité · 90000',
    ]);
  }),
  check(
    'two persons saved at once · one organisation',
    async (engine) => {
      const saved = await atOnce(
        engine,
        'public.organisations',
        [1, 2, 3].map((number) => () => saveOrganisation(engine, { name: `Personne ${number}` })),
      );
      equal(new Set(saved.map(({ organisation_id }) => organisation_id)).size, 1);
    },
    'simultaneity',
  ),
  check('its region · as the register spells it, however it is written', async (engine) => {
    const { organisation_id: id } = await saveOrganisation(engine);
    const [written] = await engine.sql(
      "update public.organisations set region = 'Capitale nationale (03)' where id = $1 returning region",
      [id],
    );
    equal(written?.region, 'Capitale-Nationale');
  }),
  check('deleted by an administrator · only one that has nobody; its people stay', async (engine) => {
    const { organisation_id: id, id: who } = await saveOrganisation(engine);
    const remove = () =>
      engine.request('admin', { method: 'DELETE', path: `/rest/v1/organisations?id=eq.${id}` });
    await remove();
    equal((await organisations(engine)).length, 1);
    await engine.sql('delete from public.contacts where id = $1', [who]);
    await remove();
    equal((await organisations(engine)).length, 0);
    const again = await saveOrganisation(engine);
    await engine.sql('delete from public.organisations where id = $1', [again.organisation_id]);
    deepEqual(await engine.sql('select name, organisation_id from public.contacts', []), [
      { name: 'Ève Côté', organisation_id: null },
    ]);
  }),
  check('its page, its people, and who was last called · for the team alone', async (engine) => {
    const { organisation_id: organisation, id } = await saveOrganisation(engine, { sector: 'municipalité' });
    await saveOrganisation(engine, { name: 'Ève Roy', sector: 'municipalité' });
    await engine.sql(
      `insert into public.contact_activities (contact_id, kind, body, happened_at) values
         ($1, 'appel', 'Rappeler', '2030-01-01T15:00:00Z'), ($1, 'note', 'Absent', '2030-02-01T15:00:00Z')`,
      [id],
    );
    for (const role of ['admin', 'reader'] as const) {
      const page = await succeed<Row>(engine, role, 'organisation_page', { organisation });
      equal((page.contacts as Row[])[0]?.id, id, role);
      // A note does not count as the last contact.
      const recency = await succeed<Record<string, Row>>(engine, role, 'contact_recency');
      equal(new Date(String(recency[String(id)]?.last_at)).toISOString(), '2030-01-01T15:00:00.000Z', role);
      deepEqual(await succeed(engine, role, 'organisation_people'), { [String(organisation)]: 2 });
      const town = await succeed<Row>(engine, role, 'municipality_page', { municipality_code: '90000' });
      equal((town.organisation as Row).id, organisation, role);
    }
    for (const role of outsiders) {
      for (const [name, body] of [
        ['organisation_page', { organisation }],
        ['contact_recency', {}],
        ['organisation_people', {}],
      ] as const) {
        const { text, status } = await rpc(engine, role, name, body);
        equal(
          ['', 'null', '{}'].includes(text) || [401, 403].includes(status),
          true,
          `${name} · ${role}: ${text}`,
        );
      }
    }
  }),
  campaignCheck(
    'an address that an organisation shares · one person’s; a refusal there stops all of it, however it comes back',
    async (engine) => {
      const [organisation] = await engine.sql<{ id: string }>(
        `update public.organisations set email = 'personne0@exemple.test'
         where id = (select organisation_id from public.contacts where id = '${contact(0)}') returning id`,
        [],
      );
      const second = { ...personRow({ name: 'Adjointe' }), organisation_id: organisation?.id };
      // Two contacts cannot both have the organisation's general address: each would be written to.
      const twice = await engine.request('admin', {
        ...{ method: 'POST', path: '/rest/v1/contacts' },
        body: { ...second, email: 'PERSONNE0@exemple.test', user_id: engine.people.admin.id },
      });
      equal((twice.body as Row).code, '23505', twice.text);
      const { id } = await saveOrganisation(engine, second);
      // The general address gives no consent to write to a person.
      equal(await succeed(engine, 'admin', 'may_email', { contact: id }), 'Aucune adresse courriel');
      equal(
        (await rpc(engine, 'admin', 'create_campaign', { details: {}, contact_ids: [id] })).status >= 400,
        true,
      );
      equal(await succeed(engine, 'admin', 'may_email', { contact: contact(0) }), null);
      await succeed(engine, 'admin', 'suppress_contact', { contact: contact(0) });
      await succeed(engine, 'admin', 'move_to_trash', { kind: 'contacts', ids: [contact(0)] });
      await edit(engine, id, { email: 'personne0@exemple.test' });
      equal(await succeed(engine, 'admin', 'may_email', { contact: id }), "Retiré des envois par l'équipe");
      // Every other contact can still be written to.
      equal(await succeed(engine, 'admin', 'may_email', { contact: contact(1) }), null);
      equal(typeof (await create(engine, {}, everybody.slice(1))), 'string');
    },
    { object: 'organisations' },
  ),
];
