import { type ChildProcess, spawn } from 'node:child_process';
import { createSeededRandom, type SeededRandom } from '../../database/fixtures/seeded-random.ts';
import { type SenderFixture, sender } from '../../database/fixtures/sender.ts';
import { checkInvariants, type Findings } from './invariants.ts';
import { type Provider, startProvider } from './providers.ts';
import { Restore, type RestoreFindings } from './restore.ts';
import { type Point, points, type WorkerJob } from './worker-job.ts';

export interface ChaosPlan {
  transport: WorkerJob['provider']['kind'];
  /** Our send routine, or a naive one that proves that the harness finds faults. */
  routine: 'ours' | 'naive';
  /** Minimum numbers of messages and kills. */
  messages: number;
  kills: number;
  /** Messages in each campaign. */
  campaign: number;
  seed: number;
  /** Restores an older copy of the database in the middle, with the same key of address hashes or another. */
  restore?: 'same' | 'another';
}

export interface ChaosResult extends Findings {
  /** Findings of a run with a restore. */
  restore?: RestoreFindings;
  kills: Record<Point, number>;
  /** Workers that lost their lease while they were paused, and continued. */
  stalls: number;
  /** Rounds without a provider, and pauses for the sender's reputation. */
  outages: number;
  stops: number;
  /** Incoming messages, with absence notices and forged ones. */
  answers: number;
  /** Follow-ups created, and those sent to people who had answered before. */
  followUps: number;
  sentAfterAnswer: number;
  processes: number;
  ms: number;
}

/** Counts that must be 0 at the end. */
export const faultCounts = [
  ...(['duplicates', 'lost', 'unfinished', 'sentButNotAccepted'] as const),
  ...(['acceptedButHidden', 'wrongCampaigns', 'wrongContacts', 'wrongAnswers'] as const),
  ...(['undecidedFollowUps', 'sentAfterAnswer'] as const),
];

export const countKilled = ({ kills }: Pick<ChaosResult, 'kills'>): number =>
  Object.values(kills).reduce((sum, count) => sum + count, 0);

/** The figures of a run, in three lines. */
export function summary({ transport, routine, restore }: ChaosPlan, result: ChaosResult): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  return [
    `${routine === 'ours' ? 'Notre routine' : 'Envoi naïf'}, ${transport} : ${result.messages} messages, ${countKilled(result)} processus tués sur ${result.processes} (${list(result.kills)}), ${result.stalls} baux perdus, ${result.outages} pannes, ${result.stops} arrêts, ${result.answers} réponses, ${result.followUps} relances, ${(result.ms / 1000).toFixed(0)} s`,
    `  acceptés ${result.accepted} ; ${list(result.states)}`,
    `  ${faultCounts.map((fault) => `${fault} ${result[fault]}`).join(' · ')}`,
    ...(result.restore
      ? [
          `  copie restaurée, ${restore === 'same' ? 'même clé' : 'autre clé'} : ${list({ ...result.restore })}`,
        ]
      : []),
  ].join('\n');
}

const WORKERS = 6;
const ROUND_LIMIT_MS = 120_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * Days without a message after which all follow-ups are over: one that waits for a legal ground is dropped after a
 * week.
 */
const QUIET_DAYS = 9;

/**
 * Runs rounds of workers on one database: dispatchers and browsers together, most of them killed at some point of a
 * message. Between rounds time passes (leases end, back-offs pass; once more than 24 hours, so that idempotency keys
 * expire), and the administrator resumes paused campaigns. After the last kill, healthy workers finish, and everything
 * is counted.
 */
export async function runChaos(
  fixture: SenderFixture,
  workerFile: string,
  plan: ChaosPlan,
): Promise<ChaosResult> {
  const begun = performance.now();
  const random = createSeededRandom(plan.seed);
  const provider = await startProvider(plan.transport, random);
  const run = new Run(fixture, workerFile, plan, provider, random);
  try {
    await run.toTheEnd();
    const accepted = () => run.restore?.known() ?? provider.accepted();
    return {
      ...(await checkInvariants(fixture, run.campaigns, { accepted })),
      ...(run.restore ? { restore: run.restore.findings() } : {}),
      ...{ kills: run.kills, stalls: run.stalls, processes: run.processes },
      ...{ outages: run.outages, stops: run.stops, answers: run.answers },
      followUps: await run.followUps(),
      sentAfterAnswer: await run.sentAfterAnswer(accepted()),
      ms: Math.round(performance.now() - begun),
    };
  } finally {
    await run.abandon();
    await provider.close();
  }
}

class Run {
  readonly kills = Object.fromEntries(points.map((point) => [point, 0])) as Record<Point, number>;
  readonly campaigns: string[] = [];
  readonly restore: Restore | null;
  stalls = 0;
  outages = 0;
  stops = 0;
  answers = 0;
  processes = 0;
  /** Messages sent or in progress for each person at the time of their answer. */
  private readonly answered = new Map<string, Set<string>>();
  private readonly live = new Set<ChildProcess>();
  private readonly fixture: SenderFixture;
  private readonly workerFile: string;
  private readonly plan: ChaosPlan;
  private readonly provider: Provider;
  private readonly random: SeededRandom;

  constructor(
    fixture: SenderFixture,
    workerFile: string,
    plan: ChaosPlan,
    provider: Provider,
    random: SeededRandom,
  ) {
    this.fixture = fixture;
    this.workerFile = workerFile;
    this.plan = plan;
    this.provider = provider;
    this.random = random;
    this.restore = plan.restore ? new Restore(fixture, provider, plan.restore) : null;
  }

  async toTheEnd(): Promise<void> {
    for (let made = 0; made < this.plan.messages; made += this.plan.campaign) await this.addCampaign();
    let dayPassed = false;
    let quietDays = 0;
    let isRestored = this.restore === null;
    for (let round = 0; ; round++) {
      const pending = await this.pending();
      const isKilling = countKilled(this) < this.plan.kills || !isRestored;
      if (pending.length === 0 && !isKilling) {
        // Each day creates follow-ups and answers to them. The naive sender has none.
        if (quietDays === QUIET_DAYS || this.plan.routine === 'naive') return;
        quietDays += 1;
        await this.letTimePass(25 * HOUR);
        await this.round(false, []);
        if (this.random.chance(0.6)) await this.answersArrive();
        await this.resume();
        continue;
      }
      if (!isKilling) quietDays = 0;
      // A naive sender that never finishes is stopped after a hundred rounds.
      if (this.plan.routine === 'naive' && !isKilling && round > 100) return;
      if (round > 500) throw new Error(`Still ${pending.length} messages pending after ${round} rounds`);
      if (isKilling && pending.length < this.plan.campaign) await this.addCampaign();
      if (this.plan.routine === 'ours' && isKilling) await this.trouble();
      const stalled = await this.round(isKilling, pending);
      this.provider.setDown(false);
      // Time also passes for a paused worker: a laptop may sleep for a day while it sends.
      const isNextDay: boolean =
        this.provider.advance !== null && !dayPassed && countKilled(this) > this.plan.kills / 2;
      dayPassed ||= isNextDay;
      // Follow-ups that wait for a return date wait for days.
      const passedMs = isNextDay || !isKilling ? 25 * HOUR : 5 * MINUTE;
      await this.letTimePass(passedMs);
      if (stalled.length > 0) {
        // Other workers take the paused worker's messages before it continues.
        await this.round(false, await this.pending());
        for (const child of stalled) child.send(passedMs);
        await Promise.all(stalled.map((child) => this.ended(child)));
      }
      if (round === 0) await this.restore?.copy();
      if (!isRestored && countKilled(this) > this.plan.kills / 2) {
        await this.putBack();
        isRestored = true;
      }
      if (this.plan.routine === 'ours' && this.random.chance(0.6)) await this.answersArrive();
      await this.resume();
    }
  }

  /** Causes an outage of the provider, or a pause for the sender's reputation. */
  private async trouble(): Promise<void> {
    const { sql } = this.fixture.database;
    if (this.random.chance(0.15)) {
      this.provider.setDown(true);
      this.outages += 1;
    }
    if (this.random.chance(0.1)) {
      await sql(
        `insert into public.dispatcher_state (id, reputation_stop) values (1, 'Trop de rebonds.')
         on conflict (id) do update set reputation_stop = excluded.reputation_stop`,
        [],
      );
      this.stops += 1;
    }
  }

  /** Delivers answers, absence notices and forged messages by the function that receives them, each twice. */
  private async answersArrive(): Promise<void> {
    const { sql } = this.fixture.database;
    const sent = await sql<{ token: string; email: string }>(
      `select private.reply_token(id) as token, recipient_email as email from public.email_sends
       where status in ('envoyé', 'incertain') and replied_at is null and recipient_email is not null order by id limit 3`,
      [],
    );
    for (const { token, email } of sent) {
      const [kind, sender_check] = this.random.weighted<[string, string]>([
        [3, ['reply', 'unknown']],
        [1, ['absence', 'pass']],
        [1, ['reply', 'fail']],
      ]);
      this.answers += 1;
      const message = {
        ...{
          id: crypto.randomUUID(),
          provider_id: `chaos-${this.plan.seed}-${this.answers}-${crypto.randomUUID()}`,
        },
        ...{ from_email: email, kind, sender_check, tokens: [token], received_at: new Date().toISOString() },
      };
      for (let time = 0; time < 2; time++) {
        await sql('select public.receive_message($1::jsonb)', [JSON.stringify(message)]);
      }
      if (kind === 'reply' && sender_check !== 'fail') {
        const known = await sql<{ id: string }>(
          `select id from public.email_sends where recipient_email = $1
             and (status in ('envoyé', 'incertain') or lease_token is not null or may_have_arrived)`,
          [email],
        );
        this.answered.set(email, new Set(known.map(({ id }) => id)));
      }
    }
  }

  /** Runs workers on the restored copy before and after a person reviews it. */
  private async putBack(): Promise<void> {
    await this.restore?.putBack();
    // The copy does not know of some of these answers.
    this.answered.clear();
    for (let round = 0; round < 2; round++) {
      await this.round(false, await this.pending());
      await this.letTimePass(5 * MINUTE);
    }
    await this.restore?.release();
  }

  /** Counts follow-ups that the provider accepted for people who had answered, except those in progress then. */
  async sentAfterAnswer(accepted: Map<string, number>): Promise<number> {
    const rows = await this.fixture.database.sql<{ id: string; email: string }>(
      'select id, recipient_email as email from public.email_sends where step > 0 and recipient_email = any ($1)',
      [[...this.answered.keys()]],
    );
    return rows.filter(({ id, email }) => accepted.has(id) && !this.answered.get(email)?.has(id)).length;
  }

  async followUps(): Promise<number> {
    const [row] = await this.fixture.database.sql<{ count: number }>(
      'select count(*)::integer as count from public.email_sends where step > 0 and campaign_id = any ($1)',
      [this.campaigns],
    );
    return row?.count ?? 0;
  }

  private async addCampaign(): Promise<void> {
    const followUps = Math.floor(this.random.next() * 6);
    this.campaigns.push(await this.fixture.createCampaign(this.plan.campaign, followUps));
  }

  private async pending(): Promise<string[]> {
    const rows = await this.fixture.database.sql<{ id: string }>(
      `select id from public.email_sends where status in ('programmé', 'brouillon') order by campaign_id, id`,
      [],
    );
    return rows.map(({ id }) => id);
  }

  /** Starts workers and waits until each has ended; answers those that stand still. */
  private async round(isKilling: boolean, pending: string[]): Promise<ChildProcess[]> {
    // Two browsers have the same list of messages, with dispatchers beside them.
    const sends = pending.slice(0, 12);
    const stalled: ChildProcess[] = [];
    await Promise.all(
      Array.from({ length: isKilling ? WORKERS : 3 }, async (_, index) => {
        const isBrowser = index % 3 === 2 || (index % 3 === 1 && this.random.chance(0.5));
        const role = this.plan.routine === 'naive' ? 'naive' : isBrowser ? 'browser' : 'dispatcher';
        const crash = isKilling ? this.crash() : null;
        const child = this.start({ role, crash, sends: role === 'browser' ? sends : [] });
        const stalling = new Promise<'stalled'>((resolve) => child.once('message', () => resolve('stalled')));
        const end = await Promise.race([this.ended(child), stalling]);
        if (end === 'stalled') {
          this.stalls += 1;
          stalled.push(child);
        } else if (end === 'SIGKILL' && crash && crash.point !== 'stall') this.kills[crash.point] += 1;
        else if (end !== 0) throw new Error(`A worker ended with ${end}`);
      }),
    );
    return stalled;
  }

  private crash(): WorkerJob['crash'] {
    if (this.plan.routine === 'ours' && this.random.chance(0.04)) return { point: 'stall', passage: 1 };
    // The naive sender does not reach every point.
    const possible = this.plan.routine === 'ours' ? points : points.slice(1, 4);
    // The points take turns, so that even a short run meets them all.
    const point = possible[this.processes % possible.length] as Point;
    return { point, passage: 1 + Math.floor(this.random.next() * 3) };
  }

  private start(part: Pick<WorkerJob, 'role' | 'crash' | 'sends'>): ChildProcess {
    const job: WorkerJob = {
      ...part,
      ...{ apiUrl: this.fixture.database.apiUrl, serviceToken: this.fixture.serviceToken },
      ...{ provider: this.provider.job, sender },
    };
    const child = spawn(process.execPath, [this.workerFile, JSON.stringify(job)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.processes += 1;
    this.live.add(child);
    child.once('exit', () => this.live.delete(child));
    return child;
  }

  /** Returns a process's exit code or signal. */
  private ended(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
    if (child.exitCode !== null || child.signalCode !== null) {
      return Promise.resolve(child.signalCode ?? child.exitCode);
    }
    return new Promise((resolve, reject) => {
      const tooLong = setTimeout(() => reject(new Error('A worker did not end')), ROUND_LIMIT_MS);
      child.once('exit', (code, signal) => {
        clearTimeout(tooLong);
        resolve(signal ?? code);
      });
    });
  }

  /** Moves the database's and the provider's time: leases and back-offs end, browsers are gone. */
  private async letTimePass(ms: number): Promise<void> {
    this.provider.advance?.(ms);
    await this.fixture.database.sql(
      `update public.email_sends set next_attempt_at = now() - interval '1 second',
         first_attempt_at = first_attempt_at - $1 * interval '1 millisecond' where status = 'programmé'`,
      [ms],
    );
    await this.fixture.database.sql(
      "update public.email_sends set finished_at = finished_at - $1 * interval '1 millisecond' where finished_at is not null",
      [ms],
    );
    await this.fixture.database.sql(
      "update public.inbound_messages set received_at = received_at - $1 * interval '1 millisecond'",
      [ms],
    );
    await this.fixture.database.sql('update public.dispatcher_state set outage_next_at = now()', []);
    await this.fixture.database.sql('update public.campaigns set driven_until = null', []);
  }

  private async resume(): Promise<void> {
    const paused = await this.fixture.database.sql<{ id: string }>(
      'select id from public.campaigns where paused_at is not null',
      [],
    );
    for (const { id } of paused) {
      await this.fixture.asAdmin('resume_campaign', { campaign: id, despite_reputation: true });
    }
  }

  async abandon(): Promise<void> {
    await Promise.all(
      [...this.live].map((child) => {
        const end = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        return end;
      }),
    );
  }
}
