import { deepEqual, equal, match } from 'node:assert/strict';
import { shapeOf } from '../fixtures/rows/row-factories.ts';
import { arranged } from '../fixtures/tables.ts';
import type { Check, Row } from './engine.ts';

/**
 * What the product's code relies on and an engine could do otherwise. A difference that shows here is closed in
 * local/, or listed in docs/decisions/0011-engines.md with its reason.
 */
export const parityChecks: Check[] = [
  {
    name: 'moteurs · une valeur refusée par une contrainte · 400 et 23514, pas une panne',
    object: 'parity',
    run: async (engine) => {
      const call = { method: 'POST' as const, path: '/rest/v1/tags', body: { name: '', slug: 'sans-nom' } };
      const answer = await engine.request('admin', call);
      deepEqual([answer.status, (answer.body as Row).code], [400, '23514'], answer.text);
    },
  },
  {
    name: 'moteurs · un doublon · 409 et 23505, avec le nom de la contrainte',
    object: 'parity',
    run: (engine) =>
      arranged(engine, shapeOf('tags'), [0], async () => {
        const body = { name: 'Encore', slug: 'etiquette-0' };
        const answer = await engine.request('admin', { method: 'POST', path: '/rest/v1/tags', body });
        deepEqual([answer.status, (answer.body as Row).code], [409, '23505'], answer.text);
        match(answer.text, /tags_slug_key/);
      }),
  },
  {
    name: 'moteurs · un instant se lit en ISO 8601 (2030-01-01T10:00:00+00:00)',
    object: 'parity',
    run: (engine) =>
      arranged(engine, shapeOf('tags'), [0], async () => {
        const [row] = (await engine.request('visitor', { path: '/rest/v1/tags?select=created_at' }))
          .body as Row[];
        equal(row?.created_at, '2030-01-01T10:00:00+00:00');
      }),
  },
  {
    name: 'moteurs · une liste vide, une plage et un compte · mêmes en-têtes',
    object: 'parity',
    run: (engine) =>
      arranged(engine, shapeOf('tags'), [0, 1, 2], async () => {
        const read = async (query: string) => {
          const headers = { prefer: 'count=exact' };
          const answer = await engine.request('visitor', {
            path: `/rest/v1/tags?select=id&order=slug${query}`,
            headers,
          });
          return [answer.status, answer.headers.get('content-range')];
        };
        deepEqual(await read(''), [200, '0-2/3']);
        deepEqual(await read('&offset=1&limit=1'), [206, '1-1/3']);
        deepEqual(await read('&slug=eq.rien'), [200, '*/0']);
      }),
  },
  {
    name: 'moteurs · une seule ligne attendue, aucune trouvée · 406 et PGRST116',
    object: 'parity',
    run: async (engine) => {
      const headers = { accept: 'application/vnd.pgrst.object+json' };
      const answer = await engine.request('visitor', { path: '/rest/v1/tags?slug=eq.rien', headers });
      deepEqual([answer.status, (answer.body as Row).code], [406, 'PGRST116'], answer.text);
    },
  },
  {
    name: 'moteurs · le nombre de lignes liées, dans la liste elle-même · sans les agrégats, que le service tient fermés',
    object: 'parity',
    run: (engine) =>
      arranged(engine, shapeOf('virtual_tour_tags'), [0, 1], async () => {
        const path = '/rest/v1/tags?select=slug,virtual_tour_tags(count)&order=slug';
        const answer = await engine.request('admin', { path });
        deepEqual(
          answer.body,
          [1, 1, 0].map((count, index) => ({ slug: `etiquette-${index}`, virtual_tour_tags: [{ count }] })),
          answer.text,
        );
      }),
  },
];
