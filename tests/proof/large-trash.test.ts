import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../database/engines/engine.ts';
import { postgres } from '../database/engines/postgres.ts';

/** Time limit in ms for a statement of a signed-in user in a hosted project. */
const HOSTED_LIMIT = 8_000;
/** Number of items that the back office sends in one call (`ITEMS_A_CALL`). */
const ITEMS_A_CALL = 500;

let engine: Engine;

beforeAll(async () => {
  engine = await postgres.start();
});
afterAll(() => engine?.close());

/** Calls the function with a batch of ids at a time, and returns the longest call in ms. */
async function inCalls(name: string, ids: string[], more: object = {}): Promise<number> {
  let longest = 0;
  for (let start = 0; start < ids.length; start += ITEMS_A_CALL) {
    const begun = performance.now();
    const body = { ...more, ids: ids.slice(start, start + ITEMS_A_CALL) };
    const answer = await engine.request('admin', { method: 'POST', path: `/rest/v1/rpc/${name}`, body });
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    longest = Math.max(longest, performance.now() - begun);
  }
  return Math.round(longest);
}

// There is no « analyze » after the deletion, because « Annuler » is pressed before the statistics are
// updated.
test('9 000 contacts and 300 tours to the trash, back, and destroyed: no call near the limit', async () => {
  await engine.sql(`
    insert into public.contacts (user_id, name, company, email, city, region, notes)
    select '${engine.people.admin.id}', 'Personne ' || n, 'Entreprise ' || n, 'p' || n || '@exemple.test', 'Percé', 'Estrie',
      repeat('x', 200) from generate_series(1, 9000) n;
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
    select id, email, 'disclosed', now(), 'Carte remise', user_id from public.contacts;
    insert into public.virtual_tours (title, slug, location, url, image_url, status)
    select 'Visite ' || n, 'v-' || n, 'Percé', 'https://v.test/' || n, 'https://x.test/tour-images/v' || n || '.jpg', 'draft'
    from generate_series(1, 300) n;
    analyze;
  `);
  const idsOf = async (table: string) =>
    (await engine.sql<{ id: string }>(`select id from public.${table} order by id`)).map(({ id }) => id);
  const [contacts, tours] = [await idsOf('contacts'), await idsOf('virtual_tours')];

  const moved = await inCalls('move_to_trash', contacts, { kind: 'contacts' });
  await inCalls('move_to_trash', tours, { kind: 'virtual_tours' });
  const begun = performance.now();
  const first = await engine.request('admin', {
    path: '/rest/v1/trash?select=*&order=deleted_at.desc,id&limit=100',
    headers: { prefer: 'count=exact' },
  });
  const read = Math.round(performance.now() - begun);
  expect(first.headers.get('content-range')).toBe('0-99/9300');
  const restored = await inCalls('restore_from_trash', [...tours, ...contacts]);
  expect(await idsOf('contacts')).toEqual(contacts);
  expect(
    await engine.sql('select count(*)::int as lost from public.consent_events where contact_id is null'),
  ).toEqual([{ lost: 0 }]);

  await inCalls('move_to_trash', contacts, { kind: 'contacts' });
  const destroyed = await inCalls('delete_from_trash', contacts);
  expect(await engine.sql('select count(*)::int as left from private.trash_rows')).toEqual([{ left: 0 }]);
  console.log(`The longest call, in ms: ${JSON.stringify({ moved, read, restored, destroyed })}`);
  for (const longest of [moved, read, restored, destroyed]) expect(longest).toBeLessThan(HOSTED_LIMIT);
});
