// npm run proof -- --target <name or address> [--target …]: runs the checks of tests/database on each target,
// and lists where two of them differ. Exits with 1 when a check failed.
import './browser-defines.ts';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { NotShown } from '../../database/engines/engine.ts';
import { proveOn, type Verdict } from './prove.ts';
import { differences, report } from './report.ts';
import { targetOf } from './targets.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    'yes-throw-away': { type: 'boolean', default: false },
  },
});
const provenTargets: [string, Verdict[]][] = [];
for (const name of values.target ?? []) {
  try {
    const kind = await targetOf(name, process.env, isThrowAway);
    const begun = performance.now();
    let count = 0;
    const verdicts = await proveOn(kind, () => {
      count++;
      if (count % 500 === 0) console.log(`${name}: ${count} checks`);
    });
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(report(`${name} (${kind.name}, ${seconds} s)`, verdicts));
    provenTargets.push([name, verdicts]);
  } catch (error) {
    if (!(error instanceof NotShown)) process.exitCode = 1;
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`\n${name}\n  ${error instanceof NotShown ? 'not shown' : 'refused'}: ${reason}`);
  }
}
if (provenTargets.length > 1) {
  const found = differences(provenTargets);
  console.log(`\nDifferences between ${provenTargets.map(([name]) => name).join(', ')}: ${found.length}`);
  for (const difference of found) console.log(`  ${difference}`);
}
if (provenTargets.some(([, verdicts]) => verdicts.some(({ outcome }) => outcome === 'failed')))
  process.exitCode = 1;

/**
 * Asks whether everything in the project may be deleted: a person types its reference, or the command has an option.
 */
async function isThrowAway(reference: string): Promise<boolean> {
  if (values['yes-throw-away']) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await terminal.question(
    `Everything in « ${reference} » is deleted. Type ${reference} to go on: `,
  );
  terminal.close();
  return typed.trim() === reference;
}
