import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { changedRows } from '../fixtures/changed-rows.ts';
import { invitationRows, plantInvitations } from '../fixtures/invitations.ts';
import { mustEnd, type Report } from '../fixtures/outcomes.ts';
import { attackOnEmptyDatabase } from '../fixtures/tables.ts';

const check = (name: string, run: (engine: Engine) => Promise<void>) =>
  attackOnEmptyDatabase(`team · ${name}`, 'invitations', run);

/** Claims the messages that are due, for a provider with idempotency keys. */
const claim = (engine: Engine) =>
  succeed(engine, 'service', 'claim_due_notifications', { batch: 20, same_key_is_safe: true });

/** Checks of each condition on an invitation on its own, beside invitations that must not change. */
export const attacksOnInvitationConditions: Check[] = [
  check('an invitation · each condition alone keeps it from being claimed', async (engine) => {
    const past = "next_attempt_at = now() - interval '1 second'";
    const leased = 'lease_token = gen_random_uuid(), first_attempt_at = now()';
    await plantInvitations(engine, {
      due: {},
      later: { mail: "next_attempt_at = now() + interval '1 minute'" },
      accepted: { invitation: 'accepted_at = now()' },
      withdrawn: { invitation: 'revoked_at = now()' },
      expired: { invitation: "expires_at = now() - interval '1 second'" },
      sent: { mail: "state = 'envoyé'" },
      leased: { mail: `${leased}, next_attempt_at = now() + interval '30 seconds'` },
      lost: { mail: `${leased}, ${past}` },
      over: { mail: `state = 'échec', ${leased}, ${past}` },
    });
    const heldBack = ['finished_at', 'last_error', 'state'];
    const seen = await changedRows(engine, invitationRows, () => claim(engine));
    deepEqual(seen, {
      due: ['attempts', 'first_attempt_at', 'invitation.token_hash', 'lease_token', 'next_attempt_at'],
      ...{ accepted: heldBack, withdrawn: heldBack, expired: heldBack },
      lost: ['finished_at', 'last_error', 'lease_token', 'state'],
    });
    deepEqual(
      await engine.sql(
        `select split_part(i.email, '@', 1) as name, n.state from public.invitations i
         join public.notifications n on n.invitation_id = i.id
         where n.state in ('retenu', 'incertain') order by 1`,
      ),
      [
        { name: 'accepted', state: 'retenu' },
        { name: 'expired', state: 'retenu' },
        { name: 'lost', state: 'incertain' },
        { name: 'withdrawn', state: 'retenu' },
      ],
    );
  }),
  check('an invitation · what may have arrived is over, what did not is tried again', async (engine) => {
    const reports: Record<string, Report> = {
      retry: [3, { outcome: 'retry' }, ['en_attente', 3, 90]],
      'retry, maybe arrived': [3, { outcome: 'retry', arrival_possible: true }, ['incertain', 3, null]],
      'wait, maybe arrived': [3, { outcome: 'wait', arrival_possible: true }, ['en_attente', 2, 30]],
    };
    await plantInvitations(
      engine,
      Object.fromEntries(Object.keys(reports).map((_, index) => [`cas${index}`, {}])),
    );
    const ids = await engine.sql<{ id: string }>(
      'select n.id from public.notifications n join public.invitations i on i.id = n.invitation_id order by i.email',
    );
    await mustEnd(
      engine,
      {
        ...{ name: 'finish_notification', key: 'notification_id' },
        ...{ state: 'state', table: 'public.notifications' },
      },
      ids.map(({ id }) => id),
      reports,
    );
  }),
  check('an invitation · withdrawn or sent again, that one alone, while it waits', async (engine) => {
    const mail = "state = 'envoyé'";
    await plantInvitations(engine, {
      'to-withdraw': { mail },
      'to-send': { mail, invitation: "expires_at = now() - interval '1 day'" },
      accepted: { mail, invitation: 'accepted_at = now()' },
      withdrawn: { mail, invitation: 'revoked_at = now()' },
      leaving: {},
      beside: { mail },
    });
    const call = (name: string, target: string) =>
      changedRows(engine, `${invitationRows} where n.state <> 'en_attente'`, async () => {
        const [row] = await engine.sql<{ id: string }>('select id from public.invitations where email = $1', [
          `${target}@exemple.test`,
        ]);
        const answer = await rpc(engine, 'admin', name, { invitation: row?.id });
        if (['accepted', 'withdrawn', 'leaving'].includes(target)) match(answer.text, /n’attend plus/);
        else equal(answer.status, 204, answer.text);
      });
    deepEqual(await call('withdraw_invitation', 'to-withdraw'), { 'to-withdraw': ['invitation.revoked_at'] });
    deepEqual(await call('resend_invitation', 'to-send'), { 'to-send': ['invitation.expires_at'] });
    for (const target of ['accepted', 'withdrawn']) {
      deepEqual(await call('withdraw_invitation', target), {});
      deepEqual(await call('resend_invitation', target), {});
    }
    deepEqual(await call('resend_invitation', 'leaving'), {});
    deepEqual(
      await engine.sql(
        `select split_part(i.email, '@', 1) as name, n.attempts,
                ceil(extract(epoch from i.expires_at - now()) / 3600)::int as hours
         from public.invitations i join public.notifications n on n.invitation_id = i.id
         where n.state = 'en_attente' order by 1`,
      ),
      [
        { name: 'leaving', attempts: 0, hours: 168 },
        { name: 'to-send', attempts: 0, hours: 168 },
      ],
    );
  }),
  check(
    'an invitation · again to an address whose earlier one is over; twenty in a day, not of before',
    async (engine) => {
      await plantInvitations(engine, {
        accepted: { invitation: "accepted_at = now(), created_at = now() - interval '2 days'" },
        withdrawn: { invitation: "revoked_at = now(), created_at = now() - interval '2 days'" },
      });
      await engine.sql(
        `insert into public.invitations (email, role, revoked_at, created_at)
       select 'a' || i || '@exemple.test', 'reader', now(), now() - interval '1 day 1 hour' from generate_series(1, 20) i`,
      );
      for (const name of ['accepted', 'withdrawn']) {
        await succeed(engine, 'admin', 'invite_member', { email: `${name}@exemple.test`, role: 'reader' });
      }
    },
  ),
];
