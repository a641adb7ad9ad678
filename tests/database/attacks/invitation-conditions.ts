import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { done, rpc } from '../fixtures/campaigns.ts';
import { changedRows } from '../fixtures/changed-rows.ts';
import { invitationRows, plantInvitations } from '../fixtures/invitations.ts';
import { mustEnd, type Report, waits } from '../fixtures/outcomes.ts';
import { attackOnEmptyDatabase } from '../fixtures/tables.ts';

const check = (name: string, run: (engine: Engine) => Promise<void>) =>
  attackOnEmptyDatabase(`team · ${name}`, 'invitations', run);

/** Each condition of an invitation alone, beside invitations that must not move. */
export const attacksOnInvitationConditions: Check[] = [
  check('an invitation · each condition alone keeps it from being claimed', async (engine) => {
    const past = "next_attempt_at = now() - interval '1 second'";
    await plantInvitations(engine, {
      due: '',
      later: "next_attempt_at = now() + interval '1 minute'",
      accepted: 'accepted_at = now()',
      withdrawn: 'revoked_at = now()',
      expired: "expires_at = now() - interval '1 second'",
      sent: "mail_state = 'envoyé'",
      leased: "lease_token = gen_random_uuid(), next_attempt_at = now() + interval '30 seconds'",
      lost: `lease_token = gen_random_uuid(), ${past}`,
      over: `mail_state = 'échec', lease_token = gen_random_uuid(), ${past}`,
    });
    const claimed = ['attempts', 'lease_token', 'next_attempt_at', 'token_hash'];
    const seen = await changedRows(engine, invitationRows, async () => {
      for (let round = 0; round < 9; round++) await done(engine, 'service', 'claim_due_invitation');
    });
    deepEqual(seen, { due: claimed, lost: ['last_error', 'lease_token', 'mail_state'] });
    const [row] = (await engine.sql(
      `select round(extract(epoch from next_attempt_at - now()))::int as wait from public.invitations
       where email = 'due@exemple.test'`,
    )) as [Row];
    equal(Number(row.wait) > 50 && Number(row.wait) <= 60, true, String(row.wait));
  }),
  check('an invitation · each outcome, and what it leaves', async (engine) => {
    const reports: Record<string, Report> = {
      ...waits,
      accepted: [3, { outcome: 'accepted' }, ['envoyé', 3, null]],
      rejected: [3, { outcome: 'rejected' }, ['échec', 3, null]],
      unknown: [3, { outcome: 'unknown' }, ['incertain', 3, null]],
      'retry, the third time': [3, { outcome: 'retry' }, ['en_attente', 3, 120]],
      'retry, the last but one': [7, { outcome: 'retry' }, ['en_attente', 7, 1920]],
      'retry, the last': [8, { outcome: 'retry' }, ['échec', 8, null]],
      'retry, maybe arrived': [3, { outcome: 'retry', arrival_possible: true }, ['incertain', 3, null]],
      'wait, maybe arrived': [3, { outcome: 'wait', arrival_possible: true }, ['en_attente', 2, 30]],
      'wait, after the last': [8, { outcome: 'wait' }, ['en_attente', 7, 30]],
      'rejected, maybe arrived': [3, { outcome: 'rejected', arrival_possible: true }, ['échec', 3, null]],
    };
    await plantInvitations(
      engine,
      Object.fromEntries(Object.keys(reports).map((_, index) => [`cas${index}`, ''])),
    );
    const ids = await engine.sql<{ id: string }>('select id from public.invitations order by email');
    await mustEnd(
      engine,
      {
        ...{ name: 'finish_invitation', key: 'invitation_id' },
        ...{ state: 'mail_state', table: 'public.invitations' },
      },
      ids.map(({ id }) => id),
      reports,
    );
  }),
  check('an invitation · withdrawn or sent again, that one alone, while it waits', async (engine) => {
    await plantInvitations(engine, {
      'to-withdraw': "mail_state = 'envoyé'",
      'to-send': "mail_state = 'envoyé', expires_at = now() - interval '1 day'",
      accepted: "mail_state = 'envoyé', accepted_at = now()",
      withdrawn: "mail_state = 'envoyé', revoked_at = now()",
      beside: "mail_state = 'envoyé'",
    });
    const call = (name: string, target: string) =>
      changedRows(engine, invitationRows, async () => {
        const [row] = await engine.sql<{ id: string }>('select id from public.invitations where email = $1', [
          `${target}@exemple.test`,
        ]);
        const answer = await rpc(engine, 'admin', name, { invitation: row?.id });
        if (['accepted', 'withdrawn'].includes(target)) match(answer.text, /n’attend plus/);
        else equal(answer.status, 204, answer.text);
      });
    deepEqual(await call('withdraw_invitation', 'to-withdraw'), { 'to-withdraw': ['revoked_at'] });
    deepEqual(await call('resend_invitation', 'to-send'), {
      'to-send': ['expires_at', 'mail_state', 'next_attempt_at'],
    });
    for (const target of ['accepted', 'withdrawn']) {
      deepEqual(await call('withdraw_invitation', target), {});
      deepEqual(await call('resend_invitation', target), {});
    }
    const [{ hours, attempts }] = (await engine.sql(
      `select ceil(extract(epoch from expires_at - now()) / 3600)::int as hours, attempts from public.invitations
       where email = 'to-send@exemple.test'`,
    )) as [Row];
    deepEqual([hours, attempts], [168, 0]);
  }),
  check(
    'an invitation · again to an address whose earlier one is over; twenty in a day, not of before',
    async (engine) => {
      await plantInvitations(engine, {
        accepted: "accepted_at = now(), created_at = now() - interval '2 days'",
        withdrawn: "revoked_at = now(), created_at = now() - interval '2 days'",
      });
      await engine.sql(
        `insert into public.invitations (email, role, revoked_at, created_at)
       select 'a' || i || '@exemple.test', 'reader', now(), now() - interval '1 day 1 hour' from generate_series(1, 20) i`,
      );
      for (const name of ['accepted', 'withdrawn']) {
        await done(engine, 'admin', 'invite_member', { email: `${name}@exemple.test`, role: 'reader' });
      }
    },
  ),
];
