import { deepEqual, equal } from 'node:assert/strict';
import { proofSize } from '../../unit/proof-size.ts';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { outsiders } from '../fixtures/answers.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { campaignCheck, contact, create, everybody } from '../fixtures/campaigns.ts';
import { segmentsAtRandom } from '../fixtures/random-segments.ts';

const count = (engine: Engine, definition: unknown) =>
  succeed<Row>(engine, 'admin', 'count_segment', { definition });

async function saveSegment(engine: Engine, definition: unknown): Promise<string> {
  const answer = await engine.request('admin', {
    ...{ method: 'POST', path: '/rest/v1/contact_segments', headers: { prefer: 'return=representation' } },
    body: { name: 'Partenaires', definition },
  });
  equal(answer.status, 201, answer.text);
  return (answer.body as { id: string }[])[0]?.id ?? '';
}

/**
 * Attacks on the conditions of segments: who may ask them, what they can hold, and that they mean whom a campaign may
 * write to.
 */
export const attacksOnSegments: Check[] = [
  campaignCheck(
    'segments · counted by the team alone, and said why some may not be written to',
    async (engine) => {
      await engine.sql(`
        update public.contacts set status = 'partenaire' where id = '${contact(0)}';
        update public.contacts set status = 'refusé' where id = '${contact(1)}';
        update public.contacts set email = null where id = '${contact(2)}';
      `);
      const definition = { region: ['Gaspésie'] };
      const segment = await saveSegment(engine, definition);
      for (const role of outsiders) {
        const counted = await rpc(engine, role, 'count_segment', { definition });
        const listed = await rpc(engine, role, 'contacts_of_segment', { segment });
        // A signed-in person who is not of the team may call, and sees nobody.
        const shown = [counted, listed].map(({ status, body }) =>
          status >= 400 ? 'refused' : ((body as Row | null)?.matching ?? 0),
        );
        deepEqual(shown, role === 'visitor' ? ['refused', 'refused'] : [0, 0]);
      }
      const expected = {
        ...{ matching: 5, reachable: 2 },
        reasons: {
          'Statut exclu des campagnes': 1,
          "A refusé d'être sollicité": 1,
          'Aucune adresse courriel': 1,
        },
      };
      deepEqual(await count(engine, definition), expected);
      deepEqual(await succeed<Row>(engine, 'reader', 'count_segment', { definition }), expected);
      const listed = await succeed<Row>(engine, 'reader', 'contacts_of_segment', { segment });
      deepEqual(listed, { name: 'Partenaires', ...expected, ids: [...everybody].sort(), towns: {} });
    },
    { object: 'contact_segments' },
  ),
  campaignCheck(
    'segments · conditions that nobody understands, or that hold SQL · refused, and never run',
    async (engine) => {
      for (const definition of [{}, { pays: ['Canada'] }, { region: [] }, null, [], 'true']) {
        const answer = await rpc(engine, 'admin', 'count_segment', { definition });
        equal(answer.status, 400, answer.text);
      }
      const hostile = "x') or true; drop table public.contacts; --";
      deepEqual((await count(engine, { region: [hostile] })).matching, 0);
      deepEqual((await count(engine, { region: [hostile, 'Gaspésie'] })).matching, 5);
    },
    { object: 'contact_segments' },
  ),
  campaignCheck(
    'segments · a campaign keeps the conditions that its people were chosen by',
    async (engine) => {
      const definition = { status: ['nouveau'], region: ['Gaspésie'] };
      const segment = await saveSegment(engine, definition);
      const campaign = await create(engine, { segment_id: segment });
      const without = await create(engine);
      const kept = () =>
        engine.sql(
          'select id, segment_id, segment_name, segment_definition from public.campaigns order by created_at, id',
          [],
        );
      const name = 'Partenaires';
      deepEqual(
        (await kept()).find(({ id }) => id === without),
        {
          ...{ id: without, segment_id: null, segment_name: null, segment_definition: null },
        },
      );
      await engine.request('admin', {
        ...{ method: 'PATCH', path: `/rest/v1/contact_segments?id=eq.${segment}` },
        body: { name: 'Autre', definition: { region: ['Estrie'] } },
      });
      deepEqual(
        (await kept()).find(({ id }) => id === campaign),
        {
          ...{ id: campaign, segment_id: segment, segment_name: name, segment_definition: definition },
        },
      );
      await engine.request('admin', {
        ...{ method: 'DELETE', path: `/rest/v1/contact_segments?id=eq.${segment}` },
      });
      deepEqual(
        (await kept()).find(({ id }) => id === campaign),
        {
          ...{ id: campaign, segment_id: null, segment_name: name, segment_definition: definition },
        },
      );
      const messages = await engine.sql(
        'select count(*)::int as number from public.email_sends where campaign_id = $1',
        [campaign],
      );
      deepEqual(messages, [{ number: 5 }]);
    },
    { object: 'contact_segments' },
  ),
  campaignCheck(
    'segments · a rhythm · a campaign is due after its months, said to the team and made by nobody',
    async (engine) => {
      const segment = await saveSegment(engine, { region: ['Gaspésie'] });
      const due = async () =>
        (await succeed<Row[]>(engine, 'reader', 'today_items'))
          .filter(({ kind }) => kind === 'segment')
          .map(({ record_id, title, detail }) => [record_id, title, detail]);
      const rhythm = (value: string | null, from: string | null) =>
        engine.request('admin', {
          ...{ method: 'PATCH', path: `/rest/v1/contact_segments?id=eq.${segment}` },
          body: { rhythm: value, rhythm_from: from },
        });
      const told = (value: string) => [[segment, 'Partenaires', value]];
      deepEqual(await due(), []);
      equal((await rhythm('deux_fois_an', null)).status, 400);
      await rhythm('deux_fois_an', '2031-01-01');
      deepEqual(await due(), []);
      await rhythm('deux_fois_an', '2026-01-01');
      // A segment that never had a campaign is due.
      deepEqual(await due(), told('deux_fois_an'));
      const campaign = await create(engine, { segment_id: segment });
      deepEqual(await due(), []);
      const made = (interval: string) =>
        engine.sql(`update public.campaigns set created_at = now() - interval '${interval}' where id = $1`, [
          campaign,
        ]);
      for (const [value, early, late] of [
        ['chaque_trimestre', '85 days', '95 days'],
        ['deux_fois_an', '178 days', '187 days'],
        ['une_fois_an', '360 days', '370 days'],
      ] as const) {
        await rhythm(value, '2026-01-01');
        await made(early);
        deepEqual(await due(), [], value);
        await made(late);
        deepEqual(await due(), told(value));
      }
      // A draft or cancelled campaign does not count as the segment's last one; a scheduled campaign does.
      const other = await create(engine, { segment_id: segment });
      deepEqual(await due(), []);
      await engine.sql('update public.campaigns set cancelled_at = now() where id = $1', [other]);
      deepEqual(await due(), told('une_fois_an'));
      await engine.sql(
        "update public.campaigns set cancelled_at = null, status = 'brouillon' where id = $1",
        [other],
      );
      deepEqual(await due(), told('une_fois_an'));
      // A segment that is deleted and created again under the same name keeps the date of its last campaign.
      await engine.sql("update public.campaigns set status = 'terminé', segment_id = null where id = $1", [
        other,
      ]);
      deepEqual(await due(), []);
    },
    { object: 'contact_segments' },
  ),
  {
    name: 'attack · campaigns · segments · random ones: counted = listed = sendable (500: npm run proof)',
    object: 'contact_segments',
    run: async (engine) => {
      await segmentsAtRandom(engine, { segments: proofSize(5, 45), contacts: 40, seed: 20261125 });
    },
  },
];
