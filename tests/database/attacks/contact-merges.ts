import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { proofSize } from '../../unit/proof-size.ts';
import type { Check, Engine, Role, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  contact,
  create,
  createCampaign,
  otherTemplate,
  sendAll,
  template,
} from '../fixtures/campaigns.ts';
import { mergeAtRandom } from '../fixtures/random-merges.ts';

const [kept, merged] = [contact(0), contact(1)];
const merge = (engine: Engine, fields: string[] = [], role: Role = 'admin') =>
  rpc(engine, role, 'merge_contacts', { kept, merged, fields });
const merges = async (engine: Engine, fields?: string[]) => {
  const answer = await merge(engine, fields);
  ok(answer.status < 300, answer.text);
};
const restore = (engine: Engine) =>
  succeed<{ restored: number; refused: string[] }>(engine, 'admin2', 'restore_from_trash', { ids: [merged] });
const mayWrite = (engine: Engine, id: string) =>
  succeed<string | null>(engine, 'admin', 'may_email', { contact: id });
const firstRow = async (engine: Engine, query: string): Promise<Row> =>
  (await engine.sql(query, []))[0] ?? {};

const check = (name: string, run: (engine: Engine) => Promise<void>): Check =>
  campaignCheck(`merging contacts · ${name}`, run, { object: 'contacts' });

/** Refusals recorded for the merged contact, with what the remaining contact's address then answers. */
const refusals: [name: string, statement: string, said: string | null][] = [
  ['unsubscribed', suppressed('unsubscribed'), 'Consentement retiré'],
  ['complained', suppressed('complained'), 'Consentement retiré'],
  ['taken out by the team', suppressed('manual'), 'Consentement retiré'],
  ['withdrew', event('withdrawn'), 'Consentement retiré'],
  [
    'withdrew, then the address bounced',
    `${event('withdrawn')}; ${suppressed('bounced')}`,
    'Consentement retiré',
  ],
  [
    '« refusé »',
    `update public.contacts set status = 'refusé' where id = '${merged}'`,
    "A refusé d'être sollicité",
  ],
  // A bounce concerns the address, not the person, so it does not carry over.
  ['bounced', suppressed('bounced'), null],
];

function suppressed(reason: string): string {
  return `insert into public.suppressions (email_hash, reason) values (private.email_hash('personne1@exemple.test'), '${reason}')`;
}
function event(basis: string): string {
  return `insert into public.consent_events (contact_id, email, basis, occurred_at)
    values ('${merged}', 'Personne1@exemple.test', '${basis}', now() - interval '1 day')`;
}

/** Attacks on the merge of two contacts: it loses nothing, and nobody becomes reachable who was not before. */
export const attacksOnMerges: Check[] = [
  check(
    'visitor, signed-in user, reader, secret key · refused; a person with themselves, a column of no form · refused',
    async (engine) => {
      for (const role of ['visitor', 'user', 'reader', 'service'] as const)
        ok((await merge(engine, [], role)).status >= 400, role);
      for (const body of [
        { kept, merged: kept, fields: [] },
        { kept, merged, fields: ['user_id'] },
        { kept, merged: template, fields: [] },
      ])
        ok((await rpc(engine, 'admin', 'merge_contacts', body)).status >= 400);
      deepEqual(await firstRow(engine, 'select count(*)::int as number from public.contacts'), { number: 5 });
      await merges(engine);
      deepEqual(await firstRow(engine, 'select count(*)::int as number from public.contacts'), { number: 4 });
    },
  ),
  ...refusals.map(([name, statement, said]) =>
    check(`the other ${name} · the one that stays: ${said ?? 'may be written to'}`, async (engine) => {
      await engine.sql(statement);
      equal(await mayWrite(engine, kept), null);
      await merges(engine);
      equal(await mayWrite(engine, kept), said);
      // After the merged contact is restored from the trash, both contacts still carry the refusal.
      await restore(engine);
      equal(await mayWrite(engine, kept), said);
      ok(await mayWrite(engine, merged));
    }),
  ),
  check(
    'the one that stays withdrew, and takes the other’s address · not written to there',
    async (engine) => {
      await succeed(engine, 'admin', 'suppress_contact', { contact: kept });
      await merges(engine, ['email']);
      equal(
        (await firstRow(engine, `select email from public.contacts where id = '${kept}'`)).email,
        'personne1@exemple.test',
      );
      equal(await mayWrite(engine, kept), 'Consentement retiré');
    },
  ),
  check(
    'a page that refuses solicitation · a published address stays unwritten, an express consent holds',
    async (engine) => {
      await engine.sql(
        `delete from public.consent_events where contact_id = '${merged}'; ${event('no_solicitation')}`,
      );
      await merges(engine);
      equal(await mayWrite(engine, kept), null);
      const third = contact(2);
      await engine.sql(`update public.contacts set email = 'neuf@exemple.test' where id = '${third}';
      insert into public.consent_events (email, basis, occurred_at, source_url)
      values ('neuf@exemple.test', 'published', now() - interval '1 day', 'https://organisme.example')`);
      equal(await mayWrite(engine, third), null);
      await restore(engine);
      await succeed(engine, 'admin', 'merge_contacts', { kept: third, merged, fields: [] });
      equal(await mayWrite(engine, third), 'La page de l’organisation refuse la sollicitation');
    },
  ),
  check(
    'fields · those chosen, and what was missing; the furthest status; what is given up stays in a note',
    async (engine) => {
      await engine.sql(`
      update public.contacts set phone = '418 555-0100', notes = 'Mes notes', status = 'contacté' where id = '${kept}';
      with chosen as (
        insert into public.organisations (kind, name, city, region) values ('autre', 'Autre', 'Gaspé', 'Gaspésie') returning id
      )
      update public.contacts set phone = '418 555-0101', notes = 'Ses notes', website = 'https://organisme.example',
        function_kind = 'greffe', status = 'partenaire', company = 'Ville',
        organisation_id = (select id from chosen) where id = '${merged}'`);
      const { organisation_id } = await firstRow(
        engine,
        `select organisation_id from public.contacts where id = '${merged}'`,
      );
      await merges(engine, ['name', 'company']);
      deepEqual(
        await firstRow(
          engine,
          `select name, company, organisation_id, phone, notes, website, function_kind, status from public.contacts where id = '${kept}'`,
        ),
        {
          ...{
            name: 'Personne 1',
            company: 'Ville',
            organisation_id,
            phone: '418 555-0100',
            notes: 'Mes notes',
          },
          ...{ website: 'https://organisme.example', function_kind: 'greffe', status: 'partenaire' },
        },
      );
      const { body } = await firstRow(engine, 'select body from public.contact_activities');
      match(String(body), /Personne 1 · Ville · personne1@exemple\.test · 418 555-0101/);
      match(String(body), /Ses notes/);
      // A merge cannot be undone, so the note also lists the values that were replaced.
      match(String(body), /Remplacé\s: Personne 0 · Organisme 0$/m);
    },
  ),
  check(
    'the history of both is one; a campaign that wrote to both keeps one message; the other is named',
    async (engine) => {
      await createCampaign(engine, {}, [kept, merged]);
      await sendAll(engine);
      await createCampaign(engine, { name: 'Seconde', template_id: otherTemplate }, [merged]);
      await engine.sql(`
      insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type)
      values ('Organisme', 'Personne 1', 'PERSONNE1@exemple.test', 'ville', 'street-view');
      insert into public.contact_events (contact_id, kind, source) values ('${merged}', 'imported', 'Congrès');
      insert into public.contact_activities (contact_id, kind, body) values ('${merged}', 'rencontre', 'Au congrès');
      insert into public.next_actions (contact_id, title, due_on) values
        ('${kept}', 'Rappeler', '2031-01-01'), ('${merged}', 'Envoyer le devis', '2031-02-01');
      insert into public.suppressions (email_hash, reason) values (private.email_hash('personne1@exemple.test'), 'bounced')`);
      const history = async (id: string) => {
        const rows = await succeed<{ kind: string; detail: Row }[]>(engine, 'admin', 'contact_timeline', {
          contact: id,
        });
        return rows.map(({ kind, detail }) =>
          `${kind} ${detail.basis ?? detail.body ?? detail.campaign ?? ''}`.trim(),
        );
      };
      const theirs = await history(merged);
      await merges(engine);
      const united = await history(kept);
      for (const line of theirs.filter((each) => each !== 'created' && each !== 'email Campagne'))
        ok(united.includes(line), `${line} is missing of ${united}`);
      equal(united.filter((line) => line === 'email Campagne').length, 1);
      match(united.find((line) => line.includes('Fiche réunie')) ?? '', /Envoyer le devis, 2031-02-01/);
      match(
        united.find((line) => line.includes('Fiche réunie')) ?? '',
        /«\sCampagne\s»\s: «\sPour Organisme 1\s», envoyé/,
      );
      deepEqual(await firstRow(engine, 'select title from public.next_actions where done_at is null'), {
        title: 'Rappeler',
      });
      // A message to the address that the merge dropped does not leave.
      deepEqual(await claim(engine), []);
      match(
        String(
          (await firstRow(engine, "select last_error from public.email_sends where status = 'annulé'"))
            .last_error,
        ),
        /adresse/,
      );
    },
  ),
  check(
    'what names the other without a reference names the one that stays, once · drafts of campaigns, requests in the trash',
    async (engine) => {
      const draft = (people: string[]) => ({ name: 'Ébauche', contact_ids: people });
      const ids = ['1', '2', '3'].map((n) => `0000000${n}-0000-4000-8000-0000000000aa`);
      const people = [[merged, contact(2)], [merged, contact(2), kept], [contact(2)]];
      for (const [index, draft_id] of ids.entries())
        await succeed(engine, 'admin', 'save_campaign_draft', {
          ...{ draft_id, title: 'Ébauche', content: draft(people[index] ?? []) },
        });
      const [request] = await engine.sql<{ id: string }>(
        `
        insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type, contact_id)
        values ('Organisme', 'Personne 1', 'personne1@exemple.test', 'ville', 'street-view', '${merged}') returning id`,
        [],
      );
      await succeed(engine, 'admin', 'move_to_trash', { kind: 'quote_requests', ids: [request?.id] });
      await merges(engine);
      deepEqual(
        await engine.sql("select draft from public.campaigns where status = 'brouillon' order by id"),
        [[kept, contact(2)], [kept, contact(2)], [contact(2)]].map((named) => ({ draft: draft(named) })),
      );
      await succeed(engine, 'admin', 'restore_from_trash', { ids: [request?.id] });
      deepEqual(await firstRow(engine, 'select contact_id from public.quote_requests'), { contact_id: kept });
    },
  ),
  check(
    'the copy is restored · the record as it was, alone; what was theirs stays with the one that is kept',
    async (engine) => {
      await create(engine, { send_now: false, send_date: '2031-01-01T12:00:00Z' }, [kept, merged]);
      await engine.sql(`
      insert into public.contact_activities (contact_id, kind, body) values ('${merged}', 'rencontre', 'Au congrès');
      update public.contacts set phone = '418 555-0101', status = 'intéressé' where id = '${merged}'`);
      const row = (id: string) =>
        firstRow(
          engine,
          `select to_jsonb(c) - 'updated_at' as row from public.contacts as c where id = '${id}'`,
        );
      const before = await row(merged);
      await merges(engine, ['phone']);
      const united = await row(kept);
      deepEqual(await restore(engine), { restored: 1, refused: [] });
      deepEqual(await row(merged), before);
      deepEqual(await row(kept), united);
      deepEqual(
        await engine.sql(
          'select distinct contact_id from public.contact_activities union select contact_id from public.consent_events where email = $1',
          ['personne1@exemple.test'],
        ),
        [{ contact_id: kept }],
      );
      // The message that waited for the merged contact is cancelled: the same person would get two.
      deepEqual(
        await engine.sql(
          "select contact_id from public.email_sends where status in ('programmé', 'brouillon')",
        ),
        [{ contact_id: kept }, { contact_id: null }],
      );
      equal((await firstRow(engine, 'select count(*)::int as number from private.contact_merges')).number, 0);
    },
  ),
  check(
    'the copy, its address given to the one that is kept · refused, and stays in the trash',
    async (engine) => {
      await merges(engine, ['email']);
      const answer = await rpc(engine, 'admin', 'restore_from_trash', { ids: [merged] });
      ok(answer.status >= 400);
      match(answer.text, /l’adresse personne1@exemple\.test est maintenant celle du contact/);
      equal((await firstRow(engine, 'select count(*)::int as number from public.trash')).number, 1);
    },
  ),
  check(
    'the one that stays is erased · the other goes from the trash, and no address of theirs is written to',
    async (engine) => {
      // The merged contact has a telephone number and no address.
      await engine.sql(`update public.contacts set email = null where id = '${merged}'`);
      await merges(engine);
      await succeed(engine, 'admin', 'merge_contacts', { kept: contact(2), merged: kept, fields: [] });
      const copy = await succeed<Row>(engine, 'admin', 'export_person', { contact: contact(2) });
      match(JSON.stringify(copy.trash), /Organisme 1/);
      await succeed(engine, 'admin', 'erase_person', { contact: contact(2) });
      deepEqual(await firstRow(engine, 'select count(*)::int as rows from private.trash_rows'), { rows: 0 });
      deepEqual(await firstRow(engine, 'select count(*)::int as number from public.trash'), { number: 0 });
      for (const index of [0, 1, 2]) {
        const found = await engine.sql(
          `select 1 from public.suppressions where email_hash = private.email_hash('personne${index}@exemple.test')`,
        );
        equal(found.length, 1, String(index));
      }
    },
  ),
  {
    name: 'attack · campaigns · merging contacts · random pairs · nothing permitted that was not, nothing lost',
    object: 'contacts',
    run: async (engine) => {
      await mergeAtRandom(engine, proofSize(6, 30), 7);
    },
  },
];
