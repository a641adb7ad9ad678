import { deepEqual, equal } from 'node:assert/strict';
import { proofSize } from '../../unit/proof-size.ts';
import type { Check, Engine } from '../engines/engine.ts';
import { consentsAtRandom, keptAndTrue } from '../fixtures/random-consents.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { withRows } from '../fixtures/tables.ts';

const contacts = rowFactoryOf('contacts');

const consentOfAll = (engine: Engine) =>
  engine.sql(
    "insert into public.consent_events (email, basis, occurred_at) select email, 'express', now() from public.contacts",
  );

/** Checks that the consent stored with each contact equals what the ledger gives (docs/decisions/0096). */
export const attacksOnKeptConsents: Check[] = [
  {
    name: 'attack · kept consents · random histories: the same as the ledger',
    object: 'consent_events',
    run: async (engine) => {
      await consentsAtRandom(engine, { changes: proofSize(30, 120), seed: 20261126 });
    },
  },
  {
    name: 'attack · kept consents · an address that the ledger has forgotten is kept no more',
    object: 'consent_events',
    run: (engine) =>
      withRows(engine, contacts, [0], async () => {
        await consentOfAll(engine);
        const addresses = () => engine.sql('select address from private.address_consents');
        equal((await addresses()).length, 1);
        await engine.sql('delete from public.consent_events');
        deepEqual(await addresses(), []);
      }),
  },
  {
    name: 'attack · kept consents · shown to the team, to nobody else who is signed in',
    object: 'consent_events',
    run: (engine) =>
      withRows(engine, contacts, [0], async () => {
        await consentOfAll(engine);
        for (const [role, count] of [
          ['user', 0],
          ['reader', 1],
          ['admin', 1],
        ] as const) {
          const claims = JSON.stringify({ sub: engine.people[role].id, role: 'authenticated' });
          // Both statements go in one message, which is one transaction, so that `set local` ends with it.
          const shown = await engine.sql(`
            set local role authenticated;
            select set_config('request.jwt.claims', '${claims}', true);
            select address from private.kept_consents()`);
          equal(shown.length, count, role);
        }
      }),
  },
  {
    name: 'attack · kept consents · written by many at once about one address: the same as the ledger',
    object: 'consent_events',
    needs: 'simultaneity',
    run: (engine) =>
      withRows(engine, contacts, [0], async () => {
        const [person] = await engine.sql<{ email: string }>('select email from public.contacts');
        const bases = ['inquiry', 'published', 'withdrawn', 'express', 'purchase', 'no_solicitation'];
        const answers = await Promise.all(
          Array.from({ length: 24 }, (_, index) =>
            engine.request('admin', {
              ...{ method: 'POST', path: '/rest/v1/consent_events' },
              body: {
                ...{ email: person?.email, basis: bases[index % bases.length] },
                occurred_at: new Date(Date.now() - ((index * 37) % 24) * 86_400_000).toISOString(),
                ...{ source_url: 'https://exemple.test', recorded_by: engine.people.admin.id },
              },
            }),
          ),
        );
        deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
        const [kept, ledger] = await keptAndTrue(engine);
        equal(ledger.length, 2);
        deepEqual(kept, ledger);
      }),
  },
  {
    name: 'attack · kept consents · a backup put back while triggers rest: the same as the ledger',
    object: 'consent_events',
    run: (engine) =>
      withRows(engine, contacts, [0], async () => {
        await engine.sql(`
          begin;
          set local session_replication_role = replica;
          insert into public.consent_events (email, basis, occurred_at)
            select email, 'express', now() - interval '1 day' from public.contacts;
          commit`);
        const [kept, ledger] = await keptAndTrue(engine);
        equal(ledger[0]?.state, 'allowed');
        deepEqual(kept, ledger);
      }),
  },
];
