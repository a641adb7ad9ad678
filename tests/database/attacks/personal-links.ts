import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { campaignCheck, contact, mustRefuse } from '../fixtures/campaigns.ts';

const address = 'personne0@exemple.test';
const network = '203.0.113.7';

const page = (engine: Engine, name: string, body: Row, network_address: string | null = network) =>
  succeed<Row>(engine, 'service', name, { ...body, network_address });

/** Claims the queued e-mails of personal links, and returns the address and token of each. */
async function claimLinks(engine: Engine): Promise<{ email: string; token: string }[]> {
  const rows = await succeed<Row[]>(engine, 'service', 'claim_due_notifications', {
    ...{ batch: 20, same_key_is_safe: true },
  });
  return rows
    .filter(({ kind }) => kind === 'personal_link')
    .map(({ email, personal_link }) => ({
      email: String(email),
      token: String((personal_link as Row).token),
    }));
}

/** Sends contact 0 a personal link as the administrator, and returns its token. */
async function linkOf(engine: Engine): Promise<string> {
  await succeed(engine, 'admin', 'send_personal_link', { contact: contact(0) });
  const [mail] = await claimLinks(engine);
  return String(mail?.token);
}

const askFor = (engine: Engine, email: string, from: string | null = network) =>
  page(engine, 'request_personal_link', { email }, from);

/** Reads every row that a personal link could change. */
const state = async (engine: Engine) => [
  await engine.sql('select c.*, c.updated_at::text from public.contacts c order by c.id'),
  await engine.sql('select * from public.consent_events order by id'),
  await engine.sql('select * from public.suppressions order by id'),
  await engine.sql('select * from public.suppression_lifts order by id'),
  await engine.sql('select * from public.personal_requests order by id'),
];

const details = {
  name: 'Anne Roy',
  functionTitle: 'Greffière',
  company: 'Organisme 0',
  phone: '418 555-0100',
};

const mayWrite = (engine: Engine) =>
  succeed<string | null>(engine, 'admin', 'may_email', { contact: contact(0) });

const check = (name: string, run: (engine: Engine) => Promise<void>): Check => ({
  ...campaignCheck(name, run, { object: 'personal_requests' }),
  name: `attack · « Ma fiche » · ${name}`,
});

/** Attacks on the page behind a personal link: who gets one, what it shows, and what it changes. */
export const attacksOnPersonalLinks: Check[] = [
  check('its functions · whoever has no secret key is refused', async (engine) => {
    const token = await linkOf(engine);
    const before = await state(engine);
    const offered = (await page(engine, 'personal_record', { token })).offer as Row;
    const calls: [string, Row][] = [
      ['request_personal_link', { email: address }],
      ['personal_record', { token }],
      ['correct_personal_record', { token, answer: details }],
      ['withdraw_personal_consent', { token }],
      ['give_personal_consent', { token, ...offered }],
      ['ask_for_erasure', { token }],
    ];
    for (const [name, body] of calls) {
      await mustRefuse(engine, ['visitor', 'user', 'reader', 'admin'], name, {
        ...{ ...body, network_address: null },
      });
    }
    await mustRefuse(engine, ['visitor', 'user', 'reader'], 'send_personal_link', { contact: contact(1) });
    deepEqual(await state(engine), before);
    deepEqual(await claimLinks(engine), []);
  }),

  check(
    'a link asked for · the same answer for everybody; one message a day, to who is known',
    async (engine) => {
      for (const email of [
        address,
        'inconnu@exemple.test',
        address.toUpperCase(),
        'personne0+x@exemple.test',
      ]) {
        deepEqual(await askFor(engine, email), { status: 204 });
      }
      deepEqual(await engine.sql("select from public.notifications where kind = 'personal_link'"), []);
      const mails = await claimLinks(engine);
      deepEqual(
        mails.map(({ email }) => email),
        [address],
      );
      deepEqual(await engine.sql('select from private.personal_link_requests where email is not null'), []);
      deepEqual(await askFor(engine, address), { status: 204 });
      deepEqual(await claimLinks(engine), []);
      await engine.sql("update private.personal_link_requests set asked_at = asked_at - interval '25 hours'");
      await askFor(engine, address);
      equal((await claimLinks(engine)).length, 1);
    },
  ),

  check('a link asked for · an address in error gets none, and an incomplete one is told', async (engine) => {
    await succeed(engine, 'service', 'suppress_address', { address, reason: 'bounced' });
    deepEqual(await askFor(engine, address), { status: 204 });
    deepEqual(await claimLinks(engine), []);
    equal((await askFor(engine, 'personne0@')).status, 422);
    const refused = await engine.request('admin', {
      ...{ method: 'POST', path: '/rest/v1/rpc/send_personal_link', body: { contact: contact(0) } },
    });
    equal(refused.status, 422);
  }),

  check('links asked for from one network address · ten in ten minutes', async (engine) => {
    const ask = async (from: string | null, first: number, count: number) => {
      const statuses: unknown[] = [];
      for (let index = first; index < first + count; index++)
        statuses.push((await askFor(engine, `a${index}@exemple.test`, from)).status);
      return statuses;
    };
    deepEqual(await ask(network, 0, 12), [...Array(10).fill(204), 429, 429]);
    deepEqual(await ask('203.0.113.8', 12, 1), [204]);
    await engine.sql("update private.personal_link_requests set asked_at = asked_at - interval '11 minutes'");
    deepEqual(await ask(network, 13, 1), [204]);
  }),

  check('the token · is in no table, opens one address, and reading changes nothing', async (engine) => {
    const token = await linkOf(engine);
    match(token, /^[0-9a-f]{32}$/);
    const places = await engine.sql<{ place: string }>(
      `select format('%I.%I', table_schema, table_name) as place from information_schema.tables
       where table_schema in ('public', 'private') and table_type = 'BASE TABLE'`,
    );
    for (const { place } of places) {
      deepEqual(
        await engine.sql(`select from ${place} as r where r::text like $1`, [`%${token}%`]),
        [],
        place,
      );
    }
    const before = await state(engine);
    for (let times = 0; times < 3; times++) {
      const read = await page(engine, 'personal_record', { token });
      equal(read.email, address);
      deepEqual((read.contact as Row).name, 'Personne 0');
      deepEqual((read.commercial as Row).state, 'allowed');
      ok(!JSON.stringify(read).includes('Personne 1'));
    }
    deepEqual(await state(engine), before);
  }),

  check(
    'guessed tokens · the twenty-first from one address is not looked up, a right one neither',
    async (engine) => {
      const token = await linkOf(engine);
      for (let index = 0; index < 20; index++) {
        const wrong = index.toString(16).padStart(32, '0');
        equal((await page(engine, 'personal_record', { token: wrong })).status, 404);
      }
      const before = await state(engine);
      equal((await page(engine, 'personal_record', { token })).status, 429);
      equal((await page(engine, 'withdraw_personal_consent', { token })).status, 429);
      deepEqual(await state(engine), before);
      equal((await page(engine, 'personal_record', { token }, '203.0.113.8')).status, 200);
      await engine.sql(
        "update private.personal_link_misses set missed_at = missed_at - interval '11 minutes'",
      );
      equal((await page(engine, 'personal_record', { token })).status, 200);
    },
  ),

  check('a link that expired · opens and changes nothing any more', async (engine) => {
    const token = await linkOf(engine);
    const offered = (await page(engine, 'personal_record', { token })).offer as Row;
    await engine.sql("update private.personal_links set expires_at = now() - interval '1 second'");
    const before = await state(engine);
    const calls: [string, Row][] = [
      ['personal_record', {}],
      ['correct_personal_record', { answer: details }],
      ['withdraw_personal_consent', {}],
      ['give_personal_consent', offered],
      ['ask_for_erasure', {}],
    ];
    for (const [name, body] of calls) {
      const answer = await page(engine, name, { token, ...body });
      deepEqual([answer.status, answer.email], [410, undefined]);
    }
    deepEqual(await state(engine), before);
    // A link that waited in the outbox is not sent either.
    await succeed(engine, 'admin', 'send_personal_link', { contact: contact(1) });
    await engine.sql("update private.personal_links set expires_at = now() - interval '1 second'");
    deepEqual(await claimLinks(engine), []);
  }),

  check(
    'a contact whose address changed · the link of the old one shows and changes nothing of theirs',
    async (engine) => {
      const token = await linkOf(engine);
      await engine.sql("update public.contacts set email = 'nouvelle@exemple.test' where id = $1", [
        contact(0),
      ]);
      equal((await page(engine, 'personal_record', { token })).contact, null);
      equal((await page(engine, 'correct_personal_record', { token, answer: details })).status, 409);
    },
  ),

  check(
    'a correction · holds at once, and what stood before is shown to the studio until seen',
    async (engine) => {
      const token = await linkOf(engine);
      const answer = {
        ...details,
        phone: ' 418 555-0100 ',
        status: 'partenaire',
        email: 'autre@exemple.test',
      };
      const corrected = await page(engine, 'correct_personal_record', { token, answer });
      equal((corrected.contact as Row).name, 'Anne Roy');
      const [row] = await engine.sql(
        'select name, function_title, phone, email, status from public.contacts where id = $1',
        [contact(0)],
      );
      deepEqual(row, {
        ...{ name: 'Anne Roy', function_title: 'Greffière', phone: '418 555-0100', email: address },
        status: 'nouveau',
      });
      const [request] = await engine.sql('select id, before, after from public.personal_requests');
      deepEqual(request?.before, { name: 'Personne 0', function_title: null, phone: null });
      deepEqual(request?.after, { name: 'Anne Roy', function_title: 'Greffière', phone: '418 555-0100' });
      // An answer without a change is not stored as a correction.
      await page(engine, 'correct_personal_record', { token, answer });
      equal((await engine.sql('select from public.personal_requests')).length, 1);
      const waiting = async () =>
        (await succeed<Row[]>(engine, 'reader', 'today_items', {})).filter(
          ({ kind }) => kind === 'correction',
        );
      deepEqual(
        (await waiting()).map(({ title, target_id }) => [title, target_id]),
        [['Organisme 0', contact(0)]],
      );
      await mustRefuse(engine, ['visitor', 'user', 'reader'], 'close_personal_request', {
        request: request?.id,
      });
      await succeed(engine, 'admin', 'close_personal_request', { request: request?.id });
      deepEqual(await waiting(), []);
    },
  ),

  check('a correction · bad values are told field by field, and twenty a day are enough', async (engine) => {
    const token = await linkOf(engine);
    const before = await state(engine);
    const bad = { name: ' ', functionTitle: 'a'.repeat(101), company: 'a\u202eb', phone: '1'.repeat(21) };
    const refused = await page(engine, 'correct_personal_record', { token, answer: bad });
    equal(refused.status, 422);
    deepEqual(Object.keys(refused.fields as Row).sort(), ['company', 'functionTitle', 'name', 'phone']);
    for (const answer of [null, [], 'a', 7, {}])
      equal((await page(engine, 'correct_personal_record', { token, answer })).status, 422);
    deepEqual(await state(engine), before);
    for (let index = 0; index < 20; index++)
      await page(engine, 'correct_personal_record', { token, answer: { ...details, name: `Nom ${index}` } });
    equal((await page(engine, 'correct_personal_record', { token, answer: details })).status, 429);
  }),

  check(
    'consent · withdrawn at once; given anew with the very text that was read, and no other',
    async (engine) => {
      const token = await linkOf(engine);
      const withdrawn = await page(engine, 'withdraw_personal_consent', { token });
      equal((withdrawn.commercial as Row).state, 'unsubscribed');
      equal(await mayWrite(engine), 'Désabonné');
      await page(engine, 'withdraw_personal_consent', { token });
      equal((await engine.sql("select from public.consent_events where basis = 'withdrawn'")).length, 1);

      const offered = withdrawn.offer as Record<string, string>;
      match(String(offered.details), /Studio inc\., 1, rue du Quai, Percé, studio@exemple\.test/);
      for (const other of [{ label: 'J’accepte tout.' }, { version: '1' }, { details: '' }]) {
        const answer = await page(engine, 'give_personal_consent', { token, ...offered, ...other });
        equal(answer.status, 409);
      }
      equal(await mayWrite(engine), 'Désabonné');
      const given = await page(engine, 'give_personal_consent', { token, ...offered });
      deepEqual([(given.commercial as Row).state, (given.commercial as Row).basis], ['allowed', 'express']);
      equal(await mayWrite(engine), null);
      const [proof] = await engine.sql(
        'select basis, email, wording, wording_version, evidence, recorded_by from public.consent_events order by occurred_at desc limit 1',
      );
      deepEqual([proof?.basis, proof?.email, proof?.recorded_by], ['express', address, null]);
      equal(proof?.wording, `${offered.label}\n${offered.details}`);
      equal(proof?.wording_version, offered.version);
      match(String(proof?.evidence), /sur sa fiche/);
      // Confirming twice adds one proof only.
      const count = async () => (await engine.sql('select from public.consent_events')).length;
      const before = await count();
      await page(engine, 'give_personal_consent', { token, ...offered });
      equal(await count(), before);
    },
  ),

  check(
    'an erasure asked for · once, due in thirty days; refused with a reason that the person reads',
    async (engine) => {
      const token = await linkOf(engine);
      await page(engine, 'ask_for_erasure', { token });
      await page(engine, 'ask_for_erasure', { token });
      const [request, ...others] = await engine.sql(
        "select id, contact_id, due_on = (now() at time zone 'America/Toronto')::date + 30 as in_time from public.personal_requests",
      );
      deepEqual([request?.contact_id, request?.in_time, others], [contact(0), true, []]);
      const items = await succeed<Row[]>(engine, 'admin', 'today_items', {});
      equal(items.filter(({ kind }) => kind === 'erasure_request').length, 1);
      const close = (reason: string | null) =>
        engine.request('admin', {
          ...{ method: 'POST', path: '/rest/v1/rpc/close_personal_request' },
          body: { request: request?.id, reason },
        });
      equal((await close(' ')).status, 422);
      ok((await close('Un devis accepté doit être gardé.')).status < 300);
      const [asked] = (await page(engine, 'personal_record', { token })).asked as Row[];
      equal(asked?.answer, 'Un devis accepté doit être gardé.');
    },
  ),

  check('an erasure · takes the requests, the links and their e-mails away', async (engine) => {
    const token = await linkOf(engine);
    await page(engine, 'ask_for_erasure', { token });
    await succeed(engine, 'admin', 'erase_person', { contact: contact(0) });
    deepEqual(await engine.sql('select from public.personal_requests'), []);
    deepEqual(await engine.sql('select from private.personal_links'), []);
    deepEqual(await engine.sql("select from public.notifications where kind = 'personal_link'"), []);
    equal((await page(engine, 'personal_record', { token })).status, 404);
    // After an erasure only hashes of the address are left, so no link is sent.
    await askFor(engine, address);
    deepEqual(await claimLinks(engine), []);
  }),

  check('the copy of a person · an administrator alone, and a long history is read whole', async (engine) => {
    await engine.sql(
      `insert into public.consent_events (contact_id, email, basis, occurred_at, evidence)
       select $1, $2, 'inquiry', now() - n * interval '1 minute', 'Preuve ' || n from generate_series(1, 1200) as n`,
      [contact(0), address],
    );
    await mustRefuse(engine, ['visitor', 'user', 'reader'], 'export_person', { contact: contact(0) });
    await mustRefuse(engine, ['visitor', 'user', 'reader', 'admin'], 'person_to_print', {
      ...{ contact: contact(0), author: engine.people.admin.id },
    });
    const exported = await succeed<Row>(engine, 'admin', 'export_person', { contact: contact(0) });
    const printed = await succeed<Row>(engine, 'service', 'person_to_print', {
      ...{ contact: contact(0), author: engine.people.admin.id },
    });
    deepEqual([(exported.consents as Row[]).length, (printed.consents as Row[]).length], [1201, 1201]);
    const register = await engine.sql(
      "select recorded_by from public.privacy_register where kind = 'export'",
    );
    deepEqual(register, Array(2).fill({ recorded_by: engine.people.admin.id }));
  }),
];
