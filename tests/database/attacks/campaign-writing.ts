import { deepEqual, equal, match } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  contact,
  create,
  mustRefuse,
  sendAll,
  statusOf,
  step,
  template,
} from '../fixtures/campaigns.ts';

const notAdmins = ['visitor', 'service'] as const;
const sentLater = { send_now: false, send_date: '2031-05-01T14:00:00-04:00' };
const draftId = 'e0000000-0000-4000-8000-000000000001';
const picture = 'https://exemple.test/storage/v1/object/public/tour-images';

/** A member who may not write is told so; nothing changes. */
async function refusedToMembers(engine: Engine, name: string, body: Row): Promise<void> {
  await mustRefuse(engine, [...notAdmins], name, body);
  for (const role of ['user', 'reader'] as const) {
    equal((await rpc(engine, role, name, body)).status >= 400, true, `${role} ${name}`);
  }
}

const messageBodies = async (engine: Engine) =>
  (await engine.sql<{ body: string }>('select body from public.email_sends order by recipient_email')).map(
    ({ body }) => body,
  );

/** Company names of contacts, with the French article and prepositions that a message puts before them. */
const names: [company: string, sector: string, le: string, de: string, à: string][] = [
  ['Ville de Percé', 'municipalité', 'la Ville de Percé', 'de la Ville de Percé', 'à la Ville de Percé'],
  [
    'Village de Val-d’Or',
    'autre',
    'le Village de Val-d’Or',
    'du Village de Val-d’Or',
    'au Village de Val-d’Or',
  ],
  ['Cantons unis de X', 'autre', 'les Cantons unis de X', 'des Cantons unis de X', 'aux Cantons unis de X'],
  [
    'Office du tourisme',
    'autre',
    'l’Office du tourisme',
    'de l’Office du tourisme',
    'à l’Office du tourisme',
  ],
  ['MRC Le Granit', 'mrc', 'la MRC du Granit', 'de la MRC du Granit', 'à la MRC du Granit'],
  ['Les Ateliers', 'autre', 'Les Ateliers', 'des Ateliers', 'aux Ateliers'],
  ['Érablière Roy', 'autre', 'Érablière Roy', 'd’Érablière Roy', 'à Érablière Roy'],
  // The register of municipalities says that Tadoussac is a village, which the name does not.
  [
    'Tadoussac',
    'municipalité',
    'le Village de Tadoussac',
    'du Village de Tadoussac',
    'au Village de Tadoussac',
  ],
  ['Hull', 'municipalité', 'Hull', 'de Hull', 'à Hull'],
];

/** Attacks on the texts of a campaign, its drafts, its archive, and the removal of one recipient. */
export const attacksOnCampaignWriting: Check[] = [
  campaignCheck('articles · names and towns as French wants them, from the register too', async (engine) => {
    await engine.sql(
      `insert into public.municipalities (code, kind, name, designation, region, source)
       values ('95005', 'municipalité', 'Tadoussac', 'Village', 'Côte-Nord', 'Essai')`,
    );
    for (const [company, sector, le, de, à] of names) {
      await engine.sql(
        "update public.contacts set company = $2, sector = $3, region = 'Côte-Nord', city = 'Les Îles' where id = $1",
        [contact(0), company, sector],
      );
      const values = await succeed<Row>(engine, 'reader', 'contact_template_values', { contact: contact(0) });
      deepEqual([values['le entreprise'], values['de entreprise'], values['à entreprise']], [le, de, à]);
      deepEqual([values['à ville'], values['De ville']], ['aux Îles', 'Des Îles']);
    }
    await engine.sql('update public.email_templates set subject = $1, body = $2 where id = $3', [
      '{À ville}',
      'Pour {le entreprise}, {de ville | d’ici}',
      template,
    ]);
    await create(engine, {}, [contact(0)]);
    deepEqual(await engine.sql('select subject, body from public.email_sends'), [
      { subject: 'Aux Îles', body: 'Pour Hull, des Îles' },
    ]);
    await mustRefuse(engine, ['visitor', 'service'], 'contact_template_values', { contact: contact(0) });
    equal((await rpc(engine, 'user', 'contact_template_values', { contact: contact(0) })).text, 'null');
  }),
  campaignCheck('text of one campaign · its own and signed, the template stays', async (engine) => {
    await engine.sql(
      `update public.sending_settings set sender_signatures = '{"studio@exemple.test": "  Camille *T.*  ", "x@exemple.test": "Autre"}'`,
    );
    const own = { message_subject: 'Le mien', message_body: 'Texte à moi' };
    const campaign = await create(engine, { ...sentLater, ...own, steps: [step()] }, [contact(0)]);
    deepEqual(await messageBodies(engine), ['Texte à moi\n\nCamille *T.*']);
    deepEqual(
      await engine.sql(
        'select message_subject, message_body, step.body from public.campaigns c join public.campaign_steps step on step.campaign_id = c.id where c.id = $1',
        [campaign],
      ),
      [
        {
          message_subject: 'Le mien',
          message_body: 'Texte à moi\n\nCamille *T.*',
          body: 'Rebonjour {nom}\n\nCamille *T.*',
        },
      ],
    );
    // The signature is not added to a text that already ends with it.
    await create(engine, { ...own, message_body: 'Autre\n\nCamille *T.*' }, [contact(1)]);
    deepEqual((await messageBodies(engine))[1], 'Autre\n\nCamille *T.*');
    for (const change of [{ message_body: 'é'.repeat(4990) }, { message_subject: 'é'.repeat(201) }]) {
      const answer = await rpc(engine, 'admin', 'create_campaign', {
        details: {
          name: 'Longue',
          template_id: template,
          send_now: true,
          from_email: 'studio@exemple.test',
          ...change,
        },
        contact_ids: [contact(2)],
      });
      match(answer.text, /5 000 caractères/);
    }
    match(
      (
        await rpc(engine, 'admin', 'create_campaign', {
          details: {
            name: 'F',
            template_id: template,
            send_now: true,
            from_email: 'studio@exemple.test',
            message_body: '{prenom}',
          },
          contact_ids: [contact(2)],
        })
      ).text,
      /Variable inconnue/,
    );
  }),
  campaignCheck(
    'draft · saved again and again, becomes the campaign once, or is thrown away',
    async (engine) => {
      const draft = {
        draft_id: draftId,
        title: 'Rentrée\n2027',
        content: { name: 'Rentrée', picture: `${picture}/a.jpg` },
      };
      await refusedToMembers(engine, 'save_campaign_draft', draft);
      await refusedToMembers(engine, 'discard_campaign_draft', { draft_id: draftId });
      equal(await succeed(engine, 'admin', 'save_campaign_draft', { ...draft, title: ' ' }), true);
      equal(await succeed(engine, 'admin', 'save_campaign_draft', draft), true);
      deepEqual(await engine.sql('select id, name, status, draft from public.campaigns'), [
        { id: draftId, name: 'Rentrée 2027', status: 'brouillon', draft: draft.content },
      ]);
      equal(await create(engine, { id: draftId }, [contact(0)]), draftId);
      deepEqual(await engine.sql('select name, status, draft from public.campaigns'), [
        { name: 'Campagne', status: 'en_cours', draft: null },
      ]);
      // Neither a late save of the draft nor a second press changes the campaign that was created from it.
      equal(await succeed(engine, 'admin', 'save_campaign_draft', draft), false);
      equal(await succeed(engine, 'admin', 'discard_campaign_draft', { draft_id: draftId }), false);
      const again = await rpc(engine, 'admin', 'create_campaign', {
        details: {
          id: draftId,
          name: 'B',
          template_id: template,
          send_now: true,
          from_email: 'studio@exemple.test',
        },
        contact_ids: [contact(1)],
      });
      match(again.text, /existe déjà/);
      deepEqual(await engine.sql('select name from public.campaigns'), [{ name: 'Campagne' }]);
      equal((await messageBodies(engine)).length, 1);
      const other = 'e0000000-0000-4000-8000-000000000002';
      await succeed(engine, 'admin', 'save_campaign_draft', { ...draft, draft_id: other });
      equal(await succeed(engine, 'admin', 'discard_campaign_draft', { draft_id: other }), true);
      equal((await engine.sql('select id from public.campaigns')).length, 1);
    },
  ),
  campaignCheck('archive · what is over, and back', async (engine) => {
    const campaign = await create(engine, {}, [contact(0)]);
    await refusedToMembers(engine, 'archive_campaign', { campaign, archived: true });
    match((await rpc(engine, 'admin', 'archive_campaign', { campaign, archived: true })).text, /terminée/);
    await engine.sql('update public.campaigns set driven_until = null');
    await sendAll(engine);
    const archived = async () =>
      (await engine.sql('select archived_at is not null as kept from public.campaigns'))[0]?.kept;
    await succeed(engine, 'admin', 'archive_campaign', { campaign, archived: true });
    equal(await archived(), true);
    await succeed(engine, 'admin', 'archive_campaign', { campaign, archived: false });
    equal(await archived(), false);
  }),
  campaignCheck(
    'remove one person · before the message leaves, and back while the campaign is open',
    async (engine) => {
      const campaign = await create(engine, sentLater, [contact(0), contact(1)]);
      const sends = await engine.sql<{ id: string }>(
        'select id from public.email_sends order by recipient_email',
      );
      const [first, second] = sends.map(({ id }) => id);
      await refusedToMembers(engine, 'remove_campaign_recipient', { send: first });
      await succeed(engine, 'admin', 'remove_campaign_recipient', { send: first });
      const state = async (id: unknown) =>
        (await engine.sql('select status, last_error from public.email_sends where id = $1', [id]))[0];
      deepEqual(await state(first), { status: 'annulé', last_error: "Retiré par l'équipe" });
      await succeed(engine, 'admin', 'remove_campaign_recipient', { send: first, removed: false });
      deepEqual(await state(first), { status: 'brouillon', last_error: null });
      match(
        (await rpc(engine, 'admin', 'remove_campaign_recipient', { send: first, removed: false })).text,
        /remise/,
      );
      // A message that a worker has claimed cannot be removed; removing the last waiting one ends the
      // campaign.
      await engine.sql(
        "update public.email_sends set status = 'programmé', lease_token = gen_random_uuid() where id = $1",
        [second],
      );
      match((await rpc(engine, 'admin', 'remove_campaign_recipient', { send: second })).text, /déjà parti/);
      await engine.sql(
        'update public.email_sends set lease_token = null, may_have_arrived = true where id = $1',
        [second],
      );
      match((await rpc(engine, 'admin', 'remove_campaign_recipient', { send: second })).text, /déjà parti/);
      await engine.sql('update public.email_sends set may_have_arrived = false where id = $1', [second]);
      await succeed(engine, 'admin', 'remove_campaign_recipient', { send: second });
      await succeed(engine, 'admin', 'remove_campaign_recipient', { send: first });
      equal(await statusOf(engine, campaign), 'terminé');
      match(
        (await rpc(engine, 'admin', 'remove_campaign_recipient', { send: first, removed: false })).text,
        /remise/,
      );
    },
  ),
];
