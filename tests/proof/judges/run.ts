// npm run proof -- judges [name …]: runs third-party checkers on what the product makes, and writes
// docs/judges.md. Exits with 1 when a finding has no answer.
import '../targets/browser-defines.ts';
import { answersOf } from './answers.ts';
import { judges } from './judges.ts';
import { record } from './page.ts';
import { makeThings } from './things/things.ts';

const wantedNames = process.argv.slice(2).map((name) => name.toLowerCase());
const askedJudges = judges.filter(
  ({ name }) => wantedNames.length === 0 || wantedNames.some((part) => name.toLowerCase().includes(part)),
);
if (askedJudges.length === 0) throw new Error(`Judges: ${judges.map(({ name }) => name).join(', ')}`);

const date = new Date().toLocaleDateString('fr-CA', { timeZone: 'America/Toronto' });
const madeThings = makeThings();
try {
  for (const { name, version: find, ask } of askedJudges) {
    const version = await find();
    if (version === undefined) {
      console.log(`${name}: not on this machine, skipped`);
      record(judges, name, { date });
      continue;
    }
    const begun = performance.now();
    const verdict = await ask(madeThings);
    const seconds = Math.round((performance.now() - begun) / 1000);
    const { unused, empty, ...said } = answersOf(name, verdict);
    const { answered, unanswered } = said;
    record(judges, name, { date, version, judged: verdict.judged, ...said });
    const counts = Object.entries(verdict.judged).map(([noun, count]) => `${count} ${noun}`);
    console.log(
      `${name} ${version} (${seconds} s): ${counts.join(', ')}; ${answered.length} disagreements answered, ${unanswered.length} not`,
    );
    for (const { rule, where, count, message } of unanswered)
      console.log(`  not answered: ${rule} (${count} times, as in ${where}): ${message}`);
    for (const answer of unused) console.log(`  an answer that nobody asks for: ${answer}`);
    for (const noun of empty) console.log(`  it was given no ${noun}`);
    if (unanswered.length + unused.length + empty.length > 0) process.exitCode = 1;
  }
} finally {
  await madeThings.close();
}
