import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { jpeg, upload } from '../fixtures/storage.ts';
import { reset, withRows } from '../fixtures/tables.ts';

const quotes = rowFactoryOf('quote_requests');
const idOf = (engine: Engine, index = 0) => quotes.row(index, engine.people).id as string;
const reply = (index = 1) => `f0000000-0000-4000-8000-00000000000${index}`;
const fileOf = (request: string, index = 1, type = 'pdf') =>
  `${request}/e0000000-0000-4000-8000-00000000000${index}.${type}`;

type ReplyDraft = { id?: string; quote?: string; subject?: string; body?: string; files?: Row[] };

const draftReply = (
  engine: Engine,
  {
    id = reply(),
    quote = idOf(engine),
    subject = 'Votre demande',
    body = 'Bonjour,',
    files = [],
  }: ReplyDraft,
) => ({ reply: id, quote, reply_subject: subject, reply_body: body, files });

const send = (engine: Engine, what: ReplyDraft = {}, role: Role = 'admin') =>
  rpc(engine, role, 'send_reply', draftReply(engine, what));
const draft = (engine: Engine, what: ReplyDraft = {}, role: Role = 'admin') =>
  rpc(engine, role, 'save_reply_draft', draftReply(engine, what));
const takeBack = (engine: Engine, id = reply(), role: Role = 'admin') =>
  rpc(engine, role, 'take_back_reply', { reply: id });

async function sendReply(engine: Engine, what: ReplyDraft = {}): Promise<void> {
  const answer = await send(engine, what);
  equal(answer.status, 200, answer.text);
}

async function claim(engine: Engine, sameKeyIsSafe = false): Promise<Row[]> {
  const body = { batch: 10, same_key_is_safe: sameKeyIsSafe };
  const answer = await rpc(engine, 'service', 'claim_due_notifications', body);
  equal(answer.status, 200, answer.text);
  return answer.body as Row[];
}

async function finish(engine: Engine, row: Row | undefined, outcome: string, rest: Row = {}) {
  const body = { notification_id: row?.id, token: row?.lease_token, outcome, ...rest };
  const answer = await rpc(engine, 'service', 'finish_notification', body);
  equal(answer.status, 200, answer.text);
  return answer.body;
}

const replies = (engine: Engine) =>
  engine.sql(
    `select id, state, subject, body, attachments, created_by, attempts,
            round(extract(epoch from next_attempt_at - now()))::int as wait
       from public.notifications where kind = 'reply' order by created_at, id`,
    [],
  );
const states = async (engine: Engine) => (await replies(engine)).map(({ state }) => state);
const comeDue = (engine: Engine) =>
  engine.sql("update public.notifications set next_attempt_at = now() - interval '1 second'", []);

async function statusOf(engine: Engine): Promise<unknown[]> {
  const [row] = await engine.sql(
    'select status, answered_at is not null as answered from public.quote_requests where id = $1',
    [idOf(engine)],
  );
  return [row?.status, row?.answered];
}

/** A file as the storage service would have written it down. */
const storeObject = (engine: Engine, name: string, size = 1_000, age = '0 seconds') =>
  engine.sql(
    `insert into storage.objects (bucket_id, name, metadata, created_at) values
      ('request-files', $1, jsonb_build_object('size', $2::bigint, 'mimetype', 'application/pdf'), now() - $3::interval)`,
    [name, size, age],
  );

const unused = async (engine: Engine) => {
  const answer = await rpc(engine, 'service', 'unused_request_files', {});
  equal(answer.status, 200, answer.text);
  return (answer.body as string[]).toSorted();
};

/** Requests 0 and 1, new and not anonymised. */
function check(
  name: string,
  run: (engine: Engine) => Promise<void>,
  needs?: Check['needs'],
  object = 'notifications',
): Check {
  return {
    ...{ name: `attack · replies · ${name}`, object, needs },
    run: (engine) =>
      withRows(engine, quotes, [0, 1], async () => {
        await engine.sql(
          "update public.quote_requests set status = 'nouveau', anonymised_at = null, answered_at = null, contact_id = null",
          [],
        );
        await run(engine).finally(() => reset(engine));
      }),
  };
}

/** Attacks on replies to requests: who may send one, that each is sent once, and what it changes in the request. */
export const attacksOnReplies: Check[] = [
  check(
    'sent, drafted or taken back by anybody but an administrator · refused, nothing written',
    async (engine) => {
      for (const role of ['visitor', 'user', 'service'] as const) {
        for (const answer of [
          await send(engine, {}, role),
          await draft(engine, {}, role),
          await takeBack(engine, reply(), role),
        ]) {
          equal((answer.body as Row).code, '42501', answer.text);
        }
      }
      deepEqual(await replies(engine), []);
      await sendReply(engine);
      deepEqual(await states(engine), ['en_attente']);
    },
  ),
  check('waits ten seconds, then one worker gets it, with its text and its request', async (engine) => {
    await sendReply(engine, { files: [] });
    deepEqual(await claim(engine), []);
    const [waiting] = await replies(engine);
    ok(Number(waiting?.wait) > 7 && Number(waiting?.wait) <= 10, `${waiting?.wait} s`);
    equal(waiting?.created_by, engine.people.admin.id);
    await comeDue(engine);
    const [row, ...others] = await claim(engine);
    equal(others.length, 0);
    deepEqual(
      [row?.kind, row?.subject, row?.body, row?.email, row?.attachments],
      ['reply', 'Votre demande', 'Bonjour,', 'demande0@exemple.test', []],
    );
    deepEqual(await claim(engine), []);
  }),
  check('« répondu » when it left, and not before', async (engine) => {
    await sendReply(engine);
    deepEqual(await statusOf(engine), ['nouveau', false]);
    await comeDue(engine);
    const [row] = await claim(engine);
    deepEqual(await statusOf(engine), ['nouveau', false]);
    equal(await finish(engine, row, 'accepted', { sent_as: 'abc' }), true);
    deepEqual([await states(engine), await statusOf(engine)], [['envoyé'], ['répondu', true]]);
  }),
  check(
    'refused, unknown, lost or to be retried · never « répondu »; an archived request stays archived',
    async (engine) => {
      for (const outcome of ['rejected', 'unknown', 'retry', 'wait', 'pause']) {
        await sendReply(engine, { id: reply(2) });
        await comeDue(engine);
        const [row] = await claim(engine);
        equal(await finish(engine, row, outcome), true);
        deepEqual(await statusOf(engine), ['nouveau', false], outcome);
        await engine.sql('delete from public.notifications', []);
      }
      await engine.sql("update public.quote_requests set status = 'archivé'", []);
      await sendReply(engine);
      await comeDue(engine);
      const [row] = await claim(engine);
      await finish(engine, row, 'accepted');
      equal((await statusOf(engine))[0], 'archivé');
    },
  ),
  check(
    'the worker dies after the provider took it · « incertain », never taken again, its late report ignored',
    async (engine) => {
      await sendReply(engine);
      await comeDue(engine);
      const [lost] = await claim(engine);
      await comeDue(engine);
      deepEqual(await claim(engine), []);
      deepEqual(await states(engine), ['incertain']);
      equal(await finish(engine, lost, 'accepted'), false);
      deepEqual(await statusOf(engine), ['nouveau', false]);
      // A reply that may have arrived cannot be taken back and changed.
      deepEqual([(await takeBack(engine)).body, await states(engine)], [false, ['incertain']]);
    },
  ),
  check('with an idempotency key, a lost one is taken again under the same id', async (engine) => {
    await sendReply(engine);
    await comeDue(engine);
    const [lost] = await claim(engine, true);
    await comeDue(engine);
    const [again] = await claim(engine, true);
    deepEqual([again?.id, again?.subject, again?.body], [lost?.id, lost?.subject, lost?.body]);
    notEqual(again?.lease_token, lost?.lease_token);
    equal(await finish(engine, lost, 'accepted'), false);
    equal(await finish(engine, again, 'accepted'), true);
  }),
  check('sent twice with one id · one message, the first text', async (engine) => {
    await sendReply(engine);
    await sendReply(engine, { body: 'Autre texte' });
    deepEqual(
      (await replies(engine)).map(({ body }) => body),
      ['Bonjour,'],
    );
    // The id belongs to a reply to another request, so nothing is sent.
    await sendReply(engine, { quote: idOf(engine, 1) });
    equal((await replies(engine)).length, 1);
  }),
  check(
    '30 presses and 30 workers at once · one message, claimed once',
    async (engine) => {
      await atOnce(
        engine,
        'public.quote_requests',
        Array.from({ length: 30 }, () => () => send(engine)),
      );
      equal((await replies(engine)).length, 1);
      await comeDue(engine);
      const taken = await atOnce(
        engine,
        'public.notifications',
        Array.from({ length: 30 }, () => () => claim(engine)),
      );
      equal(taken.flat().length, 1);
    },
    'simultaneity',
  ),
  check('« Annuler l’envoi » · a draft again, until a worker has it', async (engine) => {
    // A draft for another request and a sent reply do not get in the way.
    await draft(engine, { id: reply(3), quote: idOf(engine, 1) });
    await sendReply(engine);
    await sendReply(engine, { id: reply(2) });
    deepEqual(
      [(await takeBack(engine)).body, await states(engine)],
      [true, ['brouillon', 'brouillon', 'en_attente']],
    );
    equal((await takeBack(engine)).body, false);
    await engine.sql('delete from public.notifications where id <> $1', [reply()]);
    await comeDue(engine);
    deepEqual(await claim(engine), []);
    await sendReply(engine);
    await comeDue(engine);
    const [row] = await claim(engine);
    deepEqual([(await takeBack(engine)).body, await states(engine)], [false, ['en_attente']]);
    await finish(engine, row, 'accepted');
    deepEqual([(await takeBack(engine)).body, await states(engine)], [false, ['envoyé']]);
  }),
  check(
    'taking back and claiming at once · either a draft or a message, never both',
    async (engine) => {
      await sendReply(engine);
      await comeDue(engine);
      const [back, taken] = await atOnce<unknown>(engine, 'public.notifications', [
        async () => (await takeBack(engine)).body,
        async () => (await claim(engine)).length,
      ]);
      equal(Number(back === true) + Number(taken), 1);
    },
    'simultaneity',
  ),
  check('one that may have arrived and waits to be tried again · not taken back', async (engine) => {
    await sendReply(engine);
    await comeDue(engine);
    const [row] = await claim(engine, true);
    equal(await finish(engine, row, 'retry', { arrival_possible: true }), true);
    deepEqual([(await takeBack(engine)).body, await states(engine)], [false, ['en_attente']]);
  }),
  check('a refused one, taken back · keeps its text, under another id', async (engine) => {
    await sendReply(engine);
    await comeDue(engine);
    const [row] = await claim(engine);
    await finish(engine, row, 'rejected', { reason: 'adresse inconnue' });
    equal((await takeBack(engine)).body, true);
    const [kept] = await replies(engine);
    deepEqual([kept?.state, kept?.body, kept?.attempts], ['brouillon', 'Bonjour,', 0]);
    notEqual(kept?.id, row?.id);
  }),
  check(
    'drafts · one a request, the last one; empty forgotten; a late save does not unsend',
    async (engine) => {
      equal((await draft(engine, { body: '' })).body, true);
      equal((await draft(engine, { id: reply(2), body: 'Plus tard' })).body, true);
      deepEqual(
        (await replies(engine)).map(({ id, state }) => [id, state]),
        [[reply(2), 'brouillon']],
      );
      await comeDue(engine);
      deepEqual(await claim(engine), []);
      await draft(engine, { id: reply(2), subject: ' ', body: ' ' });
      deepEqual(await replies(engine), []);
      await draft(engine);
      await sendReply(engine);
      equal((await draft(engine, { body: 'Trop tard' })).body, false);
      deepEqual(
        (await replies(engine)).map(({ body, state }) => [body, state]),
        [['Bonjour,', 'en_attente']],
      );
      await draft(engine, { id: reply(3) });
      match((await takeBack(engine)).text, /Un autre brouillon est commencé/);
    },
  ),
  check('without a subject, a text or a request · refused, in French', async (engine) => {
    for (const [what, said] of [
      [{ subject: ' ' }, /sujet/],
      [{ body: '\n' }, /texte/],
      [{ quote: reply() }, /n'existe plus/],
    ] as const) {
      const answer = await send(engine, what);
      ok(answer.status >= 400, answer.text);
      match(answer.text, said);
    }
    equal((await send(engine, { subject: 'a\r\nBcc: x@exemple.test' })).status, 400);
    await engine.sql('update public.quote_requests set anonymised_at = now() where id = $1', [idOf(engine)]);
    match((await send(engine)).text, /n'existe plus/);
    deepEqual(await replies(engine), []);
  }),
  check(
    'an address that bounced or complained · refused with the reason, then held back; one that unsubscribed gets it',
    async (engine) => {
      const suppress = (reason: string) =>
        engine.sql(
          `insert into public.suppressions (email_hash, reason, key_fingerprint)
         select private.email_hash(email), $2, private.key_fingerprint() from public.quote_requests where id = $1`,
          [idOf(engine), reason],
        );
      for (const [reason, said] of [
        ['bounced', /erreur permanente/],
        ['complained', /indésirable/],
      ] as const) {
        await sendReply(engine);
        await suppress(reason);
        match((await send(engine, { id: reply(2) })).text, said);
        await comeDue(engine);
        deepEqual([await claim(engine), await states(engine)], [[], ['retenu']]);
        await engine.sql('delete from public.suppressions', []);
        await engine.sql('delete from public.notifications', []);
      }
      await suppress('unsubscribed');
      await sendReply(engine);
      await comeDue(engine);
      equal((await claim(engine)).length, 1);
    },
  ),
  check('a reply that bounces · its address is not written to again', async (engine) => {
    await sendReply(engine);
    await comeDue(engine);
    const [row] = await claim(engine);
    await finish(engine, row, 'accepted', { sent_as: 'abc' });
    const event = {
      event_id: 'e1',
      send: row?.id,
      provider_message: 'abc',
      kind: 'bounced',
      occurred_at: new Date(),
    };
    equal((await rpc(engine, 'service', 'record_email_event', event)).body, true);
    match((await send(engine, { id: reply(2) })).text, /erreur permanente/);
  }),
  check('the thread · what the person got before, the same at each attempt', async (engine) => {
    await sendReply(engine);
    await comeDue(engine);
    const [first] = await claim(engine);
    deepEqual(first?.earlier_messages, []);
    await finish(engine, first, 'accepted');
    await sendReply(engine, { id: reply(2) });
    await sendReply(engine, { id: reply(3) });
    await comeDue(engine);
    const [one, two] = await claim(engine, true);
    deepEqual([one?.earlier_messages, two?.earlier_messages], [[first?.id], [first?.id]]);
    await finish(engine, one, 'accepted');
    await comeDue(engine);
    deepEqual((await claim(engine, true))[0]?.earlier_messages, [first?.id]);
  }),
  check(
    'attachments · those of the request, as storage knows them; missing, foreign, eleven or past 10 MB refused',
    async (engine) => {
      const [mine, foreign] = [fileOf(idOf(engine)), fileOf(idOf(engine, 1), 2)];
      await storeObject(engine, mine);
      await storeObject(engine, foreign);
      const file = (path: string) => ({ path, name: 'Offre "2".pdf', size: 1, type: 'text/html' });
      for (const [files, said] of [
        [[file(fileOf(idOf(engine), 9))], /n'existe plus/],
        [[file(foreign)], /n'existe plus/],
        [[{}], /n'existe plus/],
        [Array(11).fill(file(mine)), /au plus 10/],
      ] as const) {
        match((await send(engine, { files: files as Row[] })).text, said);
      }
      const big = fileOf(idOf(engine), 3);
      await storeObject(engine, big, 10 * 1024 * 1024);
      match((await send(engine, { files: [file(mine), file(big)] })).text, /10 Mo/);
      deepEqual(await replies(engine), []);
      await sendReply(engine, { files: [file(mine)] });
      deepEqual((await replies(engine))[0]?.attachments, [
        { path: mine, name: 'Offre _2_.pdf', type: 'application/pdf', size: 1000 },
      ]);
    },
  ),
  check(
    'files that nobody names · of a request that is gone or anonymised at once, of one in the trash not yet, else after a day',
    async (engine) => {
      const [kept, fresh, old] = [1, 2, 3].map((index) => fileOf(idOf(engine), index)) as [
        string,
        string,
        string,
      ];
      const other = fileOf(idOf(engine, 1), 4);
      await storeObject(engine, kept, 10, '2 days');
      await storeObject(engine, fresh);
      await storeObject(engine, old, 10, '2 days');
      await storeObject(engine, other);
      await sendReply(engine, { files: [{ path: kept, name: 'a.pdf' }] });
      deepEqual(await unused(engine), [old]);
      for (const role of ['visitor', 'user', 'admin'] as const) {
        equal(((await rpc(engine, role, 'unused_request_files', {})).body as Row).code, '42501');
      }
      const ids = [idOf(engine, 1)];
      equal((await rpc(engine, 'admin', 'move_to_trash', { kind: 'quote_requests', ids })).body, 1);
      // The files of a deleted request are kept as long as it can be restored.
      await engine.sql("update storage.objects set created_at = now() - interval '9 days' where name = $1", [
        other,
      ]);
      deepEqual(await unused(engine), [old]);
      equal((await rpc(engine, 'admin', 'delete_from_trash', { ids })).status, 200);
      deepEqual(await unused(engine), [old, other].toSorted());
      equal((await rpc(engine, 'admin', 'anonymise_quote_requests', { ids: [idOf(engine)] })).body, 1);
      deepEqual(await unused(engine), [kept, fresh, old, other].toSorted());
    },
  ),
  check(
    'deleting a file that a sent reply names · refused; one of a draft may go',
    async (engine) => {
      const [inDraft, inReply] = [fileOf(idOf(engine), 1), fileOf(idOf(engine), 2)];
      await storeObject(engine, inDraft);
      await storeObject(engine, inReply);
      await sendReply(engine, { files: [{ path: inReply, name: 'a.pdf' }] });
      await draft(engine, { id: reply(2), files: [{ path: inDraft, name: 'b.pdf' }] });
      const claims = JSON.stringify({ role: 'authenticated', sub: engine.people.admin.id });
      await engine.sql(
        `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims}', true);
       delete from storage.objects where bucket_id = 'request-files'`,
      );
      const left = await engine.sql('select name from storage.objects', []);
      deepEqual(
        left.map(({ name }) => name),
        [inReply],
      );
    },
    undefined,
    'storage.objects',
  ),
  check('anonymising · replies, drafts and notes go, and the note on the outcome', async (engine) => {
    await sendReply(engine);
    await engine.sql(
      "insert into public.request_notes (quote_request_id, body) values ($1, 'Marie préfère le matin')",
      [idOf(engine)],
    );
    equal((await rpc(engine, 'admin', 'anonymise_quote_requests', { ids: [idOf(engine)] })).body, 1);
    deepEqual([await replies(engine), await engine.sql('select * from public.request_notes', [])], [[], []]);
    const [row] = await engine.sql('select outcome, outcome_note from public.quote_requests where id = $1', [
      idOf(engine),
    ]);
    deepEqual([row?.outcome, row?.outcome_note], ['gagnée', null]);
  }),
  check(
    'the bucket · an administrator reads; a visitor and a plain user do not, by no address',
    async (engine) => {
      const name = fileOf(idOf(engine), 1, 'jpg');
      const put = (role: Role, path = name, type = 'image/jpeg') =>
        upload(engine, role, path, { into: 'request-files', type });
      for (const role of ['visitor', 'user'] as const) ok((await put(role)).status >= 400);
      equal((await put('admin')).status, 200);
      ok((await put('admin', fileOf(idOf(engine), 2, 'png'), 'text/html')).status >= 400);
      const large = { into: 'request-files', body: jpeg(10 * 1024 * 1024 + 1) };
      ok((await upload(engine, 'admin', fileOf(idOf(engine), 3, 'jpg'), large)).status >= 400);
      const read = (role: Role, how: string, token?: null) =>
        engine.request(role, {
          path: `/storage/v1/object/${how}request-files/${name}`,
          ...(token === null ? { token } : {}),
        });
      for (const role of ['visitor', 'user'] as const) {
        for (const how of ['', 'authenticated/', 'public/'])
          ok((await read(role, how)).status >= 400, `${role} ${how}`);
      }
      ok((await read('visitor', 'public/', null)).status >= 400);
      equal((await read('admin', '')).status, 200);
      equal((await read('service', '')).status, 200);
      const [row] = await engine.sql('select metadata from storage.objects', []);
      const { size, mimetype } = (row?.metadata ?? {}) as { size?: number; mimetype?: string };
      deepEqual([Number(size), mimetype], [64, 'image/jpeg']);
      await sendReply(engine, { files: [{ path: name, name: 'photo.jpg' }] });
      // The worker deletes the files that no row names by this request.
      const body = { prefixes: [name] };
      equal(
        (
          await engine.request('service', {
            method: 'DELETE',
            path: '/storage/v1/object/request-files',
            body,
          })
        ).status,
        200,
      );
      ok((await read('service', '')).status >= 400);
    },
    'whole-stack',
  ),
];
