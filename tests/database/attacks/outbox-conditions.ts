import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { done } from '../fixtures/campaigns.ts';
import { changedRows } from '../fixtures/changed-rows.ts';
import { invitationRows, plantInvitations } from '../fixtures/invitations.ts';
import { mustEnd, type Report, waits } from '../fixtures/outcomes.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { attackOnEmptyDatabase, plantParents } from '../fixtures/tables.ts';

const campaign = 'd6000000-0000-4000-8000-000000000001';
/** Alerts of one campaign: of them alone there may be many. */
const alerts = (states: string) => `
  insert into public.campaigns (id, name) values ('${campaign}', 'Campagne');
  insert into public.notifications (campaign_id, kind, subject, body, state)
  select '${campaign}', 'campaign_alert', 'Objet', 'Texte', state from (${states}) as given (state) returning id;`;

const check = (name: string, run: (engine: Engine) => Promise<void>) =>
  attackOnEmptyDatabase(`outbox · ${name}`, 'notifications', run);

/** Each condition of the small messages alone, with rows beside that must not move. */
export const attacksOnOutboxConditions: Check[] = [
  check(
    'a copy put back · whatever waited is uncertain, whatever was over stays as it is',
    async (engine) => {
      await engine.sql(
        alerts(
          "select unnest(array['en_attente', 'envoyé', 'échec', 'incertain', 'retenu']::public.notification_state[])",
        ),
      );
      await engine.sql('update public.notifications set body = state::text');
      await plantInvitations(engine, {
        waits: '',
        gone: "mail_state = 'envoyé'",
        failed: "mail_state = 'échec'",
      });
      const { admin, admin2, reader } = engine.people;
      const today = "(now() at time zone 'America/Toronto')::date";
      await engine.sql(`insert into private.daily_digests (day, user_id, state, content) values
      (${today}, '${admin.id}', 'envoyé', null), (${today} - 1, '${admin.id}', 'en_attente', '[]'),
      (${today} - 1, '${admin2.id}', 'échec', null)`);
      const query = `${invitationRows}
      union all select body, 'notification', to_jsonb(n) from public.notifications n where kind = 'campaign_alert'
      union all select concat_ws(' ', d.day - ${today}, u.email), 'digest', to_jsonb(d)
        from private.daily_digests d join auth.users u on u.id = d.user_id`;
      const seen = await changedRows(engine, query, () =>
        engine.sql("select private.hold_sending(now(), 'restore')"),
      );
      deepEqual(seen, {
        [`-1 ${admin.email}`]: ['digest.content', 'digest.finished_at', 'digest.last_error', 'digest.state'],
        [`0 ${admin2.email}`]: ['digest: new'],
        en_attente: ['notification.finished_at', 'notification.last_error', 'notification.state'],
        waits: ['last_error', 'mail_state'],
      });
      deepEqual(
        await engine.sql(
          `select mail_state, (select state from private.daily_digests where day = ${today} and user_id = '${admin2.id}') as today,
                (select count(*)::int from private.daily_digests where user_id = '${reader.id}') as of_readers,
                array(select state from public.notifications order by state)::text[] as notifications,
                (select state from private.daily_digests where day < ${today} and user_id = '${admin.id}') as yesterday
           from public.invitations where email = 'waits@exemple.test'`,
        ),
        [
          {
            ...{ mail_state: 'incertain', today: 'rien', of_readers: 0, yesterday: 'incertain' },
            notifications: ['envoyé', 'échec', 'incertain', 'incertain', 'retenu'],
          },
        ],
      );
    },
  ),
  check('the digest · each outcome, and what it leaves', async (engine) => {
    const reports: Record<string, Report> = {
      ...waits,
      accepted: [3, { outcome: 'accepted' }, ['envoyé', 3, null]],
      rejected: [3, { outcome: 'rejected' }, ['échec', 3, null]],
      unknown: [3, { outcome: 'unknown' }, ['incertain', 3, null]],
      'retry, the first time': [1, { outcome: 'retry' }, ['en_attente', 1, 10]],
      'retry, the third time': [3, { outcome: 'retry' }, ['en_attente', 3, 90]],
      'retry, after many': [20, { outcome: 'retry' }, ['en_attente', 20, 3600]],
    };
    const ids = await engine.sql<{ id: string }>(
      `insert into private.daily_digests (day, user_id, content)
       select current_date - i, '${engine.people.admin.id}', '[]' from generate_series(1, ${Object.keys(reports).length}) i
       returning id`,
    );
    await mustEnd(
      engine,
      {
        ...{ name: 'finish_daily_digest', key: 'digest' },
        ...{ state: 'state', table: 'private.daily_digests' },
      },
      ids.map(({ id }) => id),
      reports,
    );
    // A finished digest loses the text about people; a waiting one keeps it.
    deepEqual(
      await engine.sql(
        `select state, content is not null as kept, finished_at is not null as over, count(*)::int from private.daily_digests
           group by 1, 2, 3 order by 1`,
      ),
      [
        { state: 'en_attente', kept: true, over: false, count: 7 },
        ...['envoyé', 'échec', 'incertain'].map((state) => ({ state, kept: false, over: true, count: 1 })),
      ],
    );
  }),
  check('the digest · each condition alone keeps it from being ended or claimed', async (engine) => {
    const cases: Record<string, string> = {
      'sent yesterday': "day = day - 1, state = 'envoyé'",
      'nothing to say, yesterday': "day = day - 1, state = 'rien'",
      'yesterday’s': 'day = day - 1',
      'yesterday’s, leased':
        "day = day - 1, lease_token = gen_random_uuid(), next_attempt_at = now() + interval '9 seconds'",
      due: '',
      later: "next_attempt_at = now() + interval '9 seconds'",
      lost: "lease_token = gen_random_uuid(), first_attempt_at = now() - interval '22 hours 30 minutes'",
      'lost for a day':
        "lease_token = gen_random_uuid(), first_attempt_at = now() - interval '23 hours 30 minutes'",
    };
    await engine.sql(
      Object.entries(cases)
        .map(([name, columns], index) => {
          const id = `d8000000-0000-4000-8000-00000000000${index}`;
          // Its last error tells it; each day is of another person.
          return `insert into auth.users (id, email, aud, role) values ('${id}', 'd${index}@exemple.test', 'authenticated', 'authenticated');
            insert into private.daily_digests (id, day, user_id, last_error, content)
            values ('${id}', (now() at time zone 'America/Toronto')::date, '${id}', '${name}', '[]');
            update private.daily_digests set ${columns || 'attempts = 0'} where id = '${id}';`;
        })
        .join('\n'),
    );
    const query =
      "select last_error as name, '' as part, to_jsonb(d) as row from private.daily_digests d where last_error is not null";
    const claim = async () => {
      // More than there are: those of the administrators, in the morning, come on top.
      for (let round = 0; round < 6; round++) {
        await done(engine, 'service', 'claim_daily_digest', { same_key_is_safe: true });
      }
    };
    const claimed = ['attempts', 'first_attempt_at', 'lease_token', 'next_attempt_at'];
    const ended = ['content', 'finished_at', 'state'];
    deepEqual(await changedRows(engine, query, claim), {
      due: claimed,
      lost: ['attempts', 'lease_token', 'may_have_arrived', 'next_attempt_at'],
      'lost for a day': ['content', 'finished_at', 'lease_token', 'state'],
      'yesterday’s': ended,
    });
    const [row] = (await engine.sql(
      "select extract(epoch from next_attempt_at - now())::int as wait from private.daily_digests where last_error = 'due'",
    )) as [Row];
    equal(Number(row.wait) > 50 && Number(row.wait) <= 60, true, String(row.wait));
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
      alerts(
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
    // A reply answers its own request, an acknowledgement none.
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
          done(engine, 'service', 'finish_notification', {
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
