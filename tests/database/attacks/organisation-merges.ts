import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { outsiders } from '../fixtures/answers.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import { mergeOrganisationsAtRandom } from '../fixtures/random-organisation-merges.ts';
import { onEmptyDatabase } from '../fixtures/tables.ts';

/**
 * Plants three organisations with one person each; the third is a municipality of the register. Returns their ids by
 * name.
 */
async function plant(engine: Engine): Promise<Record<string, string>> {
  await engine.sql(`
    insert into public.municipalities (code, kind, name, region, source)
    values ('90000', 'municipalité', 'Percé', 'Estrie', 'Registre'), ('90001', 'municipalité', 'Gaspé', 'Estrie', 'Registre');
    insert into public.contacts (name, company, email, city, region, sector) values
      ('Anne', 'Hôtel du Quai', 'anne@quai.example', 'Percé', 'Estrie', 'hôtellerie'),
      ('Luc', 'Auberge du Quai', 'luc@auberge.example', 'Percé', 'Estrie', 'hôtellerie'),
      ('Ève', 'Ville de Percé', null, 'Percé', 'Estrie', 'municipalité'),
      ('Zoé', 'Ville de Gaspé', null, 'Gaspé', 'Estrie', 'municipalité');
    update public.organisations set phone = '418 555-0101', notes = 'Ouvert l’été' where name = 'Hôtel du Quai';
    update public.organisations set phone = '418 555-0102', website = 'https://quai.example', notes = 'Complet'
    where name = 'Auberge du Quai';
  `);
  const rows = await engine.sql<{ id: string; name: string }>(
    'select id, name from public.organisations',
    [],
  );
  return Object.fromEntries(rows.map(({ id, name }) => [name, id]));
}

function check(name: string, run: (engine: Engine, ids: Record<string, string>) => Promise<void>): Check {
  return {
    ...{ name: `attack · organisations · merging · ${name}`, object: 'organisations' },
    run: async (engine) => {
      await onEmptyDatabase(engine, async () => {
        await run(engine, await plant(engine));
      });
    },
  };
}

const state = (engine: Engine) =>
  engine.sql<Row>(
    `select o.name, o.phone, o.website, o.notes, array(
       select c.name from public.contacts as c where c.organisation_id = o.id order by c.name
     ) as people from public.organisations as o order by o.name`,
    [],
  );

/** Attacks on the merge of two organisations, whose second one goes to the trash. */
export const attacksOnOrganisationMerges: Check[] = [
  check('by anybody else · refused, nothing changes', async (engine, ids) => {
    const before = await state(engine);
    const body = { kept: ids['Hôtel du Quai'], merged: ids['Auberge du Quai'] };
    for (const role of [...outsiders, 'reader' as const]) {
      const { status } = await rpc(engine, role, 'merge_organisations', body);
      equal(status >= 400, true, role);
    }
    for (const wrong of [{ merged: body.kept }, { fields: ['id'] }])
      equal((await rpc(engine, 'admin', 'merge_organisations', { ...body, ...wrong })).status, 400);
    deepEqual(await state(engine), before);
  }),
  check('two municipalities of the register stay two', async (engine, ids) => {
    const answer = await rpc(engine, 'admin', 'merge_organisations', {
      kept: ids['Ville de Percé'],
      merged: ids['Ville de Gaspé'],
    });
    equal(answer.status, 409);
    equal((await state(engine)).length, 4);
  }),
  check(
    'people, what is chosen and what was missing come together; the copy comes back alone',
    async (engine, ids) => {
      const before = await state(engine);
      const [kept, merged] = [ids['Hôtel du Quai'], ids['Auberge du Quai']];
      await succeed(engine, 'admin', 'merge_organisations', { kept, merged, fields: ['phone'] });
      const one = (await state(engine)).find(({ name }) => name === 'Hôtel du Quai');
      deepEqual(one, {
        ...{ name: 'Hôtel du Quai', phone: '418 555-0102', website: 'https://quai.example' },
        ...{ notes: 'Ouvert l’été\nComplet', people: ['Anne', 'Luc'] },
      });
      const [item] = await engine.sql<Row>('select kind, label from public.trash', []);
      deepEqual(item, { kind: 'organisations', label: 'Auberge du Quai, réunie à Hôtel du Quai' });
      await succeed(engine, 'admin', 'restore_from_trash', { ids: [merged] });
      deepEqual(
        await state(engine),
        before.map((row) =>
          row.name === 'Hôtel du Quai' ? one : row.name === 'Auberge du Quai' ? { ...row, people: [] } : row,
        ),
      );
    },
  ),
  {
    name: 'attack · organisations · merging · random ones: nobody is written to more nor less (500: npm run proof)',
    object: 'organisations',
    run: async (engine) => {
      await mergeOrganisationsAtRandom(engine, 10, 20261125);
    },
  },
];
