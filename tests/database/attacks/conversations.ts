import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  contact,
  create,
  createCampaign,
  daysLater,
  finish,
  mustRefuse,
  onABusinessDay,
  sendAll,
  sendCampaign,
} from '../fixtures/campaigns.ts';

const uuid = (index: number) => `f1000000-0000-4000-8000-00000000000${index}`;

/** Makes an incoming message as the `receive-email` function stores it. */
const incoming = (index: number, change: Row = {}): Row => ({
  ...{ id: uuid(index), provider_id: `p-${index}`, message_id: `<m${index}@ville.test>` },
  ...{ from_email: 'Personne0@exemple.test', from_name: 'Ève Côté', subject: 'Re: Pour vous', body: 'Oui' },
  ...{ quoted: '> Bonjour', kind: 'reply', sender_check: 'unknown', received_at: new Date().toISOString() },
  ...{ authentication: { spf: 'none' }, tokens: [], named: [], attachments: [], trouble: null, bounce: null },
  ...change,
});

const receive = (engine: Engine, index: number, change: Row = {}) =>
  succeed<Row>(engine, 'service', 'receive_message', { message: incoming(index, change) });

const storedMessage = async (engine: Engine, index = 1): Promise<Row> =>
  (
    await engine.sql(
      `select kind, matched_by, contact_id, quote_request_id, email_send_id, applied_at is not null as applied
         from public.inbound_messages where id = $1`,
      [uuid(index)],
    )
  )[0] as Row;

const receiving = (engine: Engine) =>
  engine.sql("update public.sending_settings set inbound_domain = 'reponses.exemple.test'");

const tokenOf = async (engine: Engine, id: unknown): Promise<string> =>
  (await engine.sql<{ token: string }>('select private.reply_token($1) as token', [id]))[0]?.token ?? '';

const repliedContacts = async (engine: Engine): Promise<unknown[]> =>
  (
    await engine.sql<{ email: string }>(
      'select recipient_email as email from public.email_sends where replied_at is not null order by 1',
    )
  ).map(({ email }) => email);

const openActions = (engine: Engine) =>
  engine.sql(
    'select contact_id, quote_request_id, title, done_at is not null as done from public.next_actions order by title',
  );

const suppressed = async (engine: Engine) =>
  (await engine.sql<{ reason: string }>('select reason from public.suppressions order by 1')).map(
    ({ reason }) => reason,
  );

/** Beginnings of the reasons why nothing follows the messages of campaigns. */
const refusals = async (engine: Engine): Promise<unknown[]> =>
  (
    await engine.sql<{ refusal: string }>(
      'select followup_refusal as refusal from public.email_sends where followup_refusal is not null order by 1',
    )
  ).map(({ refusal }) => refusal.split(' ').slice(0, 2).join(' '));

const correct = (engine: Engine, index: number, correct_kind: string) =>
  succeed(engine, 'admin', 'correct_message', { message: uuid(index), correct_kind });

const check = (name: string, run: (engine: Engine) => Promise<void>): Check =>
  campaignCheck(`conversations · ${name}`, run, { object: 'inbound_messages' });

/** Attacks on answers: where one belongs, what follows from it, and what nobody may make of it. */
export const attacksOnConversations: Check[] = [
  check('receiving and deciding · by whom they are not for · refused', async (engine) => {
    await receive(engine, 1, { kind: 'removal' });
    await mustRefuse(engine, ['visitor', 'user', 'reader', 'admin'], 'receive_message', {
      message: incoming(2),
    });
    await mustRefuse(engine, ['visitor', 'user', 'admin'], 'unused_inbound_files', {});
    const others = ['visitor', 'user', 'reader', 'service'] as const;
    const message = uuid(1);
    await mustRefuse(engine, [...others], 'file_message', { message, contact: contact(1) });
    await mustRefuse(engine, [...others], 'discard_message', { message });
    await mustRefuse(engine, [...others], 'settle_removal', { message });
    await mustRefuse(engine, [...others], 'correct_message', { message, correct_kind: 'reply' });
    const answer = { reply: uuid(8), message, reply_subject: 'Re', reply_body: 'Oui' };
    await mustRefuse(engine, [...others], 'answer_message', answer);
    await mustRefuse(engine, [...others], 'save_answer_draft', answer);
    const people = ['visitor', 'user', 'reader', 'admin'] as const;
    await mustRefuse(engine, [...people], 'begin_message_reading', { provider: 're-2' });
    await mustRefuse(engine, [...people], 'end_message_reading', { provider: 're-2' });
    deepEqual(await engine.sql('select id from public.notifications'), []);
    deepEqual(await suppressed(engine), []);
    deepEqual(await engine.sql('select id from public.inbound_messages'), [{ id: uuid(1) }]);
  }),

  check('its address · one for each message, frozen with it; none without a domain', async (engine) => {
    const replyTo = async () => (await sendAll(engine)).map(({ identity }) => (identity as Row).reply_to);
    await createCampaign(engine, {}, [contact(0)]);
    deepEqual(await replyTo(), [undefined]);
    await receiving(engine);
    await createCampaign(engine, {}, [contact(1), contact(2)]);
    const addresses = (await replyTo()) as string[];
    equal(new Set(addresses).size, 2);
    for (const address of addresses) match(address, /^r[0-9a-f]{48}@reponses\.exemple\.test$/);
    await createCampaign(engine, {}, [contact(3)]);
    const [first] = (await claim(engine)) as [Row];
    await finish(engine, first, 'wait', { wait_seconds: 1 });
    await engine.sql("update public.sending_settings set inbound_domain = 'autre.exemple.test'");
    await engine.sql("update public.email_sends set next_attempt_at = now() - interval '1 second'");
    const [again] = (await claim(engine)) as [Row];
    deepEqual((again.identity as Row).reply_to, (first.identity as Row).reply_to);
  }),

  check('by its token · in its thread, an answer everywhere, something to do', async (engine) => {
    await receiving(engine);
    const { rows } = await sendCampaign(engine, {}, [contact(0), contact(1)]);
    const send = rows.find(({ contact_id }) => contact_id === contact(1)) as Row;
    const token = await tokenOf(engine, send.id);
    // The answer comes from another address of the same person: the token still belongs to the address that
    // was written to.
    const answer = await receive(engine, 1, { from_email: 'ailleurs@ville.test', tokens: ['r00', token] });
    deepEqual([answer.stored, answer.place], [true, 'token']);
    deepEqual(await storedMessage(engine), {
      ...{ kind: 'reply', matched_by: 'token', contact_id: contact(1), quote_request_id: null },
      ...{ email_send_id: send.id, applied: true },
    });
    deepEqual(await repliedContacts(engine), ['personne1@exemple.test']);
    deepEqual(await openActions(engine), [
      {
        contact_id: contact(1),
        quote_request_id: null,
        title: 'Répondre au courriel reçu',
        done: false,
      },
    ]);
    // An action that is already planned does not change.
    await receive(engine, 2, { tokens: [token], from_name: 'Une autre' });
    equal((await openActions(engine)).length, 1);
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 4);
      await claim(engine);
      const left = await engine.sql('select contact_id from public.email_sends where step = 1');
      deepEqual(left, [{ contact_id: contact(0) }]);
    });
  }),

  check('a token of somebody else’s making · no token', async (engine) => {
    const { rows } = await sendCampaign(engine, {}, [contact(1)]);
    const token = await tokenOf(engine, rows[0]?.id);
    const last = token.at(-1) === '0' ? '1' : '0';
    for (const [index, wrong] of [
      `${token.slice(0, -1)}${last}`,
      token.slice(0, -1),
      `${token}0`,
      'r',
    ].entries()) {
      await receive(engine, index + 1, { tokens: [wrong], from_email: 'x@ailleurs.test' });
      equal((await storedMessage(engine, index + 1)).contact_id, null, wrong);
    }
    deepEqual(await repliedContacts(engine), []);
  }),

  check(
    'by what it names · ours by its Message-ID, the provider’s, or the same conversation',
    async (engine) => {
      const { rows } = await sendCampaign(engine, {}, [contact(0), contact(1), contact(2)]);
      const of = (index: number) => rows.find(({ contact_id }) => contact_id === contact(index))?.id;
      await engine.sql("update public.email_sends set message_id = '<re@fournisseur.test>' where id = $1", [
        of(1),
      ]);
      const from_email = 'x@ailleurs.test';
      await receive(engine, 1, { from_email, named: ['<rien@x.test>', `<es/${of(0)}@exemple.test>`] });
      await receive(engine, 2, { from_email, named: ['<re@fournisseur.test>'] });
      await receive(engine, 3, { from_email, named: ['<m1@ville.test>'] });
      const places = await Promise.all([1, 2, 3].map((index) => storedMessage(engine, index)));
      deepEqual(
        places.map(({ contact_id, matched_by, applied }) => [contact_id, matched_by, applied]),
        [
          [contact(0), 'thread', true],
          [contact(1), 'thread', true],
          [contact(0), 'thread', true],
        ],
      );
    },
  ),

  check(
    'by its sender alone · filed, believed only when the provider says so, nobody made of a stranger',
    async (engine) => {
      await sendCampaign(engine, {}, [contact(0), contact(1)]);
      await receive(engine, 1);
      await receive(engine, 2, { from_email: 'personne1@exemple.test', sender_check: 'pass' });
      await receive(engine, 3, { from_email: 'inconnue@ailleurs.test', sender_check: 'pass' });
      const [forged, sure, stranger] = await Promise.all(
        [1, 2, 3].map((index) => storedMessage(engine, index)),
      );
      deepEqual([forged?.contact_id, forged?.matched_by, forged?.applied], [contact(0), 'sender', false]);
      deepEqual([sure?.contact_id, sure?.applied], [contact(1), true]);
      deepEqual([stranger?.contact_id, stranger?.matched_by, stranger?.applied], [null, null, false]);
      deepEqual(await repliedContacts(engine), ['personne1@exemple.test']);
      equal((await engine.sql('select id from public.contacts')).length, 5);
      // A person confirms the sender by filing the message.
      await succeed(engine, 'admin', 'file_message', { message: uuid(1), contact: contact(0) });
      deepEqual((await storedMessage(engine)).applied, true);
      deepEqual(await repliedContacts(engine), ['personne0@exemple.test', 'personne1@exemple.test']);
      await succeed(engine, 'admin', 'file_message', { message: uuid(3), contact: contact(4) });
      equal((await storedMessage(engine, 3)).matched_by, 'person');
      const gone = await rpc(engine, 'admin', 'file_message', { message: uuid(3), contact: uuid(9) });
      match(gone.text, /n’existe plus/);
    },
  ),

  check('a forged sender · never believed, whatever it names', async (engine) => {
    const { rows } = await sendCampaign(engine, {}, [contact(0)]);
    const token = await tokenOf(engine, rows[0]?.id);
    await receive(engine, 1, { sender_check: 'fail', tokens: [token] });
    await receive(engine, 2, { sender_check: 'fail', named: [`<es/${rows[0]?.id}@exemple.test>`] });
    await receive(engine, 3, { sender_check: 'fail', kind: 'removal' });
    deepEqual(await repliedContacts(engine), []);
    deepEqual(await openActions(engine), []);
    deepEqual(await suppressed(engine), []);
    const statuses = await engine.sql('select distinct status from public.contacts where id = $1', [
      contact(0),
    ]);
    deepEqual(statuses, [{ status: 'contacté' }]);
  }),

  check('an absence, and what programs write · no answer, nothing to do', async (engine) => {
    const { rows } = await sendCampaign(engine, {}, [contact(0)]);
    const tokens = [await tokenOf(engine, rows[0]?.id)];
    // The absence notice says that the person returns today.
    const today = new Intl.DateTimeFormat('fr-CA', { timeZone: 'America/Toronto' }).format();
    await receive(engine, 1, { kind: 'absence', tokens, sender_check: 'pass', returns_on: today });
    await receive(engine, 2, { kind: 'automatic', tokens, sender_check: 'pass', returns_on: '2031-01-01' });
    equal((await storedMessage(engine)).contact_id, contact(0));
    deepEqual(await engine.sql('select kind, returns_on::text from public.inbound_messages order by kind'), [
      { kind: 'absence', returns_on: today },
      { kind: 'automatic', returns_on: '2031-01-01' },
    ]);
    deepEqual(await repliedContacts(engine), []);
    deepEqual(await openActions(engine), []);
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 4);
      equal((await claim(engine)).length, 1);
    });
    // A message from an auto-responder cannot be answered, not even by hand.
    const answer = { reply: uuid(8), message: uuid(1), reply_subject: 'Re', reply_body: 'Oui' };
    match((await rpc(engine, 'admin', 'answer_message', answer)).text, /message automatique/);
  }),

  check('delivered again · one row; by another delivery too; at the same moment', async (engine) => {
    equal((await receive(engine, 1)).stored, true);
    equal((await receive(engine, 1)).stored, false);
    equal((await receive(engine, 2, { message_id: '<m1@ville.test>' })).stored, false);
    // The same Message-ID from another sender is a different message.
    equal((await receive(engine, 3, { message_id: '<m1@ville.test>', from_email: 'x@y.test' })).stored, true);
    const at = await Promise.all([4, 4, 4].map((index) => receive(engine, index)));
    equal(at.filter(({ stored: isNew }) => isNew === true).length, 1);
    equal((await engine.sql('select id from public.inbound_messages')).length, 3);
  }),

  check(
    'two programs that answer each other · thirty an hour are kept, people always are',
    async (engine) => {
      await engine.sql(`
      insert into public.inbound_messages (id, provider_id, from_email, kind, received_at)
      select gen_random_uuid(), 'boucle-' || n, 'personne0@exemple.test', 'absence', now() from generate_series(1, 30) n`);
      deepEqual(
        [(await receive(engine, 1, { kind: 'automatic' })).loop, (await receive(engine, 2)).stored],
        [true, true],
      );
      equal((await receive(engine, 3, { kind: 'absence', from_email: 'x@y.test' })).stored, true);
    },
  ),

  check('a bounce told by e-mail · of a message that it names, and of its address alone', async (engine) => {
    const { rows } = await sendCampaign(engine, {}, [
      contact(0),
      contact(1),
      contact(2),
      contact(3),
      contact(4),
    ]);
    const of = (index: number) => rows.find(({ contact_id }) => contact_id === contact(index))?.id;
    const told = (index: number, recipient: string, change: Row = {}) =>
      receive(engine, index + 1, {
        ...{ kind: 'bounce', from_email: 'mailer-daemon@x.test', named: [`<es/${of(index)}@exemple.test>`] },
        ...{ bounce: { recipient, action: 'failed', detail: '550 inconnu' }, ...change },
      });
    await told(0, 'PERSONNE0@exemple.test');
    // A bounce for a forwarding address does not suppress the contact.
    await told(1, 'ailleurs@x.test');
    await told(2, 'personne2@exemple.test', {
      bounce: { recipient: 'personne2@exemple.test', action: 'transient' },
    });
    await told(3, 'personne3@exemple.test', { named: [] });
    await told(4, 'personne4@exemple.test', { sender_check: 'fail' });
    deepEqual(await suppressed(engine), ['bounced']);
    const [row] = await engine.sql('select bounce_reason from public.email_sends where id = $1', [of(0)]);
    equal(row?.bounce_reason, '550 inconnu');
    deepEqual(
      (await engine.sql<{ kind: string }>('select kind from public.email_events order by kind')).map(
        ({ kind }) => kind,
      ),
      ['bounced', 'soft_bounced'],
    );
    deepEqual(await repliedContacts(engine), []);
  }),

  check('« retirez-moi » · proposed; one press, and nobody writes to either address', async (engine) => {
    const { rows } = await sendCampaign(engine, {}, [contact(0), contact(1)]);
    const tokens = [await tokenOf(engine, rows.find(({ contact_id }) => contact_id === contact(0))?.id)];
    await receive(engine, 1, {
      kind: 'removal',
      tokens,
      from_email: 'adjointe@exemple.test',
      sender_check: 'pass',
    });
    await receive(engine, 2, { kind: 'removal', from_email: 'personne1@exemple.test', sender_check: 'pass' });
    deepEqual(await suppressed(engine), []);
    deepEqual(await repliedContacts(engine), ['personne0@exemple.test', 'personne1@exemple.test']);
    await engine.sql("update public.contacts set email = 'nouvelle@exemple.test' where id = $1", [
      contact(0),
    ]);
    await succeed(engine, 'admin', 'settle_removal', { message: uuid(1) });
    deepEqual(await suppressed(engine), ['unsubscribed', 'unsubscribed', 'unsubscribed']);
    const withdrawn = await engine.sql<{ email: string }>(
      "select email from public.consent_events where basis = 'withdrawn' order by 1",
    );
    deepEqual(
      withdrawn.map(({ email }) => email),
      ['adjointe@exemple.test', 'nouvelle@exemple.test', 'personne0@exemple.test'],
    );
    notEqual(await succeed<string | null>(engine, 'admin', 'may_email', { contact: contact(0) }), null);
    // Correcting the kind of a message does not undo an unsubscription.
    const settled = { message: uuid(1), correct_kind: 'reply' };
    match((await rpc(engine, 'admin', 'correct_message', settled)).text, /retirée des envois/);
    // « Ce n’est pas une demande de retrait » makes the message an ordinary answer.
    await correct(engine, 2, 'reply');
    deepEqual(
      [(await storedMessage(engine, 2)).kind, (await storedMessage(engine, 2)).applied],
      ['reply', true],
    );
    deepEqual(
      (await openActions(engine)).map(({ title }) => title),
      ['Décider d’une demande de retrait reçue', 'Répondre au courriel reçu'],
    );
    await succeed(engine, 'admin', 'settle_removal', { message: uuid(2) });
    equal((await suppressed(engine)).length, 3);
  }),

  check('« c’est une réponse » · all that follows from one, and nothing of an absence', async (engine) => {
    const { rows } = await sendCampaign(engine, {}, [contact(0), contact(1)]);
    const tokens = [await tokenOf(engine, rows.find(({ contact_id }) => contact_id === contact(0))?.id)];
    const far = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10);
    await receive(engine, 1, { kind: 'absence', tokens, returns_on: far });
    // An automatic message is not matched to a contact by its sender; a person's message is.
    await receive(engine, 2, {
      ...{ kind: 'automatic', from_email: 'personne1@exemple.test', sender_check: 'pass' },
    });
    equal((await storedMessage(engine, 2)).contact_id, null);
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 4);
      await claim(engine);
    });
    deepEqual(await refusals(engine), ['En absence']);
    await correct(engine, 1, 'reply');
    await correct(engine, 2, 'reply');
    deepEqual(await refusals(engine), []);
    deepEqual(await repliedContacts(engine), ['personne0@exemple.test', 'personne1@exemple.test']);
    const placed = await storedMessage(engine, 2);
    deepEqual([placed.contact_id, placed.matched_by, placed.applied], [contact(1), 'sender', true]);
    deepEqual(
      (await openActions(engine)).map(({ title, done: isDone }) => [title, isDone]),
      [
        ['Répondre au courriel reçu', false],
        ['Répondre au courriel reçu', false],
      ],
    );
    // A message whose kind was corrected may be answered.
    const answer = { reply: uuid(8), message: uuid(1), reply_subject: 'Re', reply_body: 'Oui' };
    await succeed(engine, 'admin', 'answer_message', answer);
  }),

  check('« c’est une absence » · what followed from the answer is undone, and no more', async (engine) => {
    const { rows } = await sendCampaign(engine, {}, [contact(0), contact(1)]);
    const of = (index: number) => rows.find(({ contact_id }) => contact_id === contact(index))?.id;
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await receive(engine, 1, { tokens: [await tokenOf(engine, of(0))], returns_on: tomorrow });
    const from_email = 'personne1@exemple.test';
    await receive(engine, 2, { tokens: [await tokenOf(engine, of(1))], from_email });
    await receive(engine, 3, { tokens: [await tokenOf(engine, of(1))], from_email });
    await correct(engine, 1, 'absence');
    await correct(engine, 2, 'absence');
    // The other answer of the same person still counts as an answer.
    deepEqual(await repliedContacts(engine), ['personne1@exemple.test']);
    deepEqual(
      (await openActions(engine)).map(({ contact_id }) => contact_id),
      [contact(1)],
    );
    await correct(engine, 3, 'absence');
    deepEqual(await repliedContacts(engine), []);
    deepEqual(await openActions(engine), []);
    // Follow-ups wait until the return date in the notice, and then leave.
    const [away] = await engine.sql('select private.absent_until($1, $2, now())::text as until', [
      ...[contact(0), 'personne0@exemple.test'],
    ]);
    equal(away?.until, tomorrow);
    await engine.sql(
      "update public.inbound_messages set returns_on = current_date - 5, received_at = received_at - interval '9 days'",
    );
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 4);
      equal((await claim(engine)).length, 2);
    });
    // The message is corrected back to an answer.
    await correct(engine, 1, 'reply');
    deepEqual(await repliedContacts(engine), ['personne0@exemple.test']);
    // A `replied_at` that a person entered is kept when the message is corrected.
    await engine.sql(
      "update public.email_sends set replied_at = replied_at - interval '1 day' where id = $1",
      [of(0)],
    );
    await correct(engine, 1, 'absence');
    deepEqual(await repliedContacts(engine), ['personne0@exemple.test']);
    match(
      (await rpc(engine, 'admin', 'correct_message', { message: uuid(1), correct_kind: 'bounce' })).text,
      /réponse ou une absence/,
    );
    equal(
      (await rpc(engine, 'admin', 'correct_message', { message: uuid(9), correct_kind: 'reply' })).status,
      404,
    );
  }),

  check('a follow-up ended by an answer that is an absence · is decided anew', async (engine) => {
    await sendCampaign(engine, {}, [contact(0)]);
    await receive(engine, 1, { sender_check: 'pass' });
    await onABusinessDay(engine, async () => {
      await daysLater(engine, 4);
      await claim(engine);
    });
    deepEqual(await refusals(engine), ['A répondu']);
    await correct(engine, 1, 'absence');
    deepEqual(await refusals(engine), []);
  }),

  check('a doubtful sender · is not believed because the kind is corrected', async (engine) => {
    await sendCampaign(engine, {}, [contact(0)]);
    await receive(engine, 1, { kind: 'absence' });
    await correct(engine, 1, 'reply');
    const row = await storedMessage(engine);
    deepEqual([row.kind, row.contact_id, row.applied], ['reply', contact(0), false]);
    deepEqual(await repliedContacts(engine), []);
    // An absence notice counts once a person has confirmed the sender of the message.
    await succeed(engine, 'admin', 'file_message', { message: uuid(1), contact: contact(0) });
    await correct(engine, 1, 'absence');
    const [away] = await engine.sql('select private.absent_until($1, $2, now()) is not null as away', [
      ...[contact(0), 'x@y.test'],
    ]);
    equal(away?.away, true);
  }),

  check('an answer taken for a bounce · its address is written to again', async (engine) => {
    const { rows } = await sendCampaign(engine, {}, [contact(0)]);
    await receive(engine, 1, {
      ...{ kind: 'bounce', named: [`<es/${rows[0]?.id}@exemple.test>`] },
      ...{ bounce: { recipient: 'personne0@exemple.test', action: 'failed', detail: '550' } },
    });
    deepEqual(await suppressed(engine), ['bounced']);
    await correct(engine, 1, 'reply');
    equal(await succeed<string | null>(engine, 'admin', 'may_email', { contact: contact(0) }), null);
    const [row] = await engine.sql('select bounced_at, bounce_reason from public.email_sends');
    deepEqual(row, { bounced_at: null, bounce_reason: null });
    deepEqual(await engine.sql('select id from public.email_events'), []);
    deepEqual(await repliedContacts(engine), ['personne0@exemple.test']);
  }),

  check(
    'the answer · sent once, on its thread, to who wrote; the action is done once it left',
    async (engine) => {
      await receiving(engine);
      await sendCampaign(engine, {}, [contact(0)]);
      await receive(engine, 1, { sender_check: 'pass' });
      const answer = { reply: uuid(8), message: uuid(1), reply_subject: ' Re: Oui ', reply_body: 'Merci' };
      match(
        (await rpc(engine, 'admin', 'answer_message', { ...answer, reply_body: ' ' })).text,
        /sujet et un texte/,
      );
      await succeed(engine, 'admin', 'answer_message', answer);
      await succeed(engine, 'admin', 'answer_message', answer);
      const due = () =>
        succeed<Row[]>(engine, 'service', 'claim_due_notifications', { batch: 5, same_key_is_safe: true });
      deepEqual(await due(), []);
      // « Annuler l’envoi » makes the reply a draft, which is then sent again.
      equal(await succeed(engine, 'admin', 'take_back_reply', { reply: uuid(8) }), true);
      await succeed(engine, 'admin', 'answer_message', answer);
      await engine.sql('update public.notifications set next_attempt_at = now()');
      const [claimed, ...more] = await due();
      deepEqual(more, []);
      const { kind, email, subject, body, answers, quote_request } = claimed as Row;
      deepEqual(
        [kind, email, subject, body, answers, quote_request],
        ['reply', 'personne0@exemple.test', 'Re: Oui', 'Merci', '<m1@ville.test>', null],
      );
      const token = String(claimed?.reply_to).split('@')[0];
      deepEqual(
        (await openActions(engine)).map(({ done: isDone }) => isDone),
        [false],
      );
      await succeed(engine, 'service', 'finish_notification', {
        ...{ notification_id: claimed?.id, token: claimed?.lease_token, outcome: 'accepted' },
      });
      deepEqual(
        (await openActions(engine)).map(({ done: isDone }) => isDone),
        [true],
      );
      // An answer to that reply joins the same thread.
      await receive(engine, 2, { tokens: [token], from_email: 'x@y.test' });
      equal((await storedMessage(engine, 2)).contact_id, contact(0));
    },
  ),

  check(
    'an address that bounced · is not answered, when it is written and when it leaves',
    async (engine) => {
      await sendCampaign(engine, {}, [contact(0)]);
      await receive(engine, 1, { sender_check: 'pass' });
      const answer = { reply: uuid(8), message: uuid(1), reply_subject: 'Re', reply_body: 'Merci' };
      await succeed(engine, 'admin', 'answer_message', answer);
      await succeed(engine, 'service', 'suppress_address', {
        address: 'personne0@exemple.test',
        reason: 'bounced',
      });
      match(
        (await rpc(engine, 'admin', 'answer_message', { ...answer, reply: uuid(7) })).text,
        /erreur permanente/,
      );
      await engine.sql('update public.notifications set next_attempt_at = now()');
      deepEqual(
        await succeed(engine, 'service', 'claim_due_notifications', { batch: 5, same_key_is_safe: true }),
        [],
      );
      deepEqual(await engine.sql('select state from public.notifications'), [{ state: 'retenu' }]);
    },
  ),

  check(
    'a contact deleted and restored · the conversation with them; what waited to leave does not leave',
    async (engine) => {
      await sendCampaign(engine, {}, [contact(0)]);
      await receive(engine, 1, { sender_check: 'pass' });
      await succeed(engine, 'admin', 'answer_message', {
        ...{ reply: uuid(8), message: uuid(1), reply_subject: 'Re', reply_body: 'Merci' },
      });
      await succeed(engine, 'admin', 'move_to_trash', { kind: 'contacts', ids: [contact(0)] });
      deepEqual(await engine.sql('select id from public.inbound_messages'), []);
      await succeed(engine, 'admin', 'restore_from_trash', { ids: [contact(0)] });
      equal((await storedMessage(engine)).contact_id, contact(0));
      deepEqual(await engine.sql('select state from public.notifications'), [{ state: 'retenu' }]);
    },
  ),

  check('discarded · goes after thirty days; files after their own time', async (engine) => {
    await receive(engine, 1, { from_email: 'x@y.test' });
    await receive(engine, 2, {
      from_email: 'x@y.test',
      attachments: [{ path: `${uuid(2)}/1.pdf`, name: 'a' }],
    });
    await succeed(engine, 'admin', 'discard_message', { message: uuid(1) });
    await succeed(engine, 'admin', 'discard_message', { message: uuid(2) });
    await succeed(engine, 'admin', 'discard_message', { message: uuid(2), discarded: false });
    await engine.sql("update public.inbound_messages set discarded_at = discarded_at - interval '31 days'");
    await receive(engine, 4, { from_email: 'x@y.test' });
    await succeed(engine, 'admin', 'discard_message', { message: uuid(4) });
    const put = (name: string, age: string) =>
      engine.sql(
        "insert into storage.objects (bucket_id, name, created_at) values ('inbound-files', $1, now() - $2::interval)",
        [name, age],
      );
    try {
      for (const [name, age] of [
        [`${uuid(1)}/message.eml`, '2 days'],
        [`${uuid(2)}/message.eml`, '29 days'],
        [`${uuid(2)}/1.pdf`, '400 days'],
        [`${uuid(2)}/2.pdf`, '2 days'],
        [`${uuid(3)}/1.pdf`, '1 hour'],
      ] as const) {
        await put(name, age);
      }
      await succeed(engine, 'service', 'apply_retention');
      const left = await engine.sql('select id from public.inbound_messages order by id');
      deepEqual(left, [{ id: uuid(2) }, { id: uuid(4) }]);
      const unused = async () => (await succeed<string[]>(engine, 'service', 'unused_inbound_files')).sort();
      deepEqual(await unused(), [`${uuid(1)}/message.eml`, `${uuid(2)}/2.pdf`]);
      await engine.sql(
        "update storage.objects set created_at = now() - interval '31 days' where name like '%.eml'",
      );
      ok((await unused()).includes(`${uuid(2)}/message.eml`));
    } finally {
      await engine.sql("delete from storage.objects where bucket_id = 'inbound-files'");
    }
  }),

  check('to a request · in its thread, and nothing of it in the trash of another', async (engine) => {
    const [request] = await engine.sql<{ id: string }>(
      `insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type)
       values ('Ville de Percé', 'Ève', 'eve@perce.test', 'ville', 'autre') returning id`,
    );
    await receive(engine, 1, { from_email: 'eve@perce.test', sender_check: 'pass' });
    equal((await storedMessage(engine)).quote_request_id, request?.id);
    deepEqual(
      (await openActions(engine)).map(({ quote_request_id }) => quote_request_id),
      [request?.id],
    );
    await succeed(engine, 'admin', 'anonymise_quote_requests', { ids: [request?.id] });
    deepEqual(await engine.sql('select id from public.inbound_messages'), []);
  }),

  check(
    'the text of an answer · one a message, the last one, gone once empty; what left stays as it left',
    async (engine) => {
      await sendCampaign(engine, {}, [contact(0)]);
      await receive(engine, 1, { sender_check: 'pass' });
      await receive(engine, 2, { sender_check: 'pass' });
      const draft = { reply: uuid(8), message: uuid(1), reply_subject: 'Re: Oui', reply_body: 'Mer' };
      const save = (change: Row = {}) =>
        succeed<boolean>(engine, 'admin', 'save_answer_draft', { ...draft, ...change });
      const kept = () =>
        engine.sql(
          'select id, inbound_message_id, kind, state, subject, body from public.notifications order by id',
        );
      const row = { ...{ id: uuid(8), inbound_message_id: uuid(1), kind: 'reply', subject: 'Re: Oui' } };
      equal(await save(), true);
      equal(await save({ reply_body: 'Merci' }), true);
      deepEqual(await kept(), [{ ...row, state: 'brouillon', body: 'Merci' }]);
      // A draft is never claimed for sending.
      await engine.sql('update public.notifications set next_attempt_at = now()');
      const claimed = await succeed<Row[]>(engine, 'service', 'claim_due_notifications', {
        ...{ batch: 5, same_key_is_safe: true },
      });
      deepEqual(claimed, []);
      // Another tab saves the draft under another id: the last save replaces the first.
      equal(await save({ reply: uuid(7), reply_body: 'Bonjour' }), true);
      deepEqual(await kept(), [{ ...row, id: uuid(7), state: 'brouillon', body: 'Bonjour' }]);
      // A draft id belongs to one message only.
      equal(await save({ reply: uuid(7), message: uuid(2) }), false);
      equal(await save({ reply: uuid(7), reply_body: ' \n' }), true);
      deepEqual(await kept(), []);
      // A late autosave does not change a reply that was sent.
      await succeed(engine, 'admin', 'answer_message', { ...draft, reply_body: 'Parti' });
      equal(await save({ reply_body: 'En retard' }), false);
      deepEqual(await kept(), [{ ...row, state: 'en_attente', body: 'Parti' }]);
      equal((await rpc(engine, 'admin', 'save_answer_draft', { ...draft, message: uuid(9) })).status, 404);
    },
  ),

  check('a message that ends its reader · read whole once, then by its event alone', async (engine) => {
    const begin = (provider = 're-2') =>
      succeed<string>(engine, 'service', 'begin_message_reading', { provider });
    const end = () => succeed(engine, 'service', 'end_message_reading', { provider: 're-2' });
    const later = () =>
      engine.sql(`update private.inbound_readings set begun_at = begun_at - interval '90 seconds'`);
    equal(await begin(), 'whole');
    // A second worker on the same message is told `busy`; another message can be read.
    deepEqual([await begin(), await begin('re-3')], ['busy', 'whole']);
    const ways: string[] = [];
    for (let time = 0; time < 2; time++) {
      await later();
      ways.push(await begin());
    }
    deepEqual(ways, ['event', 'event']);
    // A reading that ended without a crash starts as `whole` again.
    await end();
    equal(await begin(), 'whole');
    await receive(engine, 2, { provider_id: 're-2' });
    equal(await begin(), 'known');
    await engine.sql(`update private.inbound_readings set begun_at = now() - interval '31 days'`);
    await engine.sql('select private.message_daily_run()');
    deepEqual(await engine.sql('select * from private.inbound_readings'), []);
  }),

  check(
    'warm-up · a step a day that was made good use of, never above the limit of the settings',
    async (engine) => {
      await engine.sql('update public.sending_settings set warms_up = true, daily_cap = 600');
      const limit = async () => (await succeed<Row>(engine, 'admin', 'sending_state')).daily_cap;
      const aDayWith = async (messages: number) => {
        await claim(engine);
        await engine.sql('update public.dispatcher_state set warmup_day = warmup_day - 1');
        await engine.sql('delete from public.campaigns');
        const campaign = await create(engine, {}, [contact(0)]);
        await engine.sql(
          `insert into public.email_sends (campaign_id, subject, body, status, finished_at, step)
         select $1, 'x', 'x', 'envoyé', now() - interval '1 day', 0 from generate_series(1, $2::int)`,
          [campaign, messages],
        );
        await engine.sql(
          "update public.email_sends set status = 'envoyé', finished_at = now() - interval '9 days' where contact_id is not null",
        );
        await claim(engine);
      };
      equal(await limit(), 150);
      await aDayWith(74);
      equal(await limit(), 150);
      await aDayWith(75);
      equal(await limit(), 250);
      // The warm-up moves to its next limit at most once a day.
      await claim(engine);
      equal(await limit(), 250);
      await engine.sql("update public.dispatcher_state set reputation_stop = 'Trop de rebonds'");
      await aDayWith(200);
      equal(await limit(), 250);
      await engine.sql('update public.dispatcher_state set reputation_stop = null');
      await aDayWith(125);
      equal(await limit(), 400);
      await aDayWith(200);
      equal(await limit(), 600);
      const { warmup, messages } = await succeed<Row>(engine, 'admin', 'sender_reputation');
      deepEqual([(warmup as Row).step, messages], [3, 201]);
      await engine.sql('update public.sending_settings set warms_up = false, daily_cap = 5000');
      equal(await limit(), 5000);
      // The daily limit is enforced where messages are claimed.
      await engine.sql(
        'update public.sending_settings set warms_up = true; update public.dispatcher_state set warmup_step = 0',
      );
      await engine.sql('update public.email_sends set finished_at = now() where contact_id is null');
      await create(engine, {}, [contact(1)]);
      await engine.sql('update public.campaigns set driven_until = null');
      deepEqual(await claim(engine), []);
    },
  ),
];
