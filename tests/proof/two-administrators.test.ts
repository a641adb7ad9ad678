import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSenderFixture } from '../database/fixtures/sender.ts';
import { proofSize } from '../unit/proof-size.ts';
import { Copies } from './histories/copies.ts';
import { History, type InitialState, type InjectedFault } from './histories/history.ts';
import { type Event, findFaults } from './histories/model.ts';

const STEPS = 30;
let world: InitialState;

beforeAll(async () => {
  const fixture = await startSenderFixture(5);
  const { database, asAdmin } = fixture;
  const second = 'a0000000-0000-4000-8000-000000000003';
  await database.sql(
    `insert into auth.users (id, email, aud, role) values ('${second}', 'deux@exemple.test', 'authenticated', 'authenticated');
     insert into public.user_roles (user_id, role) values ('${second}', 'admin');
     update public.sending_settings set warms_up = false;
     update public.contacts set company = replace(company, 'Ville', 'Auberge'), sector = 'tourisme';
     update public.studio set tax_registered = true, tps_number = '123456789 RT0001', tvq_number = '1234567890 TQ0001'`,
  );
  const [[template], contacts] = await Promise.all([
    database.sql<{ id: string }>("select id from public.email_templates where name = 'Chaos'"),
    database.sql<{ id: string; email: string }>('select id, email from public.contacts'),
  ]);
  const quote = (await asAdmin('create_quote', {
    source: 'contact',
    source_id: contacts[0]?.id,
  })) as string;
  const [draft] = await database.sql<{ read_at: string }>(
    `update public.quotes set subject = 'Visite', accepts_by = 'council',
       lines = '[{"description": "Visite", "quantity": "1.000", "unit": "jour", "unitPriceCents": 76000000}]'
     where id = $1 returning updated_at::text as read_at`,
    [quote],
  );
  await asAdmin('send_quote', { quote, read_at: draft?.read_at });
  await asAdmin('record_paper_acceptance', {
    ...{ quote, reason: 'Papier' },
    answer: { name: 'Jeanne Roy', jobTitle: 'Greffière', authority: 'delegation', purchaseOrder: 'BC-12' },
  });
  const copies = await Copies.of(database, ['beginning', 'kept']);
  await copies.make('beginning');
  const token = (sub: string) => database.jwt({ sub });
  world = {
    ...{ fixture, copies, quote, template: template?.id ?? '', contacts },
    tokens: [token('a0000000-0000-4000-8000-000000000002'), token(second)],
  };
}, 120_000);
afterAll(() => world?.fixture.stop());

const histories = proofSize(20, 1000);

it(`${histories} histories of two administrators, a sender, kills and copies put back: nothing twice, nothing lost`, async () => {
  const counted = new Map<Event['kind'], number>();
  const start = performance.now();
  for (let seed = 1; seed <= histories; seed++) {
    const events = await new History(world, seed).run(STEPS);
    for (const { kind } of events) counted.set(kind, (counted.get(kind) ?? 0) + 1);
    expect(
      findFaults(events),
      `seed ${seed}\n${events.map((one) => JSON.stringify(one)).join('\n')}`,
    ).toEqual([]);
  }
  console.log(
    `${histories} histories in ${Math.round((performance.now() - start) / 1000)} s: ${[...counted].map(([kind, n]) => `${n} ${kind}`).join(', ')}`,
  );
  // Every kind of event must have happened, or the test proves nothing.
  const kinds: Event['kind'][] = [
    'saved',
    'asked',
    'numbered',
    'quote accepted',
    'handed over',
    'recorded',
    'left',
    'put back',
  ];
  for (const kind of kinds) expect(counted.get(kind) ?? 0, kind).toBeGreaterThan(histories / 10);
}, 1_800_000);

describe('the model sees', () => {
  const broken: [InjectedFault, RegExp[]][] = [
    ['saves without their check', [/an edit of .* is lost/]],
    ['sender without claims', [/is accepted twice/]],
    ['copy without hold', [/is accepted twice/, /had left, and is written to/, /is given twice/]],
  ];

  it.each(broken)(
    '%s',
    async (how, named) => {
      const findings: string[] = [];
      for (
        let seed = 1;
        seed <= 200 && !named.every((one) => findings.some((said) => one.test(said)));
        seed++
      )
        findings.push(...findFaults(await new History(world, seed, how).run(STEPS)));
      for (const one of named) expect(findings.join('\n')).toMatch(one);
    },
    120_000,
  );

  it('an acceptance of a quote, and one of a message, that is recorded twice', () => {
    const accepted: Event = { kind: 'quote accepted', who: 0, quote: 'q' };
    const recorded: Event = { kind: 'recorded', message: 'm' };
    expect(findFaults([accepted, recorded, { ...accepted, who: 1 }, recorded])).toEqual([
      '2: the acceptance of q is recorded twice',
      '3: m is recorded twice',
    ]);
    expect(
      findFaults([{ kind: 'copied', versions: {} }, accepted, recorded, { kind: 'put back' }, accepted]),
    ).toEqual([]);
  });
});
