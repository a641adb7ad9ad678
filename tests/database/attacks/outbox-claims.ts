import { deepEqual } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { changedRows } from '../fixtures/changed-rows.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, onEmptyDatabase, plantParents } from '../fixtures/tables.ts';

function check(name: string, run: (engine: Engine, ids: RecordIds) => Promise<void>): Check {
  return {
    ...{ name: `attack · outbox · ${name}`, object: 'notifications' },
    run: async (engine) => {
      await onEmptyDatabase(engine, async () => {
        const quotes = rowFactoryOf('quotes');
        await plantParents(engine, quotes);
        await insert(engine, quotes, {
          ...quotes.row(2, engine.people),
          snapshot: { client: { email: 'client@exemple.test' } },
        });
        await engine.sql(
          "insert into public.campaigns (id, name) values ('d6000000-0000-4000-8000-000000000001', 'C')",
        );
        const idOf = (table: string, index: number) =>
          String(rowFactoryOf(table).row(index, engine.people).id);
        await run(engine, {
          request: idOf('quote_requests', 0),
          other: idOf('quote_requests', 1),
          third: idOf('quote_requests', 2),
          quote: idOf('quotes', 2),
          contact: idOf('contacts', 0),
          otherContact: idOf('contacts', 1),
        });
      });
    },
  };
}

type RecordIds = Record<'request' | 'other' | 'third' | 'quote' | 'contact' | 'otherContact', string>;

/** Every kind of small message: what it is about, whether it has a text of its own, and whether it leaves the studio. */
const kinds: Record<string, [about: 'request' | 'quote' | 'campaign', hasText: boolean, leaves: boolean]> = {
  admin_notice: ['request', false, false],
  acknowledgement: ['request', false, true],
  reply: ['request', true, true],
  quote: ['quote', true, true],
  quote_code: ['quote', false, true],
  quote_question: ['quote', true, false],
  quote_refused: ['quote', true, false],
  quote_accepted: ['quote', false, false],
  quote_signed: ['quote', false, true],
  campaign_alert: ['campaign', true, false],
};

async function plantKinds(engine: Engine, ids: RecordIds, due: string): Promise<void> {
  const rows = Object.entries(kinds).map(([kind, [about, hasText]]) => {
    const text = hasText ? "'Objet', 'Texte'" : 'null, null';
    const records = {
      request: `'${ids.request}', null, null`,
      quote: `null, '${ids.quote}', null`,
      campaign: "null, null, 'd6000000-0000-4000-8000-000000000001'",
    };
    return `('${kind}', ${records[about]}, ${text}, now() - interval '${due}')`;
  });
  await engine.sql(
    `insert into public.notifications (kind, quote_request_id, issued_quote_id, campaign_id, subject, body, next_attempt_at)
     select kind::public.notification_kind, request::uuid, quote::uuid, campaign::uuid, subject, body, due
     from (values ${rows}) as given (kind, request, quote, campaign, subject, body, due)`,
  );
}

const claim = (engine: Engine) =>
  succeed<Row[]>(engine, 'service', 'claim_due_notifications', { batch: 50, same_key_is_safe: true });

/** Checks of which messages leave the outbox, and with what content, beside rows that must not count. */
export const attacksOnOutboxClaims: Check[] = [
  check('each kind · ready for a day, it reaches nobody outside the studio any more', async (engine, ids) => {
    await plantKinds(engine, ids, '24 hours 30 minutes');
    const inside = Object.keys(kinds).filter((kind) => !kinds[kind]?.[2]);
    deepEqual((await claim(engine)).map(({ kind }) => kind).sort(), inside.sort());
    const left = await engine.sql<{ kind: string }>(
      "select kind from public.notifications where state = 'échec' and last_error like 'Non envoyé : prêt depuis plus de 24 heures%'",
    );
    deepEqual(
      left.map(({ kind }) => kind).sort(),
      Object.keys(kinds)
        .filter((kind) => kinds[kind]?.[2])
        .sort(),
    );
  }),
  check(
    'each kind · to somebody whose address bounced, the studio hears of it all the same',
    async (engine, ids) => {
      await plantKinds(engine, ids, '23 hours 30 minutes');
      await engine.sql(
        `select private.suppress(private.email_hash(address), 'bounced')
         from (select email as address from public.quote_requests union all select 'client@exemple.test') as a`,
      );
      const inside = Object.keys(kinds).filter((kind) => !kinds[kind]?.[2]);
      deepEqual((await claim(engine)).map(({ kind }) => String(kind)).sort(), inside.sort());
    },
  ),
  check(
    'a reply · goes with what the person already had about that request, and what it answers',
    async (engine, ids) => {
      const at = (minutes: number) => `now() - interval '${minutes} minutes'`;
      const sent = (name: string, request: string, kind: string, state: string, minutes: number) =>
        `insert into public.notifications (quote_request_id, kind, state, subject, body, provider_id, finished_at, created_at, next_attempt_at, first_attempt_at, may_have_arrived)
       values ('${request}', '${kind}', '${state}', ${kind === 'reply' ? "'Objet', 'Texte'" : 'null, null'}, '${name}', ${at(minutes)}, ${at(60)}, ${at(60)}, now() - interval '2 days', true);`;
      const message = (name: string, columns: Record<string, string>) => {
        const row: Record<string, string> = {
          ...{
            id: 'gen_random_uuid()',
            provider_id: `'${name}'`,
            from_email: "'a@exemple.test'",
            kind: "'reply'",
          },
          ...{ message_id: `'<${name}@exemple.test>'`, quote_request_id: `'${ids.request}'` },
          ...{ received_at: at(40), created_at: at(40), ...columns },
        };
        return `insert into public.inbound_messages (${Object.keys(row)}) values (${Object.values(row)});`;
      };
      await engine.sql(`
      ${sent('acknowledged', ids.request, 'acknowledgement', 'envoyé', 50)}
      ${sent('answered', ids.request, 'reply', 'envoyé', 45)}
      ${sent('to the studio', ids.request, 'admin_notice', 'envoyé', 50)}
      ${sent('kept back', ids.request, 'reply', 'retenu', 44)}
      ${sent('answered later', ids.request, 'reply', 'envoyé', 1)}
      ${sent('about another', ids.other, 'acknowledgement', 'envoyé', 50)}
      ${message('asked', {})}
      ${message('nameless', { message_id: "''", received_at: at(35) })}
      ${message('asked-later', { received_at: at(30), created_at: at(1) })}
      ${message('elsewhere', { received_at: at(30), quote_request_id: `'${ids.other}'` })}
      insert into public.notifications (quote_request_id, kind, subject, body, created_at, provider_id)
      values ('${ids.request}', 'reply', 'Objet', 'Texte', ${at(10)}, 'new');`);
      const rows = "select provider_id as name, '' as part, to_jsonb(n) as row from public.notifications n";
      let claimed: Row[] = [];
      const seen = await changedRows(engine, rows, async () => {
        claimed = await claim(engine);
      });
      // A finished message never leaves again, even where it is unknown whether it arrived.
      deepEqual(Object.keys(seen), ['new']);
      const names = await engine.sql<{ id: string; name: string }>(
        'select id, provider_id as name from public.notifications',
      );
      deepEqual(
        claimed.map(({ earlier_messages, answers }) => [
          (earlier_messages as string[]).map((id) => names.find((row) => row.id === id)?.name),
          answers,
        ]),
        [[['acknowledged', 'answered'], '<asked@exemple.test>']],
      );
    },
  ),
  check(
    'a reply that left · ends what was to be done about what it answers, and nothing else',
    async (engine, ids) => {
      const title = 'Répondre au courriel reçu';
      await engine.sql(`
      insert into public.inbound_messages (id, provider_id, from_email, kind, received_at, contact_id, quote_request_id) values
        ('d9000000-0000-4000-8000-000000000001', 'un', 'a@exemple.test', 'reply', now(), '${ids.contact}', null),
        ('d9000000-0000-4000-8000-000000000002', 'deux', 'b@exemple.test', 'reply', now(), null, '${ids.request}'),
        ('d9000000-0000-4000-8000-000000000003', 'trois', 'c@exemple.test', 'removal', now(), null, '${ids.third}');
      insert into public.next_actions (contact_id, quote_request_id, title, due_on, done_at) values
        ('${ids.contact}', null, '${title}', '2031-01-01', null),
        ('${ids.contact}', null, '${title}', '2031-01-02', '2026-01-01'),
        ('${ids.otherContact}', null, '${title}', '2031-01-03', null),
        (null, '${ids.request}', '${title}', '2031-01-04', null),
        (null, '${ids.other}', '${title}', '2031-01-05', null),
        (null, '${ids.third}', 'Décider d’une demande de retrait reçue', '2031-01-06', null);
      insert into public.notifications (quote_request_id, inbound_message_id, kind, subject, body) values
        (null, 'd9000000-0000-4000-8000-000000000001', 'reply', 'message', 'Texte'),
        ('${ids.request}', null, 'reply', 'request', 'Texte'), ('${ids.third}', null, 'reply', 'removal', 'Texte')`);
      const rows = "select due_on::text as name, '' as part, to_jsonb(a) as row from public.next_actions a";
      const left = (subject: string) =>
        changedRows(engine, rows, () =>
          engine.sql(
            'select private.finish_answer_action(n) from public.notifications n where subject = $1',
            [subject],
          ),
        );
      const ended = ['done_at', 'updated_at'];
      deepEqual(await left('removal'), {});
      deepEqual(await left('message'), { '2031-01-01': ended });
      deepEqual(await left('request'), { '2031-01-04': ended });
      // A person changed the title of the action.
      await engine.sql(
        `update public.next_actions set done_at = null, title = 'Appeler' where due_on = '2031-01-01'`,
      );
      deepEqual(await left('message'), {});
    },
  ),
];
