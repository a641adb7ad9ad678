/**
 * `npm run bench -- load`: PostgreSQL and PostgREST with years of data (1 000 000 views, 50 000 contacts, 200 000
 * messages, 100 000 delivery events). It prints the cost of each screen and job, the slowest first, then the latency
 * for 200 visitors during a minute, alone and during a campaign of 2 000. SECONDS, VISITORS and SCALE (0.01 for a quick
 * look) change the measure.
 */
import { availableParallelism, loadavg } from 'node:os';
import autocannon from 'autocannon';
import pg from 'pg';
import { sendDueCampaigns } from '../../supabase/functions/_shared/campaign/send-campaigns.ts';
import { newRunState } from '../../supabase/functions/_shared/mail/send-due.ts';
import { startFakeResend } from '../../supabase/functions/_testing/fake-resend.ts';
import { functionDependencies } from '../database/engines/function-dependencies.ts';
import { type SenderFixture, startSenderFixture } from '../database/fixtures/sender.ts';
import { fillYears, statements } from './load-data.ts';
import { record } from './performance-page.ts';
import { benchContext } from './sender-context.ts';
import type { Measure } from './table.ts';

const SECONDS = Number(process.env.SECONDS ?? 60);
const VISITORS = Number(process.env.VISITORS ?? 200);
const SCALE = Number(process.env.SCALE ?? 1);
const RECIPIENTS = Math.min(2000, 50_000 * SCALE);

const measures: Measure[] = [];
const fixture = await startSenderFixture(50_000 * SCALE);
const resend = await startFakeResend();
const keepAlive = setInterval(() => undefined, 1_000);
try {
  const counts = await fillYears(fixture.database, SCALE);
  console.log(`Tables : ${counts}. ${availableParallelism()} cœurs, charge ${load()} au début.`);
  await printStatements();
  await fixture.database.sql('select private.tour_daily_run()');
  await fixture.database.sql('vacuum analyze public.tour_views');
  console.log('\nVues des mois passés additionnées :');
  await printStatements(statements.filter(({ name }) => name.includes('by month')));
  console.log(`\n${VISITORS} visiteurs, ${SECONDS} s`);
  await visit('seuls');
  const campaign = await fixture.createCampaign(RECIPIENTS);
  await fixture.database.sql('update public.campaigns set driven_until = null where id = $1', [campaign]);
  const stop = sendInBackground(fixture);
  await visit(`pendant qu'une campagne de ${RECIPIENTS} part`);
  const [sent] = await fixture.database.sql<{ sent: number }>(
    "select count(*)::int as sent from public.email_sends where campaign_id = $1 and status = 'envoyé'",
    [campaign],
  );
  await stop();
  record('load', measures, `${counts}, ${VISITORS} visiteurs, ${SECONDS} s.`);
  console.log(`Partis pendant ce temps : ${sent?.sent} de ${RECIPIENTS}.`);
} finally {
  clearInterval(keepAlive);
  await resend.close();
  await fixture.stop();
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}

/** Measures PostgreSQL alone for each screen and job as its role, and rolls back. */
async function printStatements(asked = statements): Promise<void> {
  const client = new pg.Client({ connectionString: fixture.database.url });
  await client.connect();
  const rows: { ms: number; name: string }[] = [];
  for (const { name, role, query } of asked) {
    await client.query('begin');
    const claims = JSON.stringify({ sub: 'a0000000-0000-4000-8000-000000000002', role });
    await client.query("select set_config('request.jwt.claims', $1, true)", [claims]);
    await client.query(`set local role ${role}`);
    const answer = await client.query(`explain (analyze, format json) ${query}`);
    rows.push({ name, ms: answer.rows[0]['QUERY PLAN'][0]['Execution Time'] });
    await client.query('rollback');
  }
  await client.end();
  rows.sort((a, b) => b.ms - a.ms);
  for (const { name, ms } of rows) {
    measures.push({ name: `${name}, ms`, ours: ms, digits: 1 });
    console.log(`${ms.toFixed(1).padStart(9)} ms  ${name}`);
  }
}

/** Runs four kinds of visitors at once; prints their latency and answers, and lock waits. */
async function visit(title: string): Promise<void> {
  const [tour] = await fixture.database.sql<{ id: string; slug: string }>(
    "select id, slug from public.virtual_tours where status = 'published' limit 1",
  );
  let caller = 0;
  // Gives each request another network address, because rate limits are by address.
  const fromSomewhere = (request: autocannon.Request) => {
    caller++;
    const address = `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
    request.headers = { ...request.headers, 'x-forwarded-for': address };
    return request;
  };
  const json = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (visiteur)' };
  const cards =
    'select=id,title,slug,description,location,url,image_url,panorama_url,virtual_tour_tags(tag_id)';
  const kinds: Record<string, autocannon.Request> = {
    'portfolio, 24 premières': {
      path: `/virtual_tours?${cards}&status=eq.published&order=created_at.desc,id.asc&limit=24`,
      headers: { prefer: 'count=exact' },
    },
    'page de visite': { path: `/virtual_tours?${cards}&status=eq.published&slug=eq.${tour?.slug}` },
    'compter une vue': {
      method: 'POST',
      path: '/rpc/count_tour_view',
      headers: json,
      body: JSON.stringify({ tour_id: tour?.id }),
      setupRequest: fromSomewhere,
    },
    'demande, dix adresses': {
      method: 'POST',
      path: '/quote_requests',
      headers: { ...json, prefer: 'return=minimal' },
      setupRequest: (request) => {
        caller++;
        return {
          ...request,
          headers: { ...request.headers, 'x-forwarded-for': `192.0.2.${caller % 10}` },
          body: JSON.stringify({
            organization_name: 'Ville de charge',
            contact_name: 'Charge',
            email: `charge${caller}@exemple.test`,
            organization_type: 'ville',
            service_type: 'autre',
          }),
        };
      },
    },
  };
  const locks = sampleLocks(fixture);
  const results = await Promise.all(
    Object.entries(kinds).map(async ([name, request]) => ({
      name,
      result: await autocannon({
        url: fixture.database.apiUrl,
        connections: VISITORS / 4,
        duration: SECONDS,
        requests: [request],
      }),
    })),
  );
  console.log(`\n${title} (charge ${load()})`);
  for (const { name, result } of results) {
    const { p50, p90, p97_5, p99 } = result.latency;
    measures.push({ name: `${name}, ${title}, p99 en ms`, ours: p99 });
    const refused = result['4xx'] ? `, ${result['4xx']} refusées (limite)` : '';
    console.log(
      `  ${name.padEnd(26)} ${result.requests.average.toFixed(0).padStart(5)}/s  p50 ${p50} ms  p90 ${p90}  p97,5 ${p97_5}  p99 ${p99}  erreurs ${result.errors + result.timeouts + result['5xx']}${refused}`,
    );
  }
  console.log(`  verrous : ${await locks()}`);
}

/**
 * Samples lock waits ten times a second.
 *
 * @returns a function that stops it and describes them
 */
function sampleLocks({ database }: SenderFixture): () => Promise<string> {
  let samples = 0;
  let waiting = 0;
  let most = 0;
  const kinds = new Map<string, number>();
  const timer = setInterval(async () => {
    const rows = await database.sql<{ event: string; n: number }>(
      `select wait_event as event, count(*)::int as n from pg_stat_activity
       where wait_event_type = 'Lock' group by 1`,
    );
    samples++;
    const now = rows.reduce((sum, { n }) => sum + n, 0);
    waiting += now;
    most = Math.max(most, now);
    for (const { event, n } of rows) kinds.set(event, (kinds.get(event) ?? 0) + n);
  }, 100);
  return async () => {
    clearInterval(timer);
    const named = [...kinds].map(([event, n]) => `${event} ${n}`).join(', ');
    return `${(waiting / Math.max(1, samples)).toFixed(2)} en attente en moyenne, ${most} au plus sur ${samples} relevés${named ? ` (${named})` : ''}`;
  };
}

/** Runs the send job repeatedly, as the dispatcher does. */
function sendInBackground({ database }: SenderFixture): () => Promise<void> {
  const provider = { RESEND_API_KEY: 're_essai', RESEND_BASE_URL: resend.url };
  Object.assign(resend, { perSecond: 1000, latency: 20 });
  const dependencies = functionDependencies(database, provider, ({ detail }) => console.error(detail));
  let stopped = false;
  const context = benchContext(dependencies);
  const running = (async () => {
    while (!stopped) {
      await sendDueCampaigns({ ...context, deadline: performance.now() + 2_000 }, newRunState());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return async () => {
    stopped = true;
    await running;
  };
}
