import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { snapshot, withRows } from '../fixtures/tables.ts';

const table = rowFactoryOf('suggested_prospects');
const id = (engine: Engine, index: number) => String(table.row(index, engine.people).id);
const trip = (engine: Engine, index = 0) => String(table.row(index, engine.people).trip_plan_id);

const REJECTED = 'f1000000-0000-4000-8000-000000000001';
/** Asks for « Accepter tout » of the first trip, with every prospect there is. */
const everyProspect = (engine: Engine) => ({
  trip_id: trip(engine),
  prospect_ids: [id(engine, 0), id(engine, 1), id(engine, 2), REJECTED],
});

const accept = (engine: Engine, role: Role = 'admin', index = 0) =>
  rpc(engine, role, 'accept_prospect', { prospect_id: id(engine, index) });

/** Three prospects of three trips, all of them waiting and without a contact; no contact at all. */
function waiting(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    name: `attack · prospects · ${name}`,
    object: 'suggested_prospects',
    needs,
    run: (engine) =>
      withRows(engine, table, [0, 1, 2], async () => {
        await engine.sql(
          `update public.suggested_prospects set status = 'pending', contact_id = null, no_solicitation = false,
             email_source_url = 'https://exemple.test/courriel', email_found_at = '2030-01-01T10:00:00Z',
             phone_source_url = 'https://exemple.test/telephone', phone_found_at = '2030-01-02T10:00:00Z',
             website_source_url = 'https://exemple.test/site', website_found_at = '2030-01-03T10:00:00Z';
           delete from public.contacts`,
        );
        await run(engine);
      }),
  };
}

const TO_VERIFY = 'Adresse à vérifier sur le site de l’organisation';
const REFUSAL_REASON = 'La page de l’organisation refuse la sollicitation';

/** Returns the reason why the contact made from the first prospect may not be written to; null when it may. */
async function refusalOf(engine: Engine, at?: string): Promise<unknown> {
  const [contact] = await contacts(engine);
  const { body } = await rpc(engine, 'admin', 'may_email', { contact: contact?.id, ...(at ? { at } : {}) });
  return body;
}

/** Writes consent events for the first prospect's address, in the given order. */
async function writeEvents(engine: Engine, events: readonly (readonly [string, string, string | null])[]) {
  for (const event of events) {
    await engine.sql(
      `insert into public.consent_events (email, basis, occurred_at, source_url)
       values ('prospect0@exemple.test', $1, $2, $3)`,
      [...event],
    );
  }
}

const contacts = (engine: Engine) => snapshot(engine, rowFactoryOf('contacts'));
const consents = (engine: Engine) => snapshot(engine, rowFactoryOf('consent_events'));
const prospect = async (engine: Engine, index = 0) =>
  (await snapshot(engine, table)).find((row) => row.id === id(engine, index)) ?? {};

async function refused(answer: Promise<Answer>, status: number): Promise<void> {
  const { status: got, text } = await answer;
  equal(got, status, text);
}

const acceptance: Check[] = [
  waiting('accept · a new contact, its notes, its evidence, its link', async (engine) => {
    const { text } = await accept(engine);
    const [contact] = await contacts(engine);
    equal(JSON.parse(text), contact?.id);
    deepEqual(
      [contact?.name, contact?.company, contact?.status, contact?.notes, contact?.user_id, contact?.email],
      [
        ...['Nom 0', 'Entreprise 0', 'nouveau', 'Suggéré par IA: Raison 0'],
        ...[engine.people.admin.id, 'prospect0@exemple.test'],
      ],
    );
    const row = await prospect(engine);
    deepEqual([row.status, row.contact_id], ['accepted', contact?.id]);
    const [consent, ...others] = await consents(engine);
    deepEqual(others, []);
    deepEqual(
      [consent?.contact_id, consent?.basis, consent?.source_url, consent?.recorded_by, consent?.occurred_at],
      [
        ...[contact?.id, 'published', 'https://exemple.test/courriel', engine.people.admin.id],
        '2030-01-01T10:00:00.000Z',
      ],
    );
  }),
  waiting('without e-mail · contact accepted, e-mail empty, no consent', async (engine) => {
    await engine.sql('update public.suggested_prospects set email = null, name = null');
    await accept(engine);
    const [contact] = await contacts(engine);
    deepEqual([contact?.email, contact?.name], [null, 'Entreprise 0']);
    deepEqual(await consents(engine), []);
  }),
  ...[
    ['unknown source', 'email_source_url = null'],
    ['unknown date', 'email_found_at = null'],
    ['address changed by hand', "email = 'autre@exemple.test'"],
  ].map(([why, change]) =>
    waiting(`${why} · the basis of the consent is « none »`, async (engine) => {
      await engine.sql(`update public.suggested_prospects set ${change}`);
      await accept(engine);
      deepEqual(
        (await consents(engine)).map(({ basis }) => basis),
        ['none'],
      );
    }),
  ),
  ...['https://www.openstreetmap.org/node/9', 'http://OpenStreetMap.org/way/1', 'https://osm.org/n/1'].map(
    (source) =>
      waiting(
        `an address of OpenStreetMap alone · to be verified, no mail before: ${source}`,
        async (engine) => {
          await engine.sql(
            "update public.suggested_prospects set email_source_url = $1, email_found_at = '2026-01-01'",
            [source],
          );
          await accept(engine);
          const [consent, ...more] = await consents(engine);
          deepEqual([consent?.basis, consent?.source_url, more], ['unverified', source, []]);
          equal(await refusalOf(engine), TO_VERIFY);
          const { body } = await rpc(engine, 'admin', 'campaign_refusals', {});
          deepEqual(body, { [TO_VERIFY]: [(await contacts(engine))[0]?.id] });
          const said = (await rpc(engine, 'admin', 'contact_consents', {})).body as Record<string, Row>;
          deepEqual(
            Object.values(said).map(({ state, basis, source_url }) => [state, basis, source_url]),
            [['unverified', undefined, source]],
          );
        },
      ),
  ),
  waiting(
    'a notice that refuses solicitation · kept, with no mail, and ends what was published',
    async (engine) => {
      const published = [['published', '2026-01-01', 'https://exemple.test/page']] as const;
      for (const [source, kept] of [
        ['https://exemple.test/courriel', 'https://exemple.test/courriel'],
        ['https://www.openstreetmap.org/node/9', null],
      ]) {
        await engine.sql(
          "update public.suggested_prospects set status = 'pending', no_solicitation = true, email_source_url = $1",
          [source],
        );
        await engine.sql('delete from public.consent_events');
        await writeEvents(engine, published);
        await accept(engine);
        const notice = (await consents(engine)).find(({ basis }) => basis === 'no_solicitation');
        deepEqual(
          [notice?.source_url, /refuse la sollicitation/.test(String(notice?.evidence))],
          [kept, true],
        );
        equal(await refusalOf(engine), REFUSAL_REASON);
      }
    },
  ),
  waiting('what the pages said · the last word counts, the person’s own act above', async (engine) => {
    await accept(engine);
    const page = 'https://exemple.test/page';
    const map = 'https://www.openstreetmap.org/node/9';
    const cases: [Parameters<typeof writeEvents>[1], string | null][] = [
      [[['unverified', '2026-01-01', map]], TO_VERIFY],
      // Events from before addresses of OpenStreetMap had to be verified by a person.
      [[['published', '2026-01-01', map]], TO_VERIFY],
      [
        [
          ['unverified', '2026-01-01', map],
          ['published', '2026-02-01', page],
        ],
        null,
      ],
      [
        [
          ['published', '2026-01-01', page],
          ['unverified', '2026-02-01', map],
        ],
        null,
      ],
      [
        [
          ['published', '2026-01-01', page],
          ['no_solicitation', '2026-02-01', page],
        ],
        REFUSAL_REASON,
      ],
      [
        [
          ['published', '2026-01-01', page],
          ['no_solicitation', '2026-01-01', page],
        ],
        REFUSAL_REASON,
      ],
      [
        [
          ['no_solicitation', '2026-01-01', page],
          ['published', '2026-02-01', page],
        ],
        null,
      ],
      [
        [
          ['unverified', '2026-01-01', map],
          ['no_solicitation', '2026-02-01', page],
        ],
        REFUSAL_REASON,
      ],
      [
        [
          ['express', '2026-01-01', null],
          ['no_solicitation', '2026-02-01', page],
        ],
        null,
      ],
      [
        [
          ['no_solicitation', '2026-01-01', page],
          ['withdrawn', '2026-02-01', null],
        ],
        'Consentement retiré',
      ],
      [
        [
          ['inquiry', '2025-01-01', null],
          ['unverified', '2026-02-01', map],
        ],
        'Consentement expiré',
      ],
    ];
    for (const [events, expected] of cases) {
      await engine.sql('delete from public.consent_events');
      await writeEvents(engine, events);
      equal(await refusalOf(engine, '2026-03-01'), expected, JSON.stringify(events));
    }
  }),
  waiting('an old proof by the map alone · the page read since is added', async (engine) => {
    await writeEvents(engine, [['published', '2026-01-01', 'https://www.openstreetmap.org/node/9']]);
    await accept(engine);
    deepEqual((await consents(engine)).map(({ source_url }) => source_url).sort(), [
      'https://exemple.test/courriel',
      'https://www.openstreetmap.org/node/9',
    ]);
  }),
  waiting('an address once verified · a second acceptance leaves it verified', async (engine) => {
    await engine.sql(
      "update public.suggested_prospects set email = 'meme@exemple.test', email_source_url = 'https://exemple.test/p', email_found_at = now(), external_id = null where id = $1",
      [id(engine, 0)],
    );
    await engine.sql(
      "update public.suggested_prospects set email = 'meme@exemple.test', email_source_url = 'https://www.openstreetmap.org/node/9', email_found_at = now(), external_id = null where id = $1",
      [id(engine, 1)],
    );
    await accept(engine, 'admin', 1);
    await accept(engine, 'admin', 0);
    deepEqual((await consents(engine)).map(({ basis }) => basis).sort(), ['published', 'unverified']);
    await accept(engine, 'admin', 2);
    equal((await consents(engine)).filter(({ email }) => email === 'meme@exemple.test').length, 2);
  }),
  waiting('the address of a known contact · linked, not doubled, whatever the case', async (engine) => {
    await engine.sql(
      "insert into public.contacts (name, company, email, city, region) values ('Ancien', 'Connue', 'PROSPECT0@exemple.test', 'Ville', 'Région')",
    );
    await accept(engine);
    const all = await contacts(engine);
    equal(all.length, 1);
    equal((await prospect(engine)).contact_id, all[0]?.id);
  }),
  waiting('a stronger consent or a withdrawal known · no row more', async (engine) => {
    await engine.sql(
      "insert into public.consent_events (email, basis, occurred_at) values ('Prospect0@exemple.test', 'withdrawn', now())",
    );
    await accept(engine);
    deepEqual(
      (await consents(engine)).map(({ basis }) => basis),
      ['withdrawn'],
    );
  }),
  waiting('the same organisation in two trips · one contact', async (engine) => {
    await engine.sql("update public.suggested_prospects set external_id = 'osm:node/9', email = null");
    await accept(engine, 'admin', 0);
    await accept(engine, 'admin2', 1);
    equal((await contacts(engine)).length, 1);
  }),
  waiting('twice in a row, without e-mail or register to recognise it · one contact', async (engine) => {
    await engine.sql('update public.suggested_prospects set external_id = null, email = null');
    const first = await accept(engine);
    equal((await accept(engine, 'admin2')).text, first.text);
    equal((await contacts(engine)).length, 1);
  }),
  waiting('accept a rejected prospect · 409, nothing changes', async (engine) => {
    await engine.sql("update public.suggested_prospects set status = 'rejected'");
    await refused(accept(engine), 409);
    deepEqual(await contacts(engine), []);
    await refused(rpc(engine, 'admin', 'undo_rejection', { prospect_id: id(engine, 0) }), 204);
    await refused(accept(engine), 200);
    equal((await contacts(engine)).length, 1);
  }),
  waiting('accept all · those of the trip that wait, no other', async (engine) => {
    await engine.sql('update public.suggested_prospects set trip_plan_id = $1 where id = $2', [
      trip(engine),
      id(engine, 2),
    ]);
    await engine.sql(
      `insert into public.suggested_prospects (id, trip_plan_id, company, city, region, status)
       values ($2, $1, 'Refusée', 'Ville', 'Région', 'rejected')`,
      [trip(engine), REJECTED],
    );
    const answer = await rpc(engine, 'admin', 'accept_all_prospects', everyProspect(engine));
    equal(answer.text, '2');
    deepEqual((await contacts(engine)).map(({ company }) => company).sort(), [
      'Entreprise 0',
      'Entreprise 2',
    ]);
    equal((await prospect(engine, 1)).status, 'pending');
    equal((await rpc(engine, 'admin2', 'accept_all_prospects', everyProspect(engine))).text, '0');
  }),
  waiting('accept all · none but those that were named', async (engine) => {
    await engine.sql('update public.suggested_prospects set trip_plan_id = $1', [trip(engine)]);
    const some = { trip_id: trip(engine), prospect_ids: [id(engine, 2), id(engine, 0), id(engine, 2)] };
    equal((await rpc(engine, 'admin', 'accept_all_prospects', some)).text, '2');
    equal((await prospect(engine, 1)).status, 'pending');
    equal((await rpc(engine, 'admin', 'accept_all_prospects', { ...some, prospect_ids: [] })).text, '0');
    equal((await rpc(engine, 'admin', 'accept_all_prospects', { ...some, prospect_ids: null })).text, '0');
    equal((await contacts(engine)).length, 2);
  }),
  waiting('accept all · all or nothing', async (engine) => {
    await engine.sql('update public.suggested_prospects set trip_plan_id = $1', [trip(engine)]);
    await engine.sql("create unique index stand_in on public.contacts (region) where region like 'Région%'");
    try {
      await engine.sql("update public.suggested_prospects set region = 'Région 0'");
      const answer = await rpc(engine, 'admin', 'accept_all_prospects', everyProspect(engine));
      ok(answer.status >= 400, answer.text);
      deepEqual(await contacts(engine), []);
    } finally {
      await engine.sql('drop index public.stand_in');
    }
    equal((await rpc(engine, 'admin', 'accept_all_prospects', everyProspect(engine))).text, '3');
  }),
  waiting('undo a rejection · an accepted one stays so (409)', async (engine) => {
    await accept(engine);
    await refused(rpc(engine, 'admin', 'undo_rejection', { prospect_id: id(engine, 0) }), 409);
    equal((await prospect(engine)).status, 'accepted');
  }),
  ...(['email', 'phone', 'website'] as const).map((field) =>
    waiting(
      `${field} changed · its evidence goes, unless there is a new one; the others stay`,
      async (engine) => {
        const change = (body: Row) =>
          engine.request('admin', {
            method: 'PATCH',
            path: `/rest/v1/suggested_prospects?id=eq.${id(engine, 0)}`,
            body,
          });
        const proofs = async () => {
          const row = await prospect(engine);
          return ['email', 'phone', 'website'].map((name) => [
            row[`${name}_source_url`],
            row[`${name}_found_at`],
          ]);
        };
        const before = await proofs();
        const [value, other] =
          field === 'website' ? ['https://neuf.test', 'https://autre.test'] : ['a@neuf.test', 'a@autre.test'];
        const fresh = {
          [`${field}_source_url`]: 'https://neuf.test/page',
          [`${field}_found_at`]: '2031-01-01T00:00:00Z',
        };
        await change({ [field]: value, ...fresh });
        const index = ['email', 'phone', 'website'].indexOf(field);
        const renewed = before.with(index, ['https://neuf.test/page', '2031-01-01T00:00:00.000Z']);
        deepEqual(await proofs(), renewed);
        await change({ status: 'rejected' });
        deepEqual(await proofs(), renewed);
        await change({ [field]: other });
        deepEqual(await proofs(), before.with(index, [null, null]));
      },
    ),
  ),
  waiting('unknown prospect · 404', async (engine) => {
    const unknown = { prospect_id: 'f0000000-0000-4000-8000-000000000000' };
    await refused(rpc(engine, 'admin', 'accept_prospect', unknown), 404);
    await refused(rpc(engine, 'admin', 'undo_rejection', unknown), 404);
  }),
  waiting('accept, accept all, undo a rejection · visitor and signed-in user · refused', async (engine) => {
    await engine.sql("update public.suggested_prospects set status = 'rejected' where id = $1", [
      id(engine, 1),
    ]);
    for (const role of ['visitor', 'user', 'service'] as const) {
      ok((await accept(engine, role)).status >= 400);
      ok((await rpc(engine, role, 'accept_all_prospects', everyProspect(engine))).status >= 400);
      ok((await rpc(engine, role, 'undo_rejection', { prospect_id: id(engine, 1) })).status >= 400);
    }
    deepEqual(await contacts(engine), []);
    deepEqual([(await prospect(engine)).status, (await prospect(engine, 1)).status], ['pending', 'rejected']);
    await refused(accept(engine), 200);
    equal((await contacts(engine)).length, 1);
  }),
  waiting(
    'accept 20 times at once, by two administrators · one contact, one consent',
    async (engine) => {
      const presses = Array.from(
        { length: 20 },
        (_, press) => () => accept(engine, press % 2 ? 'admin' : 'admin2'),
      );
      const answers = await atOnce(engine, 'public.suggested_prospects', presses);
      const all = await contacts(engine);
      equal(all.length, 1);
      equal((await consents(engine)).length, 1);
      deepEqual(
        new Set(answers.map(({ text }) => text)),
        new Set([JSON.stringify(all[0]?.id)]),
        'every press answers with the same contact',
      );
    },
    'simultaneity',
  ),
  waiting(
    'accept 20 times at once what nothing identifies · one contact',
    async (engine) => {
      await engine.sql('update public.suggested_prospects set external_id = null, email = null');
      const presses = Array.from(
        { length: 20 },
        (_, press) => () => accept(engine, press % 2 ? 'admin' : 'admin2'),
      );
      await atOnce(engine, 'public.suggested_prospects', presses);
      equal((await contacts(engine)).length, 1);
    },
    'simultaneity',
  ),
  waiting(
    'the same organisation of two trips, accepted 20 times at once · one contact',
    async (engine) => {
      await engine.sql("update public.suggested_prospects set external_id = 'osm:node/9', email = null");
      const presses = Array.from({ length: 20 }, (_, press) => () => accept(engine, 'admin', press % 2));
      await atOnce(engine, 'public.contacts', presses);
      equal((await contacts(engine)).length, 1);
    },
    'simultaneity',
  ),
];

const foundProspect = (external_id: string, more: Row = {}): Row => ({
  ...{ origin: 'osm', external_id, company: `Auberge ${external_id}`, city: 'Ville', region: 'Région' },
  ...{ sector: 'tourisme', ai_reasoning: 'Raison', distance_km: 3.2, score: 61, ...more },
});

const start = (engine: Engine, index = 0) =>
  rpc(engine, 'service', 'start_prospect_generation', { trip_id: trip(engine, index) });
const beginGeneration = async (engine: Engine) =>
  (await start(engine)).body as { id: string; started: boolean };
const store = (engine: Engine, generation_id: string, prospects: Row[], role: Role = 'service') =>
  rpc(engine, role, 'store_prospects', { generation_id, prospects });
const finish = (engine: Engine, generation_id: string) =>
  rpc(engine, 'service', 'finish_prospect_generation', { generation_id, outcome: 'finished', said: 'Fini.' });
const generations = (engine: Engine) => snapshot(engine, rowFactoryOf('prospect_generations'));

/** Three trips without prospects. */
function empty(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    name: `attack · generation · ${name}`,
    object: 'prospect_generations',
    needs,
    run: (engine) => withRows(engine, rowFactoryOf('prospect_generations'), [], () => run(engine)),
  };
}

const generation: Check[] = [
  empty('two in a row · the second does not start while the first runs', async (engine) => {
    const first = await beginGeneration(engine);
    equal(first.started, true);
    deepEqual(await beginGeneration(engine), { id: first.id, started: false });
    equal(((await start(engine, 1)).body as Row).started, true, 'another trip is free');
    await finish(engine, first.id);
    equal((await beginGeneration(engine)).started, true);
  }),
  empty('a dead generation · its place is taken, it can write nothing more', async (engine) => {
    const dead = await beginGeneration(engine);
    await engine.sql("update public.prospect_generations set lease_expires_at = now() - interval '1 second'");
    const next = await beginGeneration(engine);
    equal(next.started, true);
    await refused(store(engine, dead.id, [foundProspect('osm:node/1')]), 409);
    const report = { generation_id: dead.id, current_step: 'ranking', found_so_far: 7 };
    equal((await rpc(engine, 'service', 'report_prospect_generation', report)).text, 'false');
    await finish(engine, dead.id);
    deepEqual(await snapshot(engine, table), []);
    const row = (await generations(engine)).find((candidate) => candidate.id === dead.id);
    deepEqual([row?.status, row?.message], ['failed', 'La génération a été interrompue. Relancez-la.']);
    equal((await store(engine, next.id, [foundProspect('osm:node/1')])).text, '1');
  }),
  empty('its progress · reported, and the lease extended', async (engine) => {
    const { id: generation_id } = await beginGeneration(engine);
    await engine.sql("update public.prospect_generations set lease_expires_at = now() + interval '1 second'");
    const report = { generation_id, current_step: 'ranking', found_so_far: 7 };
    equal((await rpc(engine, 'service', 'report_prospect_generation', report)).text, 'true');
    const [row] = await generations(engine);
    deepEqual([row?.step, row?.found, row?.status], ['ranking', 7, 'running']);
    ok(Date.parse(String(row?.lease_expires_at)) > Date.now() + 60_000);
    await finish(engine, generation_id);
    const [ended] = await generations(engine);
    deepEqual([ended?.status, ended?.message], ['finished', 'Fini.']);
  }),
  empty('write the same ones twice · once each, what is decided stays', async (engine) => {
    const { id: generation_id } = await beginGeneration(engine);
    equal(
      (await store(engine, generation_id, [foundProspect('osm:node/1'), foundProspect('osm:node/2')])).text,
      '2',
    );
    await engine.sql(
      "update public.suggested_prospects set status = 'rejected' where external_id = 'osm:node/1'",
    );
    const again = [1, 2, 3].map((n) =>
      foundProspect(`osm:node/${n}`, { ai_reasoning: 'Autre', email: 'neuf@exemple.test' }),
    );
    equal((await store(engine, generation_id, again)).text, '1');
    const rows = (await snapshot(engine, table)).map(({ external_id, status, ai_reasoning, email }) =>
      [external_id, status, ai_reasoning, email].join(' '),
    );
    deepEqual(rows.sort(), [
      'osm:node/1 rejected Raison ',
      'osm:node/2 pending Autre ',
      'osm:node/3 pending Autre neuf@exemple.test',
    ]);
    equal((await generations(engine))[0]?.added, 3);
  }),
  empty('evidence or a status in what is written · status and contact ignored', async (engine) => {
    const { id: generation_id } = await beginGeneration(engine);
    const sly = foundProspect('osm:node/1', {
      status: 'accepted',
      trip_plan_id: trip(engine, 1),
      no_solicitation: true,
    });
    await store(engine, generation_id, [sly, { ...sly, external_id: null }]);
    const [row, ...others] = await snapshot(engine, table);
    deepEqual(others, []);
    deepEqual([row?.status, row?.trip_plan_id], ['pending', trip(engine)]);
  }),
  empty('more than 60 at once · refused', async (engine) => {
    const { id: generation_id } = await beginGeneration(engine);
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => foundProspect(`osm:node/${index + 1}`));
    await refused(store(engine, generation_id, many(61)), 400);
    deepEqual(await snapshot(engine, table), []);
    equal((await store(engine, generation_id, many(60))).text, '60');
  }),
  empty('unknown trip · 404', async (engine) => {
    const trip_id = 'f0000000-0000-4000-8000-000000000000';
    await refused(rpc(engine, 'service', 'start_prospect_generation', { trip_id }), 404);
  }),
  empty("the server's functions · visitor, signed-in user, administrator · refused", async (engine) => {
    const { id: generation_id } = await beginGeneration(engine);
    const calls: [string, Row][] = [
      ['start_prospect_generation', { trip_id: trip(engine) }],
      ['report_prospect_generation', { generation_id, current_step: 'saving', found_so_far: 9 }],
      ['store_prospects', { generation_id, prospects: [foundProspect('osm:node/1')] }],
      ['finish_prospect_generation', { generation_id, outcome: 'failed', said: 'x' }],
      ['known_organisations', { trip_id: trip(engine) }],
      ['store_overpass_answer', { query_key: 'a'.repeat(64), found: {} }],
      ['take_overpass_slot', { caller: generation_id }],
      ['release_overpass_slot', { caller: generation_id, pause_seconds: 0 }],
    ];
    const before = await generations(engine);
    for (const role of ['visitor', 'user', 'admin'] as const) {
      for (const [name, body] of calls) {
        const { status, text } = await rpc(engine, role, name, body);
        ok(status >= 400 && status < 500, `${role} ${name}: ${status} ${text}`);
      }
    }
    deepEqual(await generations(engine), before);
    deepEqual(await snapshot(engine, table), []);
    equal((await store(engine, generation_id, [foundProspect('osm:node/1')])).text, '1');
  }),
  empty('what is known · the contacts and this trip, not the others', async (engine) => {
    const { id: generation_id } = await beginGeneration(engine);
    await store(engine, generation_id, [foundProspect('osm:node/1', { email: 'a@exemple.test' })]);
    await engine.sql(
      "insert into public.contacts (name, company, email, city, region, website) values ('Nom', 'Connue', 'b@exemple.test', 'Ville', 'Région', 'https://connue.test')",
    );
    const known = async (index: number) =>
      ((await rpc(engine, 'service', 'known_organisations', { trip_id: trip(engine, index) })).body as Row[])
        .map(({ external_id, company, city, email, website }) => [external_id, company, city, email, website])
        .sort();
    const contact = [null, 'Connue', 'Ville', 'b@exemple.test', 'https://connue.test'];
    deepEqual(await known(0), [
      contact,
      ['osm:node/1', 'Auberge osm:node/1', 'Ville', 'a@exemple.test', null],
    ]);
    deepEqual(await known(1), [contact]);
  }),
  empty(
    'the slot at the query service · only one, released by its holder, after the pause',
    async (engine) => {
      const [first, second] = ['a', 'b'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
      const take = async (caller?: string) =>
        (await rpc(engine, 'service', 'take_overpass_slot', { caller })).text;
      const release = (caller?: string, pause_seconds = 0) =>
        rpc(engine, 'service', 'release_overpass_slot', { caller, pause_seconds });
      equal(await take(first), 'true');
      equal(await take(second), 'false');
      await release(second);
      equal(await take(second), 'false', 'only its holder gives it back');
      await release(first);
      equal(await take(second), 'true');
      await release(second, 30);
      equal(await take(first), 'false', 'the pause asked for holds');
      await engine.sql("update private.query_slots set free_at = now() - interval '1 second'");
      equal(await take(first), 'true', 'a holder who died loses it');
    },
  ),
  empty('the cached answers · replaced, and the old ones deleted', async (engine) => {
    const keep = (letter: string, value: number) =>
      rpc(engine, 'service', 'store_overpass_answer', { query_key: letter.repeat(64), found: { value } });
    await keep('a', 1);
    await keep('a', 2);
    await engine.sql("update public.overpass_answers set stored_at = now() - interval '29 days'");
    await keep('b', 3);
    const kept = async () =>
      (await snapshot(engine, rowFactoryOf('overpass_answers'))).map(({ answer }) => answer);
    deepEqual(await kept(), [{ value: 2 }, { value: 3 }]);
    await engine.sql(
      "update public.overpass_answers set stored_at = now() - interval '31 days' where key like 'a%'",
    );
    await keep('c', 4);
    deepEqual(await kept(), [{ value: 3 }, { value: 4 }]);
  }),
  empty(
    '20 starts at once · only one begins',
    async (engine) => {
      const all = Array.from({ length: 20 }, () => () => start(engine));
      const answers = await atOnce(engine, 'public.prospect_generations', all);
      deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      equal(answers.filter(({ body }) => (body as Row).started).length, 1);
      equal((await generations(engine)).length, 1);
    },
    'simultaneity',
  ),
];

export const attacksOnProspects: Check[] = [...acceptance, ...generation];
