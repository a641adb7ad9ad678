import { deepEqual, equal } from 'node:assert/strict';
import type { Check } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { snapshot, withRows } from '../fixtures/tables.ts';

const views = rowFactoryOf('saved_views');
const path = '/rest/v1/saved_views';

/** Attacks on saved views: their owner cannot be forged, and the link of one stays within its list. */
export const attacksOnSavedViews: Check[] = [
  {
    name: 'attack · a view saved in the name of a colleague · refused, and otherwise carries its author',
    object: 'saved_views',
    run: (engine) =>
      withRows(engine, views, [], async () => {
        const { admin, admin2 } = engine.people;
        const body = { list: 'tours', name: 'Brouillons du fjord', parameters: 'q=fjord', position: 1 };
        await engine.request('admin', { method: 'POST', path, body: { ...body, created_by: admin2.id } });
        deepEqual(await snapshot(engine, views), []);
        await engine.request('admin', { method: 'POST', path, body });
        const [saved] = await snapshot(engine, views);
        equal(saved?.created_by, admin.id);
        await engine.request('admin2', {
          method: 'PATCH',
          path: `${path}?name=not.is.null`,
          body: { created_by: admin2.id },
        });
        equal((await snapshot(engine, views))[0]?.created_by, admin.id);
      }),
  },
  {
    name: 'attack · a view moved to another list, or two of one name in a list · refused',
    object: 'saved_views',
    run: (engine) =>
      withRows(engine, views, [0, 1], async () => {
        const before = await snapshot(engine, views);
        const first = `${path}?id=eq.${views.row(0, engine.people).id}`;
        await engine.request('admin', { method: 'PATCH', path: first, body: { list: 'contacts' } });
        await engine.request('admin', { method: 'PATCH', path: first, body: { name: 'Vue 1' } });
        deepEqual(await snapshot(engine, views), before);
        await engine.request('admin2', { method: 'PATCH', path: first, body: { name: 'Autre nom' } });
        const names = (await snapshot(engine, views)).map(({ name }) => name);
        deepEqual(names.sort(), ['Autre nom', 'Vue 1']);
      }),
  },
];
