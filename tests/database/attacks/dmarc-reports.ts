import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { campaignCheck, done, mustRefuse, rpc } from '../fixtures/campaigns.ts';

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** A report on the domain of the studio's sender, studio@exemple.test. */
const report = (more: Row = {}): Row => ({
  ...{ domain: 'exemple.test', reporter: 'google.example', sender: 'noreply@google.example', report_id: '1' },
  ...{ sender_check: 'pass', begins_at: daysAgo(2), ends_at: daysAgo(1), other_messages: 0 },
  sources: [
    { ip: '192.0.2.1', messages: 40, disposition: 'none', dkim: true, spf: true },
    { ip: '203.0.113.9', messages: 7, disposition: 'reject', dkim: false, spf: false },
  ],
  ...more,
});

const receive = (engine: Engine, more: Row = {}) =>
  done<boolean>(engine, 'service', 'receive_dmarc_report', { report: report(more) });

const count = async (engine: Engine) =>
  (await engine.sql<{ n: number }>('select count(*)::integer as n from public.dmarc_reports'))[0]?.n;

const check = (name: string, run: (engine: Engine) => Promise<void>): Check => ({
  ...campaignCheck(name, run, { object: 'dmarc_reports' }),
  name: `attack · DMARC reports · ${name}`,
});

/** Attacks on a mailbox to which anybody may send, in the name of a server that reports. */
export const attacksOnDmarcReports: Check[] = [
  check('only the server keeps one, only members read them', async (engine) => {
    await mustRefuse(engine, ['visitor', 'user', 'reader', 'admin'], 'receive_dmarc_report', {
      report: report(),
    });
    equal(await receive(engine), true);
    const summary = async (role: 'user' | 'reader' | 'admin') => {
      const answer = await rpc(engine, role, 'dmarc_summary', {});
      return answer.status < 300 ? (answer.body as Row[]).length : answer.status;
    };
    deepEqual(await Promise.all([summary('user'), summary('reader'), summary('admin')]), [0, 1, 1]);
    ok((await rpc(engine, 'visitor', 'dmarc_summary', {})).status >= 400);
  }),
  check('of our domain and those above and below it, of no other', async (engine) => {
    const kept = async (domain: string) => receive(engine, { domain, report_id: domain });
    for (const domain of ['EXEMPLE.test', 'lettres.exemple.test']) equal(await kept(domain), true, domain);
    for (const domain of ['test', 'autreexemple.test', 'exemple.test.voleur.example', 'voleur.example', ''])
      equal(await kept(domain), false, domain);
    equal(await count(engine), 2);
  }),
  check('forged, of a period that cannot be, or once more · nothing is kept', async (engine) => {
    equal(await receive(engine), true);
    const refused: [what: string, more: Row][] = [
      ['the same again', {}],
      ['certainly forged', { report_id: '2', sender_check: 'fail' }],
      ['of last year', { report_id: '3', begins_at: daysAgo(200), ends_at: daysAgo(199) }],
      ['of next week', { report_id: '4', ends_at: daysAgo(-7) }],
      ['of six weeks', { report_id: '5', begins_at: daysAgo(43) }],
    ];
    for (const [what, more] of refused) equal(await receive(engine, more), false, what);
    for (const more of [
      { report_id: '6', sources: {} },
      { report_id: '7', ends_at: daysAgo(3) },
      { report_id: ' ' },
    ])
      ok((await rpc(engine, 'service', 'receive_dmarc_report', { report: report(more) })).status >= 400);
    equal(await count(engine), 1);
  }),
  check('a flood · a hundred a day of one domain, and one of many deliveries at once', async (engine) => {
    const once = await Promise.all(Array.from({ length: 8 }, () => receive(engine)));
    equal(once.filter((kept) => kept).length, 1);
    await engine.sql(`
      insert into public.dmarc_reports (domain, reporter, sender, report_id, sender_check, begins_at, ends_at, sources)
      select 'exemple.test', 'flot.example', 'x@flot.example', n::text, 'unknown', now() - interval '2 days', now(), '[]'
      from generate_series(1, 99) n`);
    equal(await receive(engine, { report_id: 'un de trop' }), false);
    equal(await receive(engine, { report_id: 'autre', domain: 'lettres.exemple.test' }), true);
  }),
  check('the summary · adds reports up, and says which servers never passed', async (engine) => {
    await receive(engine);
    await receive(engine, { report_id: '2', sender_check: 'unknown', other_messages: 3 });
    const [domain] = await done<Row[]>(engine, 'admin', 'dmarc_summary');
    deepEqual(
      [domain?.reports, domain?.unverified, domain?.messages, domain?.servers, domain?.failing_servers],
      [2, 1, 97, 2, 1],
    );
    deepEqual(domain?.sources, [
      { ip: '203.0.113.9', messages: 14, dkim: 0, spf: 0, rejected: 14, quarantined: 0 },
      { ip: '192.0.2.1', messages: 80, dkim: 80, spf: 80, rejected: 0, quarantined: 0 },
    ]);
    await engine.sql(
      "update public.dmarc_reports set begins_at = now() - interval '191 days', ends_at = now() - interval '190 days'",
    );
    await done(engine, 'service', 'apply_retention');
    equal(await count(engine), 0);
  }),
];
