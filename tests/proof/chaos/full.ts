/** The full run: `npm run proof -- chaos`, about MESSAGES=1000 messages and KILLS=250 killed workers with each transport. */

import { startSenderFixture } from '../../database/fixtures/sender.ts';
import { bundleWorker } from './bundle.ts';
import { type ChaosPlan, faultCounts, runChaos, summary } from './chaos.ts';

const messages = Number(process.env.MESSAGES ?? 1000);
const kills = Number(process.env.KILLS ?? 250);
const seed = Number(process.env.SEED ?? 20261121);

const plans: ChaosPlan[] = [
  { transport: 'resend', routine: 'ours', messages, kills, campaign: 50, seed },
  { transport: 'smtp', routine: 'ours', messages, kills, campaign: 50, seed },
  // Two tabs, double clicks and a dispatcher together, with the provider's faults but no kills.
  { transport: 'resend', routine: 'ours', messages: 200, kills: 0, campaign: 50, seed },
  { transport: 'smtp', routine: 'ours', messages: 200, kills: 0, campaign: 50, seed },
  // An older copy of the database is restored in the middle.
  { transport: 'resend', routine: 'ours', messages: 200, kills: 50, campaign: 50, seed, restore: 'same' },
  { transport: 'resend', routine: 'ours', messages: 200, kills: 50, campaign: 50, seed, restore: 'another' },
  { transport: 'smtp', routine: 'ours', messages: 200, kills: 50, campaign: 50, seed, restore: 'another' },
  { transport: 'resend', routine: 'naive', messages: 200, kills: 50, campaign: 50, seed },
];

let failed = false;
const worker = await bundleWorker();
try {
  for (const plan of plans) {
    const fixture = await startSenderFixture(400);
    try {
      const result = await runChaos(fixture, worker.file, plan);
      console.log(summary(plan, result));
      failed ||= plan.routine === 'ours' && faultCounts.some((fault) => result[fault] !== 0);
      const { acceptedWhileHeld = 0, acceptedBySuppressed = 0, addedTwice = 0 } = result.restore ?? {};
      failed ||= acceptedWhileHeld + acceptedBySuppressed + addedTwice > 0;
      failed ||= plan.routine === 'naive' && result.duplicates === 0;
    } finally {
      await fixture.stop();
    }
  }
} finally {
  await worker.remove();
}
process.exitCode = failed ? 1 : 0;
