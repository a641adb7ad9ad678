/** The full run: `npm run chaos`, about MESSAGES=1000 messages and KILLS=250 killed workers with each transport. */
import { bundleWorker } from './bundle.ts';
import { type ChaosPlan, type ChaosResult, runChaos } from './chaos.ts';
import { startWorld } from './world.ts';

const messages = Number(process.env.MESSAGES ?? 1000);
const kills = Number(process.env.KILLS ?? 250);
const seed = Number(process.env.SEED ?? 20261121);

const plans: ChaosPlan[] = [
  { transport: 'resend', routine: 'ours', messages, kills, seed },
  { transport: 'smtp', routine: 'ours', messages, kills, seed },
  { transport: 'resend', routine: 'naive', messages: 200, kills: 50, seed },
];

const faults = [
  ...(['duplicates', 'lost', 'unfinished', 'sentButNotAccepted'] as const),
  ...(['acceptedButHidden', 'wrongCampaigns', 'wrongContacts'] as const),
];

let failed = false;
const worker = await bundleWorker();
try {
  for (const plan of plans) {
    const world = await startWorld(400);
    try {
      const result = await runChaos(world, worker.file, plan);
      print(plan, result);
      failed ||= plan.routine === 'ours' && faults.some((fault) => result[fault] !== 0);
      failed ||= plan.routine === 'naive' && result.duplicates === 0;
    } finally {
      await world.stop();
    }
  }
} finally {
  await worker.remove();
}
process.exitCode = failed ? 1 : 0;

function print({ transport, routine }: ChaosPlan, result: ChaosResult): void {
  const killed = Object.values(result.kills).reduce((sum, count) => sum + count, 0);
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  console.log(
    [
      `\n${routine === 'ours' ? 'Notre routine' : 'Envoi naïf'}, ${transport} : ${result.messages} messages, ${killed} processus tués sur ${result.processes} (${list(result.kills)}), ${result.stalls} baux perdus, ${(result.ms / 1000).toFixed(0)} s`,
      `  acceptés ${result.accepted} ; ${list(result.states)}`,
      `  ${faults.map((fault) => `${fault} ${result[fault]}`).join(' · ')}`,
    ].join('\n'),
  );
}
