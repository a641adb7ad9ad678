import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  contact,
  createCampaign,
  mustRefuse,
  sendAll,
  states,
} from '../fixtures/campaigns.ts';

const mayWrite = (engine: Engine, at?: string) =>
  succeed<string | null>(engine, 'admin', 'may_email', { contact: contact(0), ...(at ? { at } : {}) });

/** The token of the message that contact 0 received. */
async function tokenOf(engine: Engine): Promise<unknown> {
  await createCampaign(engine, {}, [contact(0)]);
  await sendAll(engine);
  return (await engine.sql('select unsubscribe_token from public.email_sends'))[0]?.unsubscribe_token;
}

const suppressions = (engine: Engine) =>
  engine.sql('select reason from public.suppressions order by created_at');

const proof = { occurred_on: '2099-01-01', evidence: 'Courriel de la personne' };
const newConsent = async (engine: Engine) => {
  const [row] = await engine.sql("select (now() at time zone 'America/Toronto')::date::text as today");
  return { ...proof, occurred_on: row?.today };
};

/** Attacks on unsubscribing: it takes effect at once and for good, and only by the token of the message. */
export const attacksOnUnsubscribe: Check[] = [
  campaignCheck(
    'the token of a message · visitor · the page changes nothing, the button acts, once',
    async (engine) => {
      const token = await tokenOf(engine);
      equal(await mayWrite(engine), null);
      const page = await succeed<Row>(engine, 'visitor', 'unsubscribe_page', { token });
      deepEqual(page, {
        ...{ sender_name: 'Studio', legal_name: 'Studio inc.', postal_address: '1, rue du Quai, Percé' },
        ...{ contact_email: 'studio@exemple.test', done: false },
      });
      equal(await mayWrite(engine), null);
      for (const role of ['visitor', 'user', 'visitor'] as const) {
        equal(await succeed(engine, role, 'unsubscribe', { token }), true);
      }
      equal(await mayWrite(engine), 'Désabonné');
      deepEqual(await suppressions(engine), [{ reason: 'unsubscribed' }]);
      deepEqual(await engine.sql("select email from public.consent_events where basis = 'withdrawn'"), [
        { email: 'personne0@exemple.test' },
      ]);
      equal((await succeed<Row>(engine, 'visitor', 'unsubscribe_page', { token })).done, true);
    },
  ),
  campaignCheck('an invented token, or the id of the message · nothing', async (engine) => {
    await tokenOf(engine);
    const [send] = await engine.sql('select id, contact_id, campaign_id from public.email_sends');
    for (const token of [send?.id, send?.contact_id, send?.campaign_id]) {
      equal(await succeed(engine, 'visitor', 'unsubscribe_page', { token }), null);
      equal(await succeed(engine, 'visitor', 'unsubscribe', { token }), false);
    }
    deepEqual(await suppressions(engine), []);
  }),
  campaignCheck(
    'unsubscribed · the contact deleted, created again or imported gets nothing',
    async (engine) => {
      const token = await tokenOf(engine);
      await succeed(engine, 'visitor', 'unsubscribe', { token });
      await engine.sql('delete from public.contacts where id = $1', [contact(0)]);
      await engine.sql(
        `insert into public.contacts (id, name, company, email, city, region)
       values ($1, 'Retour', 'Organisme', 'PERSONNE0@exemple.test', 'Percé', 'Gaspésie')`,
        [contact(0)],
      );
      await engine.sql(
        `insert into public.consent_events (email, basis, occurred_at, source_url)
       values ('personne0@exemple.test', 'published', now() - interval '1 second', 'https://exemple.test')`,
      );
      equal(await mayWrite(engine), 'Désabonné');
      await createCampaign(engine, {}, [contact(1)]);
      const refused = await rpc(engine, 'admin', 'create_campaign', {
        details: {
          name: 'C',
          template_id: 'd1000000-0000-4000-8000-000000000000',
          send_now: true,
          from_email: 'studio@exemple.test',
        },
        contact_ids: [contact(0)],
      });
      match(refused.text, /Désabonné/);
    },
  ),
  campaignCheck(
    '20 clicks at once · one row',
    async (engine) => {
      const token = await tokenOf(engine);
      const clicks = Array.from(
        { length: 20 },
        () => () => succeed(engine, 'visitor', 'unsubscribe', { token }),
      );
      deepEqual(new Set(await atOnce(engine, 'public.suppressions', clicks)), new Set([true]));
      equal((await suppressions(engine)).length, 1);
    },
    { needs: 'simultaneity' },
  ),
  // Clicks on one message already wait for one another at its row.
  campaignCheck(
    'the same address 20 times at once from the provider · one row',
    async (engine) => {
      const said = { address: 'personne0@exemple.test', reason: 'complained' };
      const reports = Array.from(
        { length: 20 },
        () => () => succeed(engine, 'service', 'suppress_address', said),
      );
      deepEqual(new Set(await atOnce(engine, 'public.suppressions', reports)), new Set([true]));
      equal((await suppressions(engine)).length, 1);
    },
    { needs: 'simultaneity' },
  ),
  campaignCheck('the hash of an address · cannot be guessed without the key', async (engine) => {
    await succeed(engine, 'service', 'suppress_address', {
      address: ' Personne0@Exemple.test ',
      reason: 'bounced',
    });
    const [row] = await engine.sql(
      `select count(*)::int as n from public.suppressions
        where email_hash = encode(sha256(convert_to('personne0@exemple.test', 'UTF8')), 'hex')`,
    );
    equal(row?.n, 0);
    equal(await mayWrite(engine), 'Adresse en erreur permanente');
    await mustRefuse(engine, ['visitor', 'user', 'admin'], 'suppress_address', {
      address: 'a@b.ca',
      reason: 'manual',
    });
  }),
  campaignCheck('suppress by hand · administrator only', async (engine) => {
    await mustRefuse(engine, ['visitor', 'user', 'service'], 'suppress_contact', { contact: contact(0) });
    equal(await mayWrite(engine), null);
    for (let twice = 0; twice < 2; twice++)
      await succeed(engine, 'admin', 'suppress_contact', { contact: contact(0) });
    equal(await mayWrite(engine), "Retiré des envois par l'équipe");
    deepEqual(await suppressions(engine), [{ reason: 'manual' }]);
  }),
  campaignCheck(
    'lift the suppression · a new express consent and a reason, otherwise nothing',
    async (engine) => {
      const token = await tokenOf(engine);
      const consent = await newConsent(engine);
      const lift = (change: Row, role: 'admin' | 'user' = 'admin') =>
        rpc(engine, role, 'lift_suppression', {
          contact: contact(0),
          reason: 'A rappelé',
          consent,
          ...change,
        });
      match((await lift({})).text, /pas retirée/);
      await succeed(engine, 'visitor', 'unsubscribe', { token });
      await engine.sql("update public.suppressions set created_at = now() - interval '1 second'");
      await mustRefuse(engine, ['visitor', 'user', 'service'], 'lift_suppression', {
        ...{ contact: contact(0), reason: 'A rappelé', consent },
      });
      for (const [change, reason] of [
        [{ reason: ' ' }, /raison est requise/],
        [{ consent: { ...consent, evidence: ' ' } }, /incomplète/],
        [{ consent: { ...consent, occurred_on: null } }, /incomplète/],
        [{ consent: proof }, /incomplète/],
        [{ consent: { ...consent, occurred_on: '2020-01-01' } }, /suivre le retrait/],
      ] as [Row, RegExp][]) {
        match((await lift(change)).text, reason);
        equal(await mayWrite(engine), 'Désabonné');
      }
      equal((await lift({})).status < 300, true);
      equal(await mayWrite(engine), null);
      deepEqual(await engine.sql('select reason from public.suppression_lifts'), [{ reason: 'A rappelé' }]);
      await succeed(engine, 'visitor', 'unsubscribe', { token });
      equal(await mayWrite(engine), 'Désabonné');
      deepEqual(await suppressions(engine), [{ reason: 'unsubscribed' }, { reason: 'unsubscribed' }]);
    },
  ),
  campaignCheck('over time · six months, two years, withdrawal, return', async (engine) => {
    const ledger = async (events: [string, string][]) => {
      await engine.sql('delete from public.consent_events');
      for (const [basis, at] of events) {
        await engine.sql(
          `insert into public.consent_events (email, basis, occurred_at, source_url) values ('personne0@exemple.test', $1, $2, 'https://x.test')`,
          [basis, at],
        );
      }
    };
    await ledger([['inquiry', '2026-01-31T12:00:00-05:00']]);
    equal(await mayWrite(engine, '2026-01-31T11:59:59-05:00'), 'Aucun consentement consigné');
    equal(await mayWrite(engine, '2026-07-31T11:59:59-04:00'), null);
    equal(await mayWrite(engine, '2026-07-31T12:00:00-04:00'), 'Consentement expiré');
    await ledger([['contract', '2024-02-29T12:00:00-05:00']]);
    equal(await mayWrite(engine, '2026-02-28T11:59:59-05:00'), null);
    equal(await mayWrite(engine, '2026-02-28T12:00:00-05:00'), 'Consentement expiré');
    await ledger([
      ['express', '2025-01-01T12:00:00Z'],
      ['withdrawn', '2025-02-01T12:00:00Z'],
      ['published', '2025-03-01T12:00:00Z'],
      ['inquiry', '2025-04-01T12:00:00Z'],
    ]);
    equal(await mayWrite(engine, '2025-01-15T12:00:00Z'), null);
    equal(await mayWrite(engine, '2025-03-15T12:00:00Z'), 'Consentement retiré');
    equal(await mayWrite(engine, '2025-04-15T12:00:00Z'), null);
    equal(await mayWrite(engine, '2025-11-15T12:00:00Z'), 'Consentement expiré');
    for (const role of ['user', 'visitor'] as const) {
      const { body } = await rpc(engine, role, 'may_email', { contact: contact(0) });
      equal(body === 'Contact supprimé' || (body as Row).code === '42501', true, JSON.stringify(body));
    }
    deepEqual(await states(engine), []);
  }),
];
