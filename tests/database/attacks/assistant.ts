import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, reset } from '../fixtures/tables.ts';

const contacts = rowFactoryOf('contacts');
const contact = 'f3000000-0000-4000-8000-000000000001';

const make = (engine: Engine, role: Role = 'admin', days = 90) =>
  succeed(engine, role, 'create_assistant_key', { name: 'Mon assistant', days }) as Promise<string>;
type Answered = { answer?: unknown; rows?: number; refusal?: string } | null;
const callTool = (engine: Engine, key: unknown, tool: string, given: Row = {}) =>
  succeed(engine, 'service', 'answer_assistant', { key, tool, arguments: given }) as Promise<Answered>;
type Factory = ReturnType<typeof rowFactoryOf>;
type Listed = { total: number } & Record<'tenders' | 'prospects' | 'surveys', Row[]>;
type Kept = { keys: Row[]; calls: Row[] };
const kept = (engine: Engine, role: Role = 'admin') =>
  succeed(engine, role, 'assistant_keys') as Promise<Kept>;

function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    ...{ name: `attack · assistant · ${name}`, object: 'private.assistant_keys', needs },
    run: async (engine) => {
      try {
        const row = { ...contacts.row(0, engine.people), municipality_code: null, organisation_id: null };
        await insert(engine, contacts, { ...row, id: contact, company: 'Ville de Percé', name: 'Ève Côté' });
        await run(engine);
      } finally {
        await reset(engine);
        await engine.sql('delete from private.assistant_keys');
      }
    },
  };
}

/** Attacks on the door of the assistant: whose key it is, what it reads, and that it writes nothing. */
export const attacksOnTheAssistant: Check[] = [
  check('a key · made by an administrator alone, shown once, kept as a hash', async (engine) => {
    for (const role of ['visitor', 'user', 'reader'] as const) {
      const refused = await rpc(engine, role, 'create_assistant_key', { name: 'x', days: 1 });
      ok(refused.status >= 400, `${role}: ${refused.text}`);
    }
    for (const days of [0, 91, null]) {
      const refused = await rpc(engine, 'admin', 'create_assistant_key', { name: 'x', days });
      match(refused.text, /de 1 à 90 jours/);
    }
    const key = await make(engine);
    match(key, /^t360_[0-9a-f]{64}$/);
    const [row] = await engine.sql('select to_jsonb(k)::text as kept, hash from private.assistant_keys k');
    ok(!String(row?.kept).includes(key));
    equal(await callTool(engine, row?.hash, 'tables'), null);
    const { keys } = await kept(engine);
    deepEqual(
      keys.map(({ name }) => name),
      ['Mon assistant'],
    );
    ok(!JSON.stringify(keys).includes(String(row?.hash)));
    deepEqual(await kept(engine, 'admin2'), { keys: [], calls: [] });
  }),
  check('a key · revoked, over, of a removed administrator, or none · nothing', async (engine) => {
    const [key, theirs] = [await make(engine), await make(engine, 'admin2')];
    const [mine] = (await kept(engine)).keys;
    // Nobody ends another's key.
    await succeed(engine, 'admin2', 'revoke_assistant_key', { key_id: mine?.id });
    ok(await callTool(engine, key, 'tables'));
    await succeed(engine, 'admin', 'revoke_assistant_key', { key_id: mine?.id });
    equal(await callTool(engine, key, 'tables'), null);
    ok(await callTool(engine, theirs, 'tables'));
    await engine.sql(`update public.user_roles set role = 'reader' where user_id = $1`, [
      engine.people.admin2.id,
    ]);
    equal(await callTool(engine, theirs, 'tables'), null);
    const over = await make(engine);
    await engine.sql(
      `update private.assistant_keys set created_at = now() - interval '2 days', expires_at = now() - interval '1 second'`,
    );
    equal(await callTool(engine, over, 'tables'), null);
    for (const none of ['', "' or true --", null]) equal(await callTool(engine, none, 'tables'), null);
  }),
  check('five keys at most', async (engine) => {
    for (let made = 0; made < 5; made += 1) await make(engine);
    const refused = await rpc(engine, 'admin', 'create_assistant_key', { name: 'x', days: 1 });
    equal(refused.status, 409);
    match(refused.text, /Cinq clés au plus/);
  }),
  check('what it reads is what its person reads, and who asked is said again afterwards', async (engine) => {
    const key = await make(engine);
    const found = await callTool(engine, key, 'chercher', { texte: 'perce' });
    deepEqual(
      found?.answer,
      await succeed(engine, 'admin', 'search_everything', { query: 'perce', per_kind: 10 }),
    );
    equal((await callTool(engine, key, 'contact', { id: contact }))?.rows, 1);
    equal((await callTool(engine, key, 'contact', { id: contact.replace('f3', 'f4') }))?.answer, null);
    ok(Array.isArray((await callTool(engine, key, 'tables'))?.answer));
    const today = (await callTool(engine, key, 'aujourdhui'))?.answer as Row;
    ok(Array.isArray(today.lines));
    for (const list of [
      ...['requests', 'quotes', 'invoices', 'contacts', 'trips', 'tours', 'campaigns'],
      ...['tenders', 'prospects', 'surveys'],
    ]) {
      const listed = (await callTool(engine, key, 'liste', { list }))?.answer as Row;
      const mine = list === 'contacts' ? 1 : 0;
      deepEqual([listed.total, (listed[list] as Row[]).length], [mine, mine], list);
      const none = (await callTool(engine, key, 'liste', { list, state: 'aucun' }))?.answer;
      // The states that there are say that this is none.
      deepEqual(none, { total: 0, states: listed.states, [list]: [] }, list);
      equal(Object.keys(listed.states as Row).length, mine, list);
    }
    deepEqual((await callTool(engine, key, 'vues'))?.answer, { views: [], segments: [] });
    for (const tool of [
      ...['organisation', 'demande', 'devis', 'facture', 'visite', 'deplacement', 'segment'],
      ...['appel_d_offres', 'prospect', 'releve'],
    ]) {
      deepEqual(await callTool(engine, key, tool, { id: contact }), { answer: null, rows: 0 }, tool);
    }
    deepEqual(await callTool(engine, key, 'municipalite', { id: '00000' }), { answer: null, rows: 0 });
    deepEqual(await callTool(engine, key, 'supprimer', { id: contact }), { answer: null, rows: 0 });
    // An identifier that is none is refused by the database, and the call is kept all the same.
    ok((await callTool(engine, key, 'contact', { id: "x'; delete from contacts" }))?.refusal);
    const { calls } = await kept(engine);
    equal(calls.length, 39);
    equal(calls.at(-1)?.row_count, found?.rows);
    ok(calls[0]?.refusal);
  }),
  check('whom to call this week, where, and until what day', async (engine) => {
    const key = await make(engine);
    await engine.sql(
      `update public.contacts set city = 'Rimouski', phone = '418 555-0101', sector = 'commerce'`,
    );
    const [clock] = await engine.sql(
      `select (now() at time zone 'America/Toronto')::date::text as today,
              ((now() at time zone 'America/Toronto')::date + 5)::text as friday`,
    );
    await succeed(engine, 'admin', 'plan_next_action', {
      ...{ target: 'contact', target_id: contact, title: 'Rappeler', kind: 'appeler' },
      due_on: clock?.friday,
    });
    const ask = async (given: Row) =>
      (await callTool(engine, key, 'aujourdhui', given))?.answer as { day: string; lines: Row[] };
    const now = await ask({});
    deepEqual([now.day, now.lines.filter(({ kind }) => kind === 'action')], [clock?.today, []]);
    const row = { ...contacts.row(1, engine.people), municipality_code: null, organisation_id: null };
    await insert(engine, contacts, { ...row, id: contact.replace('f3', 'f5') });
    await succeed(engine, 'admin', 'plan_next_action', {
      ...{ target: 'contact', target_id: contact.replace('f3', 'f5'), title: 'En retard' },
      due_on: '2024-05-01',
    });
    const planned = (await ask({ jusqu_au: clock?.friday })).lines.filter(({ kind }) => kind === 'action');
    // What is late comes first, whatever is planned after it.
    deepEqual(
      planned.map(({ title }) => title),
      ['En retard', 'Rappeler'],
    );
    const line = planned[1];
    deepEqual(
      [line?.title, line?.due, line?.is_late, line?.name, line?.city, line?.phone, line?.target_id],
      ['Rappeler', clock?.friday, false, 'Ève Côté', 'Rimouski', '418 555-0101', contact],
    );
    const read = (await callTool(engine, key, 'contact', { id: contact }))?.answer as Row;
    deepEqual(read.next_action, {
      title: 'Rappeler',
      kind: 'appeler',
      due_on: clock?.friday,
      due_time: null,
    });
  }),
  check('calls for tenders, prospects and surveys · as they stand, and only what is open', async (engine) => {
    const key = await make(engine);
    const [tenders, trips, prospects, surveys, pictures] = [
      ...['tender_signals', 'trip_plans', 'suggested_prospects', 'surveys', 'survey_pictures'],
    ].map(rowFactoryOf) as [Factory, Factory, Factory, Factory, Factory];
    const none = { municipality_code: null, contact_id: null, dismissed_at: null };
    const of = (factory: Factory, index: number, change: Row): Row => {
      const row = { ...factory.row(index, engine.people) };
      for (const [name, value] of Object.entries({ ...none, ...change })) if (name in row) row[name] = value;
      return row;
    };
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const [open, past, aside] = [
      { closes_at: inDays(3), ends_on: null },
      { closes_at: inDays(-3), ends_on: null },
      { closes_at: inDays(3), ends_on: null, dismissed_at: inDays(-1) },
    ].map((change, index) => of(tenders, index, change)) as [Row, Row, Row];
    for (const row of [open, past, aside]) await insert(engine, tenders, row);
    const list = async (name: string, state?: string) =>
      (await callTool(engine, key, 'liste', { list: name, ...(state && { state }) }))?.answer as Listed;
    const ids = (listed: Row[]) => listed.map((row) => row.id);
    deepEqual(ids((await list('tenders', 'à regarder')).tenders), [open.id]);
    deepEqual(ids((await list('tenders', 'passé')).tenders), [past.id]);
    deepEqual(ids((await list('tenders', 'écarté')).tenders), [aside.id]);
    equal((await list('tenders')).total, 3);
    const read = async (tool: string, id: unknown) =>
      (await callTool(engine, key, tool, { id }))?.answer as Record<string, unknown>;
    equal((await read('appel_d_offres', open.id)).is_current, true);
    equal((await read('appel_d_offres', past.id)).is_current, false);

    const trip = of(trips, 0, { stop_ids: [] });
    await insert(engine, trips, trip);
    const prospect = of(prospects, 0, { trip_plan_id: trip.id, status: 'pending' });
    await insert(engine, prospects, prospect);
    deepEqual(ids((await list('prospects', 'pending')).prospects), [prospect.id]);
    const known = await read('prospect', prospect.id);
    deepEqual(
      [known.company, known.ai_reasoning, known.target, known.target_id, known.known],
      [prospect.company, prospect.ai_reasoning, 'trip_prospects', trip.id, null],
    );

    const survey = of(surveys, 0, { trip_plan_id: null, compared_with: null });
    await insert(engine, surveys, survey);
    const states = [
      { left_out: null, searched_by: null, proposals: [] },
      { left_out: null, searched_by: 'modèle', proposals: [] },
      { left_out: 'main', searched_by: null, proposals: [] },
    ];
    for (const [index, change] of states.entries())
      await insert(engine, pictures, of(pictures, index, { survey_id: survey.id, ...change }));
    const [line] = (await list('surveys', survey.published_at ? 'publié' : 'non publié')).surveys;
    deepEqual([line?.id, line?.pictures, line?.kept, line?.reviewed], [survey.id, 3, 2, 1]);
    const drive = await read('releve', survey.id);
    deepEqual(drive.to_review, [pictures.row(0, engine.people).file_name]);
    deepEqual(drive.counts, { pictures: 3, kept: 2, previews: 0, reviewed: 1 });
    deepEqual([drive.ordered_streets, drive.pairs, drive.sealed_at], [1, { all: 0, to_see: 0 }, null]);
  }),
  check('a request · with the replies of the studio, and no draft of one', async (engine) => {
    const requests = rowFactoryOf('quote_requests');
    const request: Row = { ...requests.row(0, engine.people), contact_id: null };
    await insert(engine, requests, request);
    await engine.sql(
      `insert into public.notifications (quote_request_id, kind, state, subject, body, finished_at) values
         ($1, 'reply', 'envoyé', 'Votre demande', 'Nous passons mardi.', '2031-05-01T14:00:00Z'),
         ($1, 'reply', 'brouillon', 'Encore', 'Pas fini', null),
         ($1, 'acknowledgement', 'envoyé', null, null, '2031-05-01T13:00:00Z')`,
      [request.id],
    );
    const read = (await callTool(engine, await make(engine), 'demande', { id: request.id }))?.answer as Row;
    deepEqual(read.replies, [
      {
        ...{ state: 'envoyé', subject: 'Votre demande', body: 'Nous passons mardi.' },
        sent_at: '2031-05-01T14:00:00+00:00',
      },
    ]);
  }),
  check('a call is kept without the texts that it carried', async (engine) => {
    const key = await make(engine);
    await callTool(engine, key, 'chercher', { texte: 'Ève Côté', genre: 'contact' });
    await callTool(engine, key, 'contact', { id: contact });
    const { calls } = await kept(engine);
    deepEqual(
      calls.map((call) => [call.tool, call.arguments]),
      [
        ['contact', { id: contact }],
        ['chercher', { texte: '8 caractères', genre: 'contact' }],
      ],
    );
  }),
  check('whatever a tool does, it cannot write', async (engine) => {
    const key = await make(engine);
    // The worst tool that could be written by mistake.
    await engine.sql(
      `alter function private.read_for_assistant(text, jsonb) rename to kept_aside;
       create function private.read_for_assistant(tool text, arguments jsonb) returns jsonb language plpgsql as $$
       begin
         if tool = 'role' then perform set_config('role', 'postgres', true); end if;
         update public.contacts set name = 'Changé';
         return '[]';
       end; $$;
       grant execute on function private.read_for_assistant(text, jsonb) to authenticated;`,
    );
    try {
      match(String((await callTool(engine, key, 'contact'))?.refusal), /read-only/);
      ok((await callTool(engine, key, 'role'))?.refusal);
    } finally {
      await engine.sql(
        `drop function private.read_for_assistant(text, jsonb);
         alter function private.kept_aside(text, jsonb) rename to read_for_assistant;`,
      );
    }
    deepEqual(await engine.sql('select name from public.contacts'), [{ name: 'Ève Côté' }]);
  }),
  check('sixty calls within a minute, and the sixty-first is refused', async (engine) => {
    const key = await make(engine);
    await engine.sql(
      `insert into private.assistant_calls (key_id, tool, arguments)
       select id, 'tables', '{}' from private.assistant_keys, generate_series(1, 59)`,
    );
    ok(await callTool(engine, key, 'tables'));
    const refused = await rpc(engine, 'service', 'answer_assistant', {
      ...{ key, tool: 'tables', arguments: {} },
    });
    equal(refused.status, 429);
    match(refused.text, /Soixante questions par minute/);
  }),
  check(
    'two calls at the limit at once · one passes',
    async (engine) => {
      const key = await make(engine);
      await engine.sql(
        `insert into private.assistant_calls (key_id, tool, arguments)
         select id, 'tables', '{}' from private.assistant_keys, generate_series(1, 59)`,
      );
      const call = () => rpc(engine, 'service', 'answer_assistant', { key, tool: 'tables', arguments: {} });
      const answers = await Promise.all([call(), call()]);
      deepEqual(answers.map(({ status }) => status).sort(), [200, 429]);
    },
    'simultaneity',
  ),
];
