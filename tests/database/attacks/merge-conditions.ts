import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { attackOnEmptyDatabase } from '../fixtures/tables.ts';

const check = (name: string, run: (engine: Engine) => Promise<void>) =>
  attackOnEmptyDatabase(`merges · ${name}`, 'contacts', run);

const id = (name: string) => `pg_catalog.md5('${name}')::uuid`;

async function plantContacts(engine: Engine, people: Record<string, string>): Promise<void> {
  const statements = Object.entries(people).map(
    ([name, columns]) => `
      insert into public.contacts (id, name, company, email, city, region)
      values (${id(name)}, '${name}', 'Organisme', '${name}@exemple.test', 'Percé', 'Gaspésie');
      ${columns ? `update public.contacts set ${columns} where id = ${id(name)};` : ''}`,
  );
  await engine.sql(statements.join('\n'));
}

async function merge(engine: Engine, kept: string, merged: string, fields: string[] = []): Promise<Row> {
  const [ids] = (await engine.sql(`select ${id(kept)} as kept, ${id(merged)} as merged`)) as [Row];
  await succeed(engine, 'admin', 'merge_contacts', { ...ids, fields });
  const [row] = (await engine.sql(`select * from public.contacts where id = ${id(kept)}`)) as [Row];
  return row;
}

const noteBodies = async (engine: Engine, kept: string) =>
  (
    await engine.sql<{ body: string }>(
      `select body from public.contact_activities where contact_id = ${id(kept)} order by body`,
    )
  ).map(({ body }) => body);

/** A merge of two contacts, rule by rule, with a third beside them. */
export const attacksOnMergeConditions: Check[] = [
  check(
    'what is noted of the other · messages of campaigns that wrote to both, and only those',
    async (engine) => {
      await plantContacts(engine, { kept: '', merged: "notes = 'Siennes'", third: '' });
      const message = (campaign: string, contact: string, step = 0) =>
        `insert into public.email_sends (campaign_id, contact_id, step, subject, body, status)
       values (${id(campaign)}, ${id(contact)}, ${step}, '${campaign} ${contact}', 'Texte', 'envoyé');`;
      const campaigns = ['both', 'merged alone', 'at another step', 'merged and third'];
      await engine.sql(`
      ${campaigns.map((name) => `insert into public.campaigns (id, name) values (${id(name)}, '${name}');`).join('\n')}
      ${message('both', 'kept')} ${message('both', 'merged')} ${message('both', 'third')}
      ${message('merged alone', 'merged')}
      ${message('at another step', 'kept', 1)} ${message('at another step', 'merged')}
      ${message('merged and third', 'merged')} ${message('merged and third', 'third')}`);
      await merge(engine, 'kept', 'merged');
      const lines = (await noteBodies(engine, 'kept')).join('\n').split('\n');
      deepEqual(
        lines.filter((line) => line.startsWith('Campagne')).map((line) => line.replaceAll(/\s+/g, ' ')),
        ['Campagne « both » : « both merged », envoyé'],
      );
      deepEqual(await engine.sql("select label from public.trash where kind = 'contacts'"), [
        { label: 'merged (Organisme), réuni à kept' },
      ]);
      // The kept contact was also known by the merged one's address.
      deepEqual(
        await engine.sql(
          `select contact_id = ${id('kept')} as kept, email, basis from public.consent_events`,
        ),
        [{ kept: true, email: 'merged@exemple.test', basis: 'none' }],
      );
    },
  ),
  check('the next action · one that is open stays, what is done moves', async (engine) => {
    const names = ['both', 'done', 'only'].flatMap((name) => [`${name}-kept`, `${name}-merged`]);
    await plantContacts(engine, Object.fromEntries([...names, 'third'].map((name) => [name, ''])));
    const action = (name: string, doneAt = 'null') =>
      `insert into public.next_actions (contact_id, title, due_on, done_at) values (${id(name)}, 'Action de ${name}', '2031-01-01', ${doneAt});`;
    await engine.sql(`
      ${action('both-kept')} ${action('both-merged')} ${action('third')}
      ${action('done-kept')} ${action('done-merged', 'now()')}
      ${action('only-kept', 'now()')} ${action('only-merged')}`);
    for (const name of ['both', 'done', 'only']) await merge(engine, `${name}-kept`, `${name}-merged`);
    const rows = await engine.sql<{ name: string; title: string; open: boolean }>(
      `select c.name, a.title, a.done_at is null as open from public.next_actions a join public.contacts c on c.id = a.contact_id
       order by c.name, a.title`,
    );
    deepEqual(
      rows.map(({ name, title, open }) => `${name}: ${title}${open ? '' : ', done'}`),
      [
        'both-kept: Action de both-kept',
        'done-kept: Action de done-kept',
        'done-kept: Action de done-merged, done',
        'only-kept: Action de only-kept, done',
        'only-kept: Action de only-merged',
        'third: Action de third',
      ],
    );
    const planned = async (name: string) =>
      (await noteBodies(engine, `${name}-kept`)).some((body) => body.includes('Action prévue'));
    deepEqual([await planned('both'), await planned('done'), await planned('only')], [true, false, false]);
  }),
  check(
    'the values that stay · what is chosen and there, what was missing, and the notes of both',
    async (engine) => {
      await plantContacts(engine, {
        kept: "phone = '418 555-0101', notes = 'Miennes'",
        merged: "website = 'https://exemple.test', notes = 'Siennes', is_public_office_holder = false",
        empty: '',
        other: "notes = 'Autres'",
      });
      // An empty value of the other contact replaces nothing.
      const row = await merge(engine, 'kept', 'merged', ['phone', 'notes']);
      deepEqual(
        [row.phone, row.website, row.notes, row.is_public_office_holder],
        ['418 555-0101', 'https://exemple.test', 'Siennes', null],
      );
      deepEqual(
        (await noteBodies(engine, 'kept')).filter((body) => !body.startsWith('Fiche')),
        ['Miennes'],
      );
      equal((await merge(engine, 'empty', 'other', ['notes'])).notes, 'Autres');
      equal((await noteBodies(engine, 'empty')).length, 1);
      // A value that was not chosen goes to the note only once.
      await plantContacts(engine, { again: "notes = 'Autres notes'" });
      await merge(engine, 'empty', 'again');
      equal((await noteBodies(engine, 'empty')).length, 2);
    },
  ),
  check(
    'a public office · held by either, it is held by the one that stays; by nobody, by nobody',
    async (engine) => {
      await plantContacts(engine, {
        'a-kept': "sector = 'autre'",
        'a-merged': "sector = 'municipalité'",
        'b-kept': "sector = 'autre'",
        'b-merged': "sector = 'autre'",
        'c-kept': "sector = 'mrc'",
        'c-merged': "sector = 'mrc'",
      });
      const holders: unknown[] = [];
      for (const name of ['a', 'b', 'c']) {
        holders.push((await merge(engine, `${name}-kept`, `${name}-merged`)).is_public_office_holder);
      }
      deepEqual(holders, [true, null, null]);
    },
  ),
  check('two organisations · what is chosen and there, and the notes of both once', async (engine) => {
    const organisation = (name: string, columns: string) => `
      insert into public.organisations (id, kind, name, city, region) values (${id(name)}, 'entreprise', '${name}', 'Percé', 'Gaspésie');
      update public.organisations set ${columns} where id = ${id(name)};`;
    await engine.sql(`
      ${organisation('o1', "phone = '418 555-0101', notes = 'Une'")} ${organisation('o2', "website = 'https://exemple.test', notes = 'Deux'")}
      ${organisation('o3', "notes = 'Pareil'")} ${organisation('o4', "notes = 'Pareil'")}
      ${organisation('o5', "notes = 'Cinq'")} ${organisation('o6', "notes = 'Six'")}`);
    // The `updated_at` of a contact that changes organisation stays the date of the last edit by a person.
    await plantContacts(engine, { member: `organisation_id = ${id('o2')}` });
    await engine.sql(`alter table public.contacts disable trigger user;
      update public.contacts set updated_at = '2026-01-01'; alter table public.contacts enable trigger user;`);
    const united = async (kept: string, merged: string, fields: string[] = []) => {
      const [ids] = (await engine.sql(`select ${id(kept)} as kept, ${id(merged)} as merged`)) as [Row];
      await succeed(engine, 'admin', 'merge_organisations', { ...ids, fields });
      const [row] = (await engine.sql(`select * from public.organisations where id = ${id(kept)}`)) as [Row];
      return [row.phone, row.website, row.notes];
    };
    deepEqual(await united('o1', 'o2', ['phone']), ['418 555-0101', 'https://exemple.test', 'Une\nDeux']);
    deepEqual(
      await engine.sql(
        `select organisation_id = ${id('o1')} as moved, updated_at = '2026-01-01' as dated from public.contacts`,
      ),
      [{ moved: true, dated: true }],
    );
    deepEqual(await united('o3', 'o4'), [null, null, 'Pareil']);
    deepEqual(await united('o5', 'o6', ['notes']), [null, null, 'Six']);
  }),
];
