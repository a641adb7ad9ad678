import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { changedRows } from '../fixtures/changed-rows.ts';
import { invitationRows, plantInvitations } from '../fixtures/invitations.ts';
import { mustEnd, type Report, waits } from '../fixtures/outcomes.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { attackOnEmptyDatabase, plantParents } from '../fixtures/tables.ts';

const campaign = 'd6000000-0000-4000-8000-000000000001';
/** Inserts alerts of one campaign, the only kind that may exist several times. */
const insertAlerts = (states: string) => `
  insert into public.campaigns (id, name) values ('${campaign}', 'Campagne');
  insert into public.notifications (campaign_id, kind, subject, body, state)
  select '${campaign}', 'campaign_alert', 'Objet', 'Texte', state from (${states}) as given (state) returning id;`;

const today = "(now() at time zone 'America/Toronto')::date";

const check = (name: string, run: (engine: Engine) => Promise<void>) =>
  attackOnEmptyDatabase(`outbox · ${name}`, 'notifications', run);

/** Checks of each condition of the outbox on its own, beside rows that must not change. */
export const attacksOnOutboxConditions: Check[] = [
  check(
    'a copy put back · whatever waited is uncertain, whatever was over stays as it is',
    async (engine) => {
      await engine.sql(
        insertAlerts(
          "select unnest(array['en_attente', 'envoyé', 'échec', 'incertain', 'retenu']::public.notification_state[])",
        ),
      );
      await engine.sql('update public.notifications set body = state::text');
      await plantInvitations(engine, {
        waits: {},
        gone: { mail: "state = 'envoyé'" },
        failed: { mail: "state = 'échec'" },
      });
      const { admin, admin2, reader } = engine.people;
      await engine.sql(`
        insert into private.daily_digests (day, user_id, content) values
          (${today}, '${admin.id}', null), (${today} - 1, '${admin.id}', '[]'), (${today} - 1, '${admin2.id}', null);
        insert into public.notifications (kind, digest_id)
        select 'daily_digest', id from private.daily_digests where content is not null`);
      const query = `${invitationRows}
      union all select body, 'notification', to_jsonb(n) from public.notifications n where kind = 'campaign_alert'
      union all select concat_ws(' ', d.day - ${today}, u.email), 'digest', to_jsonb(d)
        from private.daily_digests d join auth.users u on u.id = d.user_id`;
      const seen = await changedRows(engine, query, () =>
        engine.sql("select private.hold_sending(now(), 'restore')"),
      );
      deepEqual(seen, {
        [`-1 ${admin.email}`]: ['digest.content'],
        [`0 ${admin2.email}`]: ['digest: new'],
        en_attente: ['notification.finished_at', 'notification.last_error', 'notification.state'],
        waits: ['finished_at', 'last_error', 'state'],
      });
      deepEqual(
        await engine.sql(
          `select kind, array_agg(state order by state)::text[] as states,
                  (select count(*)::int from private.daily_digests where user_id = '${reader.id}') as of_readers
           from public.notifications group by kind order by kind`,
        ),
        [
          { kind: 'campaign_alert', states: ['envoyé', 'échec', 'incertain', 'incertain', 'retenu'] },
          { kind: 'invitation', states: ['envoyé', 'échec', 'incertain'] },
          { kind: 'daily_digest', states: ['incertain'] },
        ].map((row) => ({ ...row, of_readers: 0 })),
      );
    },
  ),
  check('the digest · its text goes once its e-mail is over, and not before', async (engine) => {
    const outcomes = ['accepted', 'rejected', 'unknown', 'retry', 'wait', 'pause'];
    await engine.sql(
      `with told as (
         insert into private.daily_digests (day, user_id, content)
         select ${today} - i, '${engine.people.admin.id}', '[]' from generate_series(1, ${outcomes.length}) i
         returning id
       )
       insert into public.notifications (kind, digest_id, attempts, lease_token)
       select 'daily_digest', id, 1, gen_random_uuid() from told`,
    );
    const leased = await engine.sql<{ id: string; lease_token: string }>(
      'select id, lease_token from public.notifications',
    );
    for (const [index, { id, lease_token }] of leased.entries()) {
      const report = { notification_id: id, token: lease_token, outcome: outcomes[index] };
      equal(await succeed(engine, 'service', 'finish_notification', report), true);
    }
    deepEqual(
      await engine.sql(
        `select n.state, d.content is not null as kept, count(*)::int from private.daily_digests d
         join public.notifications n on n.digest_id = d.id group by 1, 2 order by 1`,
      ),
      [
        { state: 'en_attente', kept: true, count: 3 },
        ...['envoyé', 'échec', 'incertain'].map((state) => ({ state, kept: false, count: 1 })),
      ],
    );
  }),
  check('the digest · of an earlier day, or without its text any more, does not leave', async (engine) => {
    const { admin, admin2, reader } = engine.people;
    await engine.sql(`
      insert into private.daily_digests (day, user_id, content) values
        (${today}, '${admin.id}', '[]'), (${today} - 1, '${admin2.id}', '[]'), (${today}, '${reader.id}', null);
      insert into public.notifications (kind, digest_id) select 'daily_digest', id from private.daily_digests`);
    const claimed = await succeed<Row[]>(engine, 'service', 'claim_due_notifications', {
      ...{ batch: 9, same_key_is_safe: true },
    });
    deepEqual(
      claimed.map(({ email, digest }) => [email, (digest as Row).content]),
      [[admin.email, []]],
    );
    deepEqual(
      await engine.sql('select state, count(*)::int from public.notifications group by 1 order by 1'),
      [
        { state: 'en_attente', count: 1 },
        { state: 'retenu', count: 2 },
      ],
    );
  }),
  check('an e-mail of the outbox · each outcome, and what it leaves', async (engine) => {
    await plantParents(engine, rowFactoryOf('notifications'));
    const { id: request } = rowFactoryOf('quote_requests').row(0, engine.people);
    const reports: Record<string, Report> = {
      ...waits,
      accepted: [3, { outcome: 'accepted' }, ['envoyé', 3, null]],
      rejected: [3, { outcome: 'rejected' }, ['échec', 3, null]],
      unknown: [3, { outcome: 'unknown' }, ['incertain', 3, null]],
      'retry, the first time': [1, { outcome: 'retry' }, ['en_attente', 1, 10]],
      'retry, the last but one': [23, { outcome: 'retry' }, ['en_attente', 23, 3600]],
      'retry, the last': [24, { outcome: 'retry' }, ['échec', 24, null]],
      'retry, the last, maybe arrived': [
        24,
        { outcome: 'retry', arrival_possible: true },
        ['incertain', 24, null],
      ],
      'wait, after the last': [24, { outcome: 'wait' }, ['en_attente', 23, 30]],
      'rejected, maybe arrived': [3, { outcome: 'rejected', arrival_possible: true }, ['échec', 3, null]],
    };
    const ids = await engine.sql<{ id: string }>(
      insertAlerts(
        `select 'en_attente'::public.notification_state from generate_series(1, ${Object.keys(reports).length})`,
      ),
    );
    const target = {
      ...{ name: 'finish_notification', key: 'notification_id' },
      ...{ state: 'state', table: 'public.notifications' },
    };
    await mustEnd(
      engine,
      target,
      ids.map(({ id }) => id),
      reports,
    );
    // A reply marks its request as answered, an acknowledgement does not.
    await engine.sql("update public.quote_requests set status = 'en_cours'");
    const accepted = async (columns: string, values: string) => {
      const [sent] = await engine.sql<{ id: string; lease_token: string }>(
        `insert into public.notifications (quote_request_id, lease_token, ${columns})
         values ($1, gen_random_uuid(), ${values}) returning id, lease_token`,
        [request],
      );
      return changedRows(
        engine,
        "select id::text as name, '' as part, to_jsonb(q) as row from public.quote_requests q",
        () =>
          succeed(engine, 'service', 'finish_notification', {
            ...{ notification_id: sent?.id, token: sent?.lease_token, outcome: 'accepted' },
          }),
      );
    };
    deepEqual(await accepted('kind', "'acknowledgement'"), {});
    deepEqual(await accepted('kind, subject, body', "'reply', 'Objet', 'Texte'"), {
      [String(request)]: ['answered_at', 'status', 'updated_at'],
    });
  }),
];
