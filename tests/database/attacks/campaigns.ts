import { deepEqual, equal, match, ok } from 'node:assert/strict';
import {
  fillBody,
  fillSubject,
  templateFault,
} from '../../../supabase/functions/_shared/message/template-text.ts';
import type { Check, Row } from '../engines/engine.ts';
import { rpc, succeed } from '../fixtures/calls.ts';
import {
  campaignCheck,
  claim,
  comeDue,
  contact,
  create,
  createCampaign,
  details,
  everybody,
  finish,
  mustRefuse,
  states,
  statusOf,
  step,
  template,
} from '../fixtures/campaigns.ts';

const inFuture = '2031-05-01T14:00:00-04:00';
const notAdmins = ['visitor', 'user', 'service'] as const;
const allInState = (state: string) => everybody.map(() => `0:${state}`);

/** Texts with malformed variables, which would be sent as typed. */
const faulty = [
  ...['pas { fermé', 'a} {b', 'Bonjour {nom, voici {ville}', '{prenom}', '{{nom}}', '{nom', 'nom}', '{Ville'],
  ...['[nom]', '[Prénom]', 'à %prenom%', '*|FNAME|*', '<<nom>>', '«Nom»', '[E-mail] et [x](https://a.test)'],
];

/** Templates and contact values: the database must fill the variables exactly as the edge functions do. */
const variableTexts = [
  ...[
    '{nom}',
    '{ville|Rue\u00a0}',
    '{region| x }{telephone|}',
    '{nom|a|b} {entreprise}',
    '{nom}{nom}',
    'sans',
  ],
  ...[
    '{telephone| à venir\u00a0}',
    '{ville|\u00a0} y',
    'Bonjour {telephone}, {telephone} .{telephone}! {telephone}',
    'Bonjour {nom|Madame, Monsieur},\nÀ {ville}!',
    '[{nom}](https://exemple.test/)\n{entreprise}',
  ],
];
const hostileContact = {
  name: '\u00a0Jo {email} [x](javascript:a) ',
  company: "2. É\u00a0& <b>'",
  city: 'Percé',
  region: '{nom}',
};

/** Creating a campaign and steering it: who may, what is frozen, and all or nothing. */
export const attacksOnCampaigns: Check[] = [
  campaignCheck(
    'create · visitor, signed-in user, secret key · refused; administrator · everything is frozen',
    async (engine) => {
      await mustRefuse(engine, [...notAdmins], 'create_campaign', {
        ...{ details: details(), contact_ids: everybody },
      });
      deepEqual(await engine.sql('select * from public.campaigns', []), []);
      const campaign = await create(engine);
      await engine.sql("update public.email_templates set subject = 'Autre', body = 'Autre'", []);
      await engine.sql("update public.contacts set name = 'Autre', company = 'Autre', city = 'Autre'", []);
      const rows = await engine.sql(
        'select subject, body, recipient_email, recipient_name, template_id from public.email_sends order by 1',
        [],
      );
      deepEqual(
        rows,
        everybody.map((_, n) => ({
          ...{ subject: `Pour Organisme ${n}`, body: `Bonjour Personne ${n},\nPercé`, template_id: template },
          ...{ recipient_email: `personne${n}@exemple.test`, recipient_name: `Personne ${n}` },
        })),
      );
      deepEqual(
        [await statusOf(engine, campaign), await states(engine)],
        ['en_cours', allInState('programmé')],
      );
      const later = await create(engine, { send_now: false, send_date: inFuture }, [contact(0)]);
      deepEqual(await engine.sql('select status, send_now from public.campaigns where id = $1', [later]), [
        { status: 'programmé', send_now: false },
      ]);
      equal((await states(engine))[0], '0:brouillon');
    },
    { object: 'campaigns' },
  ),
  campaignCheck(
    'create what may not be · refused in French, nothing remains',
    async (engine) => {
      await engine.sql(
        `insert into public.email_templates (id, name, subject, body) values
           ('d1000000-0000-4000-8000-000000000008', 'Faux', 'S', 'Bonjour {prenom}'),
           ('d1000000-0000-4000-8000-000000000009', 'Vide', '{telephone}', 'B')`,
      );
      await engine.sql("update public.contacts set status = 'refusé' where id = $1", [contact(4)]);
      await engine.sql('delete from public.consent_events where contact_id = $1', [contact(3)]);
      const good = [contact(0)];
      const tooMany = Array.from(
        { length: 10_001 },
        (_, n) => `c1000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      );
      const refused: [Row, string[], RegExp][] = [
        [{ name: '  ' }, good, /Le nom est requis/],
        [{ name: 'é'.repeat(101) }, good, /Le nom est requis/],
        [{ template_id: contact(0) }, good, /Sélectionnez un template/],
        [{ template_id: 'd1000000-0000-4000-8000-000000000008' }, good, /Variable inconnue.*\{prenom\}/],
        [{ steps: [step({ body: '{prenom}' })] }, good, /\{prenom\}/],
        [{ steps: [step({ body: 'Bonjour {nom,' })] }, good, /Accolade ouverte : \{nom,/],
        [{ message_body: 'Bonjour [nom]' }, good, /Variable inconnue : \[nom\]/],
        [{ template_id: 'd1000000-0000-4000-8000-000000000009' }, good, /serait vide/],
        [{ from_email: 'autre@exemple.test' }, good, /vérifiée/],
        [{ from_email: null }, good, /vérifiée/],
        [{ send_now: false }, good, /dans le futur/],
        [{ send_now: false, send_date: '2020-01-01T00:00:00Z' }, good, /dans le futur/],
        ...[31, 0, null, '2,5'].map((delay_days): [Row, string[], RegExp] => [
          { steps: [step({ delay_days })] },
          good,
          /1 à 30/,
        ]),
        [{ steps: 'x' }, good, /au plus 5/],
        [{ steps: [1, 2, 3, 4, 5, 6].map((n) => step({ body: `${n}` })) }, good, /au plus 5/],
        [{ steps: [step({ body: ' ' })] }, good, /requis/],
        [{ steps: [step({ subject: null })] }, good, /requis/],
        [{ steps: [step({ body: 'x'.repeat(5001) })] }, good, /5 000/],
        // A follow-up that repeats the text of the first message or of another follow-up is refused.
        [{ steps: [step({ body: 'Bonjour {nom|Madame, Monsieur},\n{ville}' })] }, good, /message précédent/],
        [{ steps: [step(), step()] }, good, /message précédent/],
        [{}, [], /au moins un contact/],
        [{}, [contact(0), contact(3)], /Un des contacts.*Aucun consentement/],
        [{}, [contact(0), contact(4), contact(3)], /^2 des contacts/],
        [{}, [contact(0), template], /Un des contacts/],
        [{}, tooMany, /au plus 10 000 contacts/],
      ];
      for (const [change, ids, reason] of refused) {
        const answer = await rpc(engine, 'admin', 'create_campaign', {
          ...{ details: details(change), contact_ids: ids },
        });
        match(String((answer.body as Row).message), reason, JSON.stringify(change));
      }
      await engine.sql("update public.contacts set status = 'partenaire' where id = $1", [contact(0)]);
      const partner = await rpc(engine, 'admin', 'create_campaign', {
        details: details(),
        contact_ids: good,
      });
      match(partner.text, /Statut exclu/);
      await engine.sql("update public.studio set postal_address = ' '", []);
      const nameless = await rpc(engine, 'admin', 'create_campaign', {
        ...{ details: details(), contact_ids: [contact(1)] },
      });
      match(nameless.text, /adresse postale/);
      deepEqual(await engine.sql('select * from public.campaigns', []), []);
      deepEqual(await states(engine), []);
    },
    { object: 'campaigns' },
  ),
  campaignCheck('what is no variable · named as the forms name it', async (engine) => {
    for (const text of [...variableTexts, ...faulty]) {
      const [row] = await engine.sql<{ fault: string | null }>('select private.template_fault($1) as fault', [
        text,
      ]);
      const [what = '', token = ''] = row?.fault?.split(' : ') ?? [];
      const told = templateFault(text)?.replaceAll('\u00a0', ' ').replace('nues', 'nue') ?? '';
      equal(told === '', row?.fault == null, text);
      ok(told.includes(token) && told.includes(what.split(' ')[1] ?? ''), `${text}: ${row?.fault} / ${told}`);
    }
  }),
  campaignCheck('fill variables · as the functions do, once only', async (engine) => {
    await engine.sql(
      'update public.contacts set name = $2, company = $3, city = $4, region = $5 where id = $1',
      [contact(0), hostileContact.name, hostileContact.company, hostileContact.city, hostileContact.region],
    );
    const values = {
      ...{
        nom: hostileContact.name,
        entreprise: hostileContact.company,
        ville: hostileContact.city,
        region: hostileContact.region,
      },
      ...{ email: 'personne0@exemple.test', telephone: '' },
    };
    for (const text of variableTexts) {
      const subject = text.replace('\n', ' ');
      await engine.sql('update public.email_templates set subject = $1, body = $2', [
        `S ${subject}`,
        `B ${text}`,
      ]);
      const campaign = await create(engine, {}, [contact(0)]);
      deepEqual(
        await engine.sql('select subject, body from public.email_sends where campaign_id = $1', [campaign]),
        [{ subject: fillSubject(`S ${subject}`, values), body: fillBody(`B ${text}`, values) }],
      );
    }
  }),
  campaignCheck('steer · visitor, signed-in user, secret key · refused', async (engine) => {
    const campaign = await createCampaign(engine);
    const [send] = await engine.sql('select id from public.email_sends limit 1', []);
    for (const [name, body] of [
      ['pause_campaign', { campaign }],
      ['resume_campaign', { campaign }],
      ['cancel_campaign', { campaign }],
      ['retry_failed_sends', { campaign }],
      ['reschedule_campaign', { campaign, new_date: inFuture }],
      ['resolve_uncertain_send', { send: send?.id, arrived: true }],
      ['stop_followups', { campaign }],
    ] as [string, Row][]) {
      await mustRefuse(engine, [...notAdmins], name, body);
    }
  }),
  campaignCheck('pause, resume · nothing leaves in between', async (engine) => {
    const campaign = await createCampaign(engine);
    await succeed(engine, 'admin', 'pause_campaign', { campaign });
    deepEqual(await claim(engine), []);
    await succeed(engine, 'admin2', 'resume_campaign', { campaign });
    equal((await claim(engine)).length, 5);
  }),
  campaignCheck('cancel · what waits never leaves, what is on its way ends', async (engine) => {
    const campaign = await createCampaign(engine);
    const [onItsWay, uncertain] = (await claim(engine, 2)) as [Row, Row];
    equal(await succeed(engine, 'admin', 'cancel_campaign', { campaign }), 3);
    deepEqual(await statusOf(engine, campaign), 'en_cours');
    await finish(engine, onItsWay, 'accepted');
    await finish(engine, uncertain, 'retry', { reason: 'absent' });
    deepEqual(
      [await statusOf(engine, campaign), await states(engine)],
      ['terminé', ['0:annulé', '0:annulé', '0:annulé', '0:annulé', '0:envoyé']],
    );
    match((await rpc(engine, 'admin', 'cancel_campaign', { campaign })).text, /terminée/);
    const waiting = await createCampaign(engine, { send_now: false, send_date: inFuture }, [contact(0)]);
    await succeed(engine, 'admin', 'cancel_campaign', { campaign: waiting });
    equal(await statusOf(engine, waiting), 'terminé');
    match((await rpc(engine, 'admin', 'retry_failed_sends', { campaign })).text, /annulée/);
  }),
  campaignCheck('cancel with an unknown outcome · uncertain, never cancelled', async (engine) => {
    const campaign = await createCampaign(engine, {}, [contact(0), contact(1)]);
    const [first, second] = (await claim(engine, 2, true)) as [Row, Row];
    await finish(engine, first, 'retry', { reason: 'sans réponse', arrival_possible: true });
    await succeed(engine, 'admin', 'cancel_campaign', { campaign });
    await finish(engine, second, 'wait', { reason: 'later', arrival_possible: true });
    deepEqual(await states(engine), ['0:incertain', '0:incertain']);
  }),
  campaignCheck('retry failed sends · only them, a finished campaign reopens', async (engine) => {
    const campaign = await createCampaign(engine);
    const rows = await claim(engine);
    for (const [index, row] of rows.entries()) {
      await finish(engine, row, index < 2 ? 'rejected' : 'accepted', { reason: 'refusé' });
    }
    equal(await statusOf(engine, campaign), 'terminé');
    equal(await succeed(engine, 'admin', 'retry_failed_sends', { campaign }), 2);
    equal(await statusOf(engine, campaign), 'en_cours');
    deepEqual((await claim(engine)).map(({ id }) => id).sort(), [rows[0]?.id, rows[1]?.id].sort());
  }),
  campaignCheck('resolve an unknown outcome · arrived or to be sent again, once only', async (engine) => {
    const campaign = await createCampaign(engine, {}, [contact(0), contact(1)]);
    const [first, second] = (await claim(engine, 2)) as [Row, Row];
    for (const row of [first, second]) await finish(engine, row, 'unknown', { reason: 'coupé' });
    await succeed(engine, 'admin', 'resolve_uncertain_send', { send: first.id, arrived: true });
    const [person] = await engine.sql('select status from public.contacts where id = $1', [first.contact_id]);
    equal(person?.status, 'contacté');
    await succeed(engine, 'admin', 'resolve_uncertain_send', { send: second.id, arrived: false });
    deepEqual(
      [await statusOf(engine, campaign), await states(engine)],
      ['en_cours', ['0:envoyé', '0:programmé']],
    );
    match(
      (await rpc(engine, 'admin', 'resolve_uncertain_send', { send: first.id, arrived: false })).text,
      /plus incertain/,
    );
    equal((await claim(engine)).length, 1);
  }),
  campaignCheck(
    'at its hour · leaves; early or paused · not; rescheduled · at the new one',
    async (engine) => {
      const campaign = await createCampaign(engine, { send_now: false, send_date: inFuture });
      deepEqual(await claim(engine), []);
      const at = (when: string) => engine.sql(`update public.campaigns set send_date = ${when}`, []);
      await at("now() - interval '1 minute'");
      await succeed(engine, 'admin', 'pause_campaign', { campaign });
      deepEqual(await claim(engine), []);
      await succeed(engine, 'admin', 'reschedule_campaign', { campaign, new_date: inFuture });
      deepEqual(await claim(engine), []);
      match(
        (await rpc(engine, 'admin', 'reschedule_campaign', { campaign, new_date: '2020-01-01T00:00Z' })).text,
        /dans le futur/,
      );
      await at("now() - interval '23 hours 59 minutes'");
      equal((await claim(engine)).length, 5);
      match(
        (await rpc(engine, 'admin', 'reschedule_campaign', { campaign, new_date: inFuture })).text,
        /déjà partie/,
      );
    },
  ),
  campaignCheck('more than 24 hours late · held, the administrator decides', async (engine) => {
    const campaign = await createCampaign(engine, { send_now: false, send_date: inFuture });
    await engine.sql("update public.campaigns set send_date = now() - interval '24 hours 1 minute'", []);
    deepEqual(await claim(engine), []);
    const [row] = await engine.sql('select status, pause_reason from public.campaigns', []);
    equal(row?.status, 'programmé');
    match(String(row?.pause_reason), /24 heures/);
    await succeed(engine, 'admin', 'resume_campaign', { campaign });
    equal((await claim(engine)).length, 5);
  }),
  campaignCheck('quiet hours · what was scheduled waits, « Envoyer maintenant » leaves', async (engine) => {
    await engine.sql(
      `update public.sending_settings set quiet_start = ((now() at time zone 'America/Toronto') - interval '1 hour')::time,
         quiet_end = ((now() at time zone 'America/Toronto') + interval '1 hour')::time`,
    );
    const planned = await createCampaign(engine, { send_now: false, send_date: inFuture }, [contact(0)]);
    await engine.sql("update public.campaigns set send_date = now() - interval '1 minute'", []);
    deepEqual(await claim(engine), []);
    equal(await statusOf(engine, planned), 'programmé');
    // A campaign that started before the quiet hours waits too.
    await engine.sql("update public.campaigns set status = 'en_cours'", []);
    await engine.sql("update public.email_sends set status = 'programmé'", []);
    deepEqual(await claim(engine), []);
    await createCampaign(engine, {}, [contact(1)]);
    equal((await claim(engine)).length, 1);
    await engine.sql('update public.sending_settings set quiet_start = null, quiet_end = null', []);
    await comeDue(engine);
    ok((await claim(engine, 10, true)).length >= 1);
  }),
  campaignCheck('counts · each state, by campaign', async (engine) => {
    const campaign = await createCampaign(engine);
    const [row] = (await claim(engine, 1)) as [Row];
    await finish(engine, row, 'accepted');
    deepEqual(await succeed(engine, 'admin', 'campaign_counts'), { [campaign]: { envoyé: 1, programmé: 4 } });
    for (const role of ['user', 'visitor'] as const) {
      const { body } = await rpc(engine, role, 'campaign_counts', {});
      ok(JSON.stringify(body) === '{}' || (body as Row).code === '42501', JSON.stringify(body));
    }
  }),
];
