// Random campaigns against the law: events that happen to people between creation, sending and up to five
// follow-ups. `CAMPAIGNS=40 HISTORIES=30 npx vitest run --project proof random-campaigns` for a quick look.
import { deepEqual, equal } from 'node:assert/strict';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealPostgres, startRealPostgres } from '../database/engines/real-postgres.ts';
import { createSeededRandom, type SeededRandom } from '../database/fixtures/seeded-random.ts';

const campaigns = Number(process.env.CAMPAIGNS ?? 1000);
const histories = Number(process.env.HISTORIES ?? 1000);
const seed = Number(process.env.SEED ?? 20261121);
const crowd = 6;

type Contact = { id: string; email: string };
type Claimed = { id: string; lease_token: string; contact_id: string; recipient_email: string };

let postgres: RealPostgres;
const admin = 'a0000000-0000-4000-8000-000000000001';
const template = 'b0000000-0000-4000-8000-000000000001';

beforeAll(async () => {
  postgres = await startRealPostgres();
  await postgres.sql(`
    insert into auth.users (id, email) values ('${admin}', 'admin@exemple.test');
    insert into public.user_roles (user_id, role) values ('${admin}', 'admin');
    update public.studio set sender_name = 'Studio', legal_name = 'Studio inc.', postal_address = 'Percé',
      contact_email = 'studio@exemple.test';
    update public.sending_settings set verified_senders = '{studio@exemple.test}', daily_cap = 50000;
    insert into public.email_templates (id, name, subject, body) values ('${template}', 'T', 'Pour {entreprise}', 'Bonjour {nom}');
    -- Follow-ups leave in business hours; the hour of the test is any hour.
    create or replace function private.is_business_day(day date) returns boolean
      language sql immutable set search_path = '' as 'select true';
    create or replace function private.is_business_time(at timestamptz) returns boolean
      language sql immutable set search_path = '' as 'select true';
  `);
});
afterAll(() => postgres?.stop());

/** Creates new contacts who may be written to, the only ones of this round. */
async function newCrowd(round: number, random: SeededRandom): Promise<Contact[]> {
  await postgres.sql(`
    delete from public.campaigns; delete from public.contacts; delete from public.consent_events;
    delete from public.suppression_lifts; delete from public.suppressions;
  `);
  const people: Contact[] = [];
  for (let index = 0; index < crowd; index++) {
    const email = `r${round}-${index}@exemple.test`;
    const [row] = await postgres.sql<{ id: string }>(
      `insert into public.contacts (name, company, email, city, region, status)
       values ('Personne', 'Organisme', $1, 'Percé', 'Gaspésie', $2) returning id`,
      [email, random.pick(['nouveau', 'contacté', 'intéressé'])],
    );
    const basis = random.pick(['express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed']);
    await consent(email, basis, random.pick(['1 day', '5 months', '1 minute']));
    people.push({ id: row?.id as string, email });
  }
  return people;
}

const consent = (email: string, basis: string, ago: string) =>
  postgres.sql(
    `insert into public.consent_events (email, basis, occurred_at, source_url) values ($1, $2, now() - $3::interval, 'https://exemple.test')`,
    [email, basis, ago],
  );

const asAdmin = (call: string, values: unknown[] = []) =>
  postgres.sql<{ answer: unknown }>(
    `with who as materialized (select set_config('request.jwt.claims', '{"sub":"${admin}","role":"authenticated"}', true))
     select ${call} as answer from who`,
    values,
  );

async function create(people: Contact[], details: object): Promise<string> {
  const all = {
    name: 'C',
    template_id: template,
    send_now: true,
    from_email: 'studio@exemple.test',
    ...details,
  };
  const [row] = await asAdmin('public.create_campaign($1::jsonb, $2::uuid[])', [
    JSON.stringify(all),
    people.map(({ id }) => id),
  ]);
  await postgres.sql('update public.campaigns set driven_until = null');
  return row?.answer as string;
}

/** Inserts a message of another campaign, sent some time ago. */
const writtenBefore = ({ id, email }: Contact, ago: string) =>
  postgres.sql(
    `with earlier as (insert into public.campaigns (name, status) values ('Avant', 'terminé') returning id)
     insert into public.email_sends (campaign_id, contact_id, subject, body, status, recipient_email, finished_at)
     select id, $1, 'S', 'B', 'envoyé', $2, now() - $3::interval from earlier`,
    [id, email, ago],
  );

/** Gives a contact a public office without any inquiry, which would be a ground. */
const holdsOffice = async ({ id, email }: Contact) => {
  await postgres.sql("update public.contacts set sector = 'municipalité' where id = $1", [id]);
  await postgres.sql(
    "update public.consent_events set basis = 'express' where email = $1 and basis = 'inquiry'",
    [email],
  );
};

/** Events of a contact, and whether they may be written to after each. */
const events: [string, boolean, (person: Contact) => Promise<unknown>][] = [
  ['rien', true, async () => {}],
  [
    'désabonné',
    false,
    ({ email }) => postgres.sql("select private.suppress(private.email_hash($1), 'unsubscribed')", [email]),
  ],
  [
    'rebond',
    false,
    ({ email }) => postgres.sql("select public.suppress_address($1, 'bounced')", [email.toUpperCase()]),
  ],
  [
    'plainte',
    false,
    ({ email }) => postgres.sql("select public.suppress_address($1, 'complained')", [email]),
  ],
  ['retiré à la main', false, ({ id }) => asAdmin('public.suppress_contact($1)', [id])],
  [
    'refusé',
    false,
    ({ id }) => postgres.sql("update public.contacts set status = 'refusé' where id = $1", [id]),
  ],
  ['supprimé', false, ({ id }) => postgres.sql('delete from public.contacts where id = $1', [id])],
  ['effacé', false, ({ id }) => asAdmin('public.erase_person($1)', [id])],
  ['consentement retiré', false, ({ email }) => consent(email, 'withdrawn', '0 seconds')],
  [
    'autre adresse',
    false,
    ({ id, email }) =>
      postgres.sql('update public.contacts set email = $2 where id = $1', [id, `n-${email}`]),
  ],
  [
    'expiré',
    false,
    ({ email }) =>
      postgres.sql(
        "update public.consent_events set basis = 'inquiry', occurred_at = now() - interval '7 months' where email = $1",
        [email],
      ),
  ],
  [
    'renommé',
    true,
    ({ id }) => postgres.sql("update public.contacts set name = 'Autre' where id = $1", [id]),
  ],
  [
    'partenaire',
    false,
    ({ id }) => postgres.sql("update public.contacts set status = 'partenaire' where id = $1", [id]),
  ],
  ['écrit il y a peu', false, (person) => writtenBefore(person, '13 days')],
  ['écrit il y a longtemps', true, (person) => writtenBefore(person, '15 days')],
  [
    'titulaire déjà écrit',
    false,
    async (person) => {
      await writtenBefore(person, '3 months');
      await holdsOffice(person);
    },
  ],
  // The first message counts as information, which is allowed.
  ['titulaire', true, (person) => holdsOffice(person)],
  [
    'titulaire qui a demandé',
    true,
    async (person) => {
      await writtenBefore(person, '3 months');
      await holdsOffice(person);
      await consent(person.email, 'inquiry', '1 month');
    },
  ],
  [
    'parti puis revenu',
    true,
    async ({ id, email }) => {
      await postgres.sql("select public.suppress_address($1, 'unsubscribed')", [email]);
      await asAdmin(
        `public.lift_suppression($1, 'A rappelé', jsonb_build_object('evidence', 'Courriel',
           'occurred_on', (now() at time zone 'America/Toronto')::date))`,
        [id],
      );
    },
  ],
];

/** Claims and accepts every due message, and returns the addresses. */
async function sendAll(): Promise<string[]> {
  const sent: string[] = [];
  for (;;) {
    const rows = await postgres.sql<Claimed>('select * from public.claim_email_sends(100, true)');
    if (rows.length === 0) return sent.sort();
    for (const row of rows) {
      sent.push(row.recipient_email);
      await postgres.sql("select public.finish_email_send($1, $2, 'accepted')", [row.id, row.lease_token]);
    }
  }
}

test(`${campaigns} campaigns with random events: nobody who left, bounced, expired or refused gets one`, async () => {
  const random = createSeededRandom(seed);
  let messages = 0;
  const kept: Record<string, number> = {};
  for (let round = 0; round < campaigns; round++) {
    const people = await newCrowd(round, random);
    const campaign = await create(people, {});
    const expected: string[] = [];
    for (const person of people) {
      const [name, isAllowed, happen] = random.pick(events);
      await happen(person);
      if (isAllowed) expected.push(person.email);
      else kept[name] = (kept[name] ?? 0) + 1;
    }
    const sent = await sendAll();
    deepEqual(sent, expected.sort(), `round ${round}, seed ${seed}`);
    messages += sent.length;
    const [row] = await postgres.sql<{ status: string; open: number }>(
      `select c.status, (select count(*)::int from public.email_sends s where s.campaign_id = c.id
         and s.status not in ('envoyé', 'annulé', 'incertain')) as open from public.campaigns c where c.id = $1`,
      [campaign],
    );
    deepEqual(row, { status: 'terminé', open: 0 }, `round ${round}, seed ${seed}`);
  }
  const stopped = Object.values(kept).reduce((sum, count) => sum + count, 0);
  console.log(
    `${campaigns} campagnes, ${messages} messages permis, ${stopped} empêchés : 0 à tort (${JSON.stringify(kept)})`,
  );
  expect(stopped).toBeGreaterThan(0);
}, 900_000);

/** Events between the first message and its follow-up, and whether the follow-up is still sent. */
const followUpEvents: [string, boolean, (person: Contact) => Promise<unknown>][] = [
  ...events.filter(([name]) => !/^(partenaire|titulaire|écrit)/.test(name)),
  // A follow-up needs a ground.
  ['titulaire', false, (person) => holdsOffice(person)],
  [
    'titulaire qui a demandé',
    true,
    async (person) => {
      await holdsOffice(person);
      await consent(person.email, 'inquiry', '1 month');
    },
  ],
  ['autre campagne', false, (person) => writtenBefore(person, '1 day')],
  [
    'a répondu à une autre campagne',
    false,
    async (person) => {
      await writtenBefore(person, '2 months');
      await postgres.sql(
        "update public.email_sends set replied_at = now() where contact_id = $1 and subject = 'S'",
        [person.id],
      );
    },
  ],
  [
    'a répondu',
    false,
    ({ id }) => postgres.sql('update public.email_sends set replied_at = now() where contact_id = $1', [id]),
  ],
  [
    'a été rencontré',
    false,
    ({ id }) =>
      postgres.sql(
        "insert into public.contact_activities (contact_id, kind, body) values ($1, 'rencontre', 'Vu')",
        [id],
      ),
  ],
  [
    'a été appelé',
    true,
    ({ id }) =>
      postgres.sql(
        "insert into public.contact_activities (contact_id, kind, body) values ($1, 'appel', 'Dit')",
        [id],
      ),
  ],
  ['est en absence pour longtemps', false, (person) => insertAbsence(person, 120)],
  ['a rebondi', false, ({ id }) => reportEvent(id, 'bounced')],
  ['s’est plaint', false, ({ id }) => reportEvent(id, 'complained')],
  ['a ouvert', true, ({ id }) => reportEvent(id, 'opened')],
  [
    'intéressé',
    false,
    ({ id }) => postgres.sql("update public.contacts set status = 'intéressé' where id = $1", [id]),
  ],
  [
    'partenaire',
    false,
    ({ id }) => postgres.sql("update public.contacts set status = 'partenaire' where id = $1", [id]),
  ],
  [
    'arrêté',
    false,
    ({ id }) =>
      asAdmin(
        `public.stop_followups(
           (select campaign_id from public.email_sends where contact_id = $1 and step = 0 and subject <> 'S'),
           (select id from public.email_sends where contact_id = $1 and step = 0 and subject <> 'S'))`,
        [id],
      ),
  ],
];

const noEvent: (typeof followUpEvents)[number] = ['rien', true, async () => {}];

const reportEvent = (contact: string, kind: string) =>
  postgres.sql(
    `select public.record_email_event(gen_random_uuid()::text, s.id, null, $2, now()) from public.email_sends s where s.contact_id = $1`,
    [contact, kind],
  );

/** Inserts an absence notice with a return date, in days from now. */
const insertAbsence = ({ id, email }: Contact, days: number) =>
  postgres.sql(
    `insert into public.inbound_messages (id, provider_id, from_email, kind, sender_check, contact_id, received_at, returns_on)
     select made, made::text, $2, 'absence', 'pass', $1, now(), (now() at time zone 'America/Toronto')::date + $3::integer
     from gen_random_uuid() as made`,
    [id, email, days],
  );

test(`${histories} campaigns with up to five follow-ups: each goes once, only to those who should get it`, async () => {
  const random = createSeededRandom(seed + 1);
  const stopped: Record<string, number> = {};
  let [followed, waited] = [0, 0];
  for (let round = 0; round < histories; round++) {
    const where = `round ${round}, seed ${seed}`;
    const people = await newCrowd(round, random);
    await postgres.sql("update public.contacts set status = 'nouveau' where status = 'intéressé'");
    const delays = Array.from(
      { length: 1 + Math.floor(random.next() * 5) },
      () => 1 + Math.floor(random.next() * 30),
    );
    const steps = delays.map((delay_days, index) => ({
      delay_days,
      subject: 'Encore {entreprise}',
      body: `Rebonjour {nom}, ${index}`,
    }));
    await create(people, { steps });
    equal((await sendAll()).length, crowd);
    let left = people;
    for (const [step, days] of delays.entries()) {
      const [here, awayNow]: [Contact[], Contact[]] = [[], []];
      for (const person of left) {
        // Most contacts have no event, so that some get every follow-up.
        const [name, isAllowed, happen] = random.chance(0.6) ? noEvent : random.pick(followUpEvents);
        await happen(person);
        if (!isAllowed) stopped[name] = (stopped[name] ?? 0) + 1;
        else if (random.chance(0.2)) {
          await insertAbsence(person, 2);
          awayNow.push(person);
        } else here.push(person);
      }
      // Bounces and complaints pause all sending, which is lifted here to look at each contact.
      await postgres.sql('update public.dispatcher_state set reputation_stop = null');
      await postgres.sql(
        'update public.campaigns set paused_at = null, pause_reason = null where paused_at is not null',
      );
      const age = (interval: string) =>
        postgres.sql(
          // Messages of other campaigns keep their dates.
          `update public.email_sends set finished_at = now() - $1::interval where step = $2 and status = 'envoyé' and subject <> 'S'`,
          [interval, step],
        );
      await age(`${days * 24 - 2} hours`);
      deepEqual(await sendAll(), [], `too early: step ${step}, ${where}`);
      await age(`${days + Math.floor(random.next() * 6)} days 2 hours`);
      const emails = (of: Contact[]) => of.map(({ email }) => email).sort();
      deepEqual(await sendAll(), emails(here), `step ${step}, ${where}`);
      deepEqual(await sendAll(), [], `twice: step ${step}, ${where}`);
      await postgres.sql(
        "update public.inbound_messages set returns_on = (now() at time zone 'America/Toronto')::date where returns_on < now() + interval '5 days'",
      );
      deepEqual(await sendAll(), emails(awayNow), `back: step ${step}, ${where}`);
      followed += here.length;
      waited += awayNow.length;
      left = [...here, ...awayNow];
    }
    const [open] = await postgres.sql<{ open: number; undecided: number }>(
      `select (select count(*)::int from public.email_sends where status not in ('envoyé', 'annulé', 'incertain')) as open,
         (select count(*)::int from public.campaigns c cross join lateral private.next_followups(c.id) as plan
          where plan.followup_refusal is null
            and not private.is_followup_stopped(c.id, plan.contact_id)
            and private.lobbying_refusal(plan.contact_id) is null) as undecided`,
    );
    deepEqual(open, { open: 0, undecided: 0 }, where);
  }
  const spared = Object.values(stopped).reduce((sum, count) => sum + count, 0);
  console.log(
    `${histories} campagnes à relances, ${followed + waited} relances dont ${waited} au retour d’une absence, ${spared} suites arrêtées : 0 à tort, 0 en double, 0 perdue (${JSON.stringify(stopped)})`,
  );
  expect(followed * waited * spared).toBeGreaterThan(0);
}, 1_800_000);
