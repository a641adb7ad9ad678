/**
 * `npm run bench -- sender`: how long a large campaign takes to create, and how fast the send job is compared with its
 * provider's limit, on a real PostgreSQL and PostgREST. RUNS, SECONDS and CONTACTS change the measure.
 */
import { sendDueCampaigns } from '../../supabase/functions/_shared/campaign/send-campaigns.ts';
import { newRunState } from '../../supabase/functions/_shared/mail/send-due.ts';
import { startFakeResend } from '../../supabase/functions/_testing/fake-resend.ts';
import { startSmtpServer } from '../../supabase/functions/_testing/smtp-server.ts';
import { functionDependencies } from '../database/engines/function-dependencies.ts';
import { startSenderFixture } from '../database/fixtures/sender.ts';
import { median } from './measure.ts';
import { record } from './performance-page.ts';
import { benchContext } from './sender-context.ts';
import type { Measure } from './table.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 10);
const CONTACTS = Number(process.env.CONTACTS ?? 2000);
const LATENCY_MS = 50;

const fixture = await startSenderFixture(CONTACTS);
const resend = await startFakeResend();
const smtp = await startSmtpServer();
// Keeps the process alive during pauses, since the timers of AbortSignal.timeout do not.
const keepAlive = setInterval(() => undefined, 1_000);
try {
  const creations: number[] = [];
  for (let run = 0; run < RUNS; run++) creations.push(await timeOf(() => fixture.createCampaign(CONTACTS)));
  await fixture.database.sql('update public.campaigns set driven_until = null', []);
  const measures: Measure[] = [{ name: 'création, ms', ours: median(creations) }];
  console.log(`Création, ${CONTACTS} contacts, médiane de ${RUNS} : ${median(creations).toFixed(0)} ms`);

  const viaResend = { RESEND_API_KEY: 're_essai', RESEND_BASE_URL: resend.url };
  for (const limit of [2, 10, 1000]) {
    Object.assign(resend, { perSecond: limit, latency: LATENCY_MS });
    const { perSecond, refused } = await measureSending(viaResend);
    measures.push({
      name:
        limit === 1000 ? 'Resend sans limite atteinte, messages/s' : `Resend limité à ${limit}/s, messages/s`,
      ours: perSecond,
      ...(limit === 1000 ? {} : { reference: limit }),
      digits: 1,
    });
    const said =
      limit === 1000
        ? 'sans limite atteinte'
        : `limite ${limit}/s, rapport ${(perSecond / limit).toFixed(2)}`;
    console.log(
      `Resend à ${LATENCY_MS} ms : ${perSecond.toFixed(1)} messages/s (${said}, ${refused} refus 429)`,
    );
  }
  const { perSecond } = await measureSending({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) });
  measures.push({ name: 'SMTP sans délai, messages/s', ours: perSecond, digits: 1 });
  record('sender', measures, `${CONTACTS} contacts; rapport à la limite du fournisseur.`);
  console.log(`SMTP sans délai : ${perSecond.toFixed(1)} messages/s`);
} finally {
  clearInterval(keepAlive);
  await Promise.all([resend.close(), smtp.close()]);
  await fixture.stop();
}

/** Measures the messages a second of one call of the job, with enough messages for its whole duration. */
async function measureSending(
  provider: Record<string, string>,
): Promise<{ perSecond: number; refused: number }> {
  const dependencies = functionDependencies(fixture.database, provider, ({ detail }) =>
    console.error(detail),
  );
  const context = benchContext(dependencies);
  // A first call learns the provider's rate limit.
  await sendDueCampaigns({ ...context, deadline: performance.now() + 1_500 });
  const [state, refusedBefore, begun] = [newRunState(), resend.limited, performance.now()];
  await sendDueCampaigns({ ...context, deadline: begun + SECONDS * 1_000 }, state);
  const seconds = (performance.now() - begun) / 1_000;
  return { perSecond: (state.counts.accepted ?? 0) / seconds, refused: resend.limited - refusedBefore };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
