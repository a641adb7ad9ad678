import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SenderFixture, startSenderFixture } from '../database/fixtures/sender.ts';
import { bundleWorker } from './chaos/bundle.ts';
import { type ChaosPlan, countKilled, faultCounts, runChaos, summary } from './chaos/chaos.ts';

/** A short run; `npm run proof -- chaos` is the full one. */
let fixture: SenderFixture;
let worker: Awaited<ReturnType<typeof bundleWorker>>;
beforeAll(async () => {
  [fixture, worker] = await Promise.all([startSenderFixture(60), bundleWorker()]);
});
afterAll(async () => {
  await fixture?.stop();
  await worker?.remove();
});

const chaos = async (plan: Pick<ChaosPlan, 'transport'> & Partial<ChaosPlan>, on = fixture) => {
  const whole: ChaosPlan = { routine: 'ours', messages: 30, kills: 8, campaign: 10, seed: 7, ...plan };
  const result = await runChaos(on, worker.file, whole);
  console.log(summary(whole, result));
  return result;
};
const noFaults = Object.fromEntries(faultCounts.map((fault) => [fault, 0]));

describe.each(['resend', 'smtp'] as const)('campaigns by %s', (transport) => {
  test('workers killed at every point of a message: none sent twice, none lost, none unfinished', async () => {
    const result = await chaos({ transport });
    expect(result).toMatchObject(noFaults);
    expect(countKilled(result)).toBeGreaterThanOrEqual(8);
    expect(result.messages).toBeGreaterThanOrEqual(30);
    expect(result.accepted).toBeGreaterThan(15);
  });
});

describe.each(['same', 'another'] as const)('an older copy of the database put back, %s key', (key) => {
  let own: SenderFixture;
  beforeAll(async () => {
    own = await startSenderFixture(60);
  });
  afterAll(() => own?.stop());

  test('nothing leaves before somebody resumes, and nothing to those who asked not to be written to', async () => {
    const result = await chaos({ transport: 'resend', restore: key }, own);
    expect(result).toMatchObject(noFaults);
    expect(result.restore).toMatchObject({
      ...{ acceptedWhileHeld: 0, acceptedBySuppressed: 0, addedTwice: 0 },
    });
    // Some messages must have left between the copy and the restore, or the test proves nothing.
    expect(result.restore?.forgotten).toBeGreaterThan(0);
  });
});

test('two tabs, double clicks and a dispatcher together, nobody dies: each message leaves once', async () => {
  const result = await chaos({ transport: 'smtp', kills: 0, messages: 10 });
  expect(result).toMatchObject(noFaults);
  // The number includes follow-ups.
  expect(result.messages).toBeGreaterThanOrEqual(10);
});

test('the same faults on a sender without claims: the harness sees what goes wrong', async () => {
  const result = await chaos({ transport: 'smtp', routine: 'naive', messages: 20, kills: 4 });
  expect(result.duplicates).toBeGreaterThan(0);
});

test('the last two messages of a campaign finished at the same moment close it', async () => {
  const { database, serviceToken } = fixture;
  const call = async (name: string, body: object) => {
    const answer = await fetch(`${database.apiUrl}/rpc/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serviceToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { id: string; lease_token: string }[];
  };
  // Messages that the naive sender left are ignored here.
  await database.sql("update public.email_sends set status = 'échec' where status = 'programmé'", []);
  await database.sql("update public.contacts set sector = 'tourisme'; ", []);
  await database.sql('update public.dispatcher_state set reputation_stop = null, outage_next_at = null', []);
  const campaigns = await Promise.all(Array.from({ length: 25 }, () => fixture.createCampaign(2)));
  await database.sql('update public.campaigns set driven_until = null', []);
  const claimed = await call('claim_email_sends', { batch: 50, same_key_is_safe: true });
  expect(claimed).toHaveLength(50);
  const finish = ({ id, lease_token }: (typeof claimed)[number]) =>
    call('finish_email_send', { send_id: id, token: lease_token, outcome: 'accepted' });
  await Promise.all(claimed.map(finish));
  const open = await database.sql(
    "select id from public.campaigns where id = any ($1) and (status <> 'terminé' or finished_at is null)",
    [campaigns],
  );
  expect(open).toEqual([]);
});
