import { deepEqual, equal, match } from 'node:assert/strict';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { withRows } from '../fixtures/tables.ts';
import type { Check, Engine, Row } from './engine.ts';

/**
 * Checks of behaviour that the product relies on and an engine could implement differently. A difference is closed in
 * local/, or listed with its reason in docs/decisions/0010-embedded-stack.md.
 */
export const parityChecks: Check[] = [
  {
    name: 'engines · a value refused by a constraint · 400 and 23514, not a failure',
    object: 'parity',
    run: async (engine) => {
      const call = { method: 'POST' as const, path: '/rest/v1/tags', body: { name: '', slug: 'sans-nom' } };
      const answer = await engine.request('admin', call);
      deepEqual([answer.status, (answer.body as Row).code], [400, '23514'], answer.text);
    },
  },
  {
    name: 'engines · a duplicate · 409 and 23505, with the name of the constraint',
    object: 'parity',
    run: (engine) =>
      withRows(engine, rowFactoryOf('tags'), [0], async () => {
        const body = { name: 'Encore', slug: 'etiquette-0' };
        const answer = await engine.request('admin', { method: 'POST', path: '/rest/v1/tags', body });
        deepEqual([answer.status, (answer.body as Row).code], [409, '23505'], answer.text);
        match(answer.text, /tags_slug_key/);
      }),
  },
  {
    name: 'engines · an instant reads as ISO 8601 (2030-01-01T10:00:00+00:00)',
    object: 'parity',
    run: (engine) =>
      withRows(engine, rowFactoryOf('tags'), [0], async () => {
        const [row] = (await engine.request('visitor', { path: '/rest/v1/tags?select=created_at' }))
          .body as Row[];
        equal(row?.created_at, '2030-01-01T10:00:00+00:00');
      }),
  },
  {
    name: 'engines · an empty list, a range and a count · the same headers',
    object: 'parity',
    run: (engine) =>
      withRows(engine, rowFactoryOf('tags'), [0, 1, 2], async () => {
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
    name: 'engines · a single row expected, none found · 406 and PGRST116',
    object: 'parity',
    run: async (engine) => {
      const headers = { accept: 'application/vnd.pgrst.object+json' };
      const answer = await engine.request('visitor', { path: '/rest/v1/tags?slug=eq.rien', headers });
      deepEqual([answer.status, (answer.body as Row).code], [406, 'PGRST116'], answer.text);
    },
  },
  {
    name: 'engines · the number of linked rows, in the list itself · without the aggregates, which the service keeps closed',
    object: 'parity',
    run: (engine) =>
      withRows(engine, rowFactoryOf('virtual_tour_tags'), [0, 1], async () => {
        const path = '/rest/v1/tags?select=slug,virtual_tour_tags(count)&order=slug';
        const answer = await engine.request('admin', { path });
        deepEqual(
          answer.body,
          [1, 1, 0].map((count, index) => ({ slug: `etiquette-${index}`, virtual_tour_tags: [{ count }] })),
          answer.text,
        );
      }),
  },
  {
    name: 'engines · linked rows of which a constraint allows one · an object; those of which only an index does, partial or not · a list',
    object: 'parity',
    run: async (engine) => {
      const found = await linksOfOne(engine);
      // The comparison is only worth something when the database has links of both kinds.
      equal(new Set(found.map(({ isConstraint }) => isConstraint)).size, 2);
      for (const { parent, child, key, column, isConstraint } of found) {
        await withRows(engine, rowFactoryOf(parent), [0], async () => {
          const path = `/rest/v1/${parent}?select=linked:${child}!${key}(${column})&limit=1`;
          const { body, text } = await engine.request('admin', { path });
          const [row] = body as Row[];
          equal(Array.isArray(row?.linked), !isConstraint, `${path}: ${text}`);
        });
      }
    },
  },
  ...postgrestVersions(),
];

type Link = { parent: string; child: string; key: string; column: string; isConstraint: boolean };

/** Lists foreign keys of one column on which a constraint, or else an index, is unique. */
const linksOfOne = (engine: Engine) =>
  engine.sql<Link>(
    `select key.confrelid::regclass::text as parent, key.conrelid::regclass::text as child,
       key.conname as key, attname as column, bool_or(own.oid is not null) as "isConstraint"
     from pg_constraint key
     join pg_attribute on attrelid = key.conrelid and attnum = key.conkey[1]
     join pg_index on indrelid = key.conrelid and indisunique and indkey::text = attnum::text
     left join pg_constraint own on own.conindid = indexrelid and own.contype in ('p', 'u')
     where key.contype = 'f' and cardinality(key.conkey) = 1
       and key.connamespace = 'public'::regnamespace
       and key.confrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
       and has_column_privilege('authenticated', key.conrelid, attnum, 'select')
       and has_table_privilege('authenticated', key.confrelid, 'select')
     group by key.oid, attname order by 1, 2, 3`,
    [],
  );

/**
 * Checks what changed between the PostgREST of these tests (12) and that of hosted projects, where the product relies
 * on it (docs/decisions/0118-hosted-databases.md).
 */
function postgrestVersions(): Check[] {
  const check = (name: string, run: Check['run'], needs?: Check['needs']): Check => {
    return { name: `engines · ${name}`, object: 'parity', needs, run };
  };
  return [
    check('an unknown table or function · 404 with a code, never an empty list', async (engine) => {
      for (const path of ['/rest/v1/inconnue', '/rest/v1/rpc/inconnue']) {
        const answer = await engine.request('visitor', { path });
        equal(answer.status, 404, answer.text);
        match(String((answer.body as Row).code), /^(42P01|PGRST202|PGRST205)$/);
      }
    }),
    check('a range past the end · empty, and 416 where the rows are counted', (engine) =>
      withRows(engine, rowFactoryOf('tags'), [0, 1, 2], async () => {
        const path = '/rest/v1/tags?select=id&order=slug&offset=10&limit=5';
        const plain = await engine.request('visitor', { path });
        deepEqual([plain.status, plain.body], [200, []]);
        const counted = await engine.request('visitor', { path, headers: { prefer: 'count=exact' } });
        deepEqual([counted.status, (counted.body as Row).code], [416, 'PGRST103'], counted.text);
      }),
    ),
    check('an inner join that shows nothing · filters, and adds no column', (engine) =>
      withRows(engine, rowFactoryOf('virtual_tour_tags'), [0, 1], async () => {
        const path = '/rest/v1/virtual_tour_tags?select=tag_id,tags!inner()&tags.slug=eq.etiquette-0';
        const { body, text } = await engine.request('admin', { path });
        equal((body as Row[]).length, 1, text);
        deepEqual(Object.keys((body as Row[])[0] ?? {}), ['tag_id'], text);
      }),
    ),
    check('a row that is already there, asked to be left · 201 and no second one', (engine) =>
      withRows(engine, rowFactoryOf('tags'), [0], async () => {
        const answer = await engine.request('admin', {
          ...{ method: 'POST', path: '/rest/v1/tags?on_conflict=slug&select=slug' },
          body: [
            { name: 'Encore', slug: 'etiquette-0' },
            { name: 'Nouvelle', slug: 'nouvelle' },
          ],
          headers: { prefer: 'resolution=ignore-duplicates,return=representation' },
        });
        deepEqual([answer.status, answer.body], [201, [{ slug: 'nouvelle' }]], answer.text);
      }),
    ),
    check(
      'a change and a deletion of every row at once · refused',
      (engine) =>
        withRows(engine, rowFactoryOf('tags'), [0, 1], async () => {
          for (const call of [
            { method: 'DELETE' as const },
            { method: 'PATCH' as const, body: { name: 'Une' } },
          ]) {
            const answer = await engine.request('admin', { ...call, path: '/rest/v1/tags' });
            deepEqual([answer.status, (answer.body as Row).code], [400, '21000'], answer.text);
          }
        }),
      // Only the platform has the extension safeupdate.
      'whole-stack',
    ),
  ];
}
