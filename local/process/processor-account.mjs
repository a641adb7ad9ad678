// Counts the processor seconds of the parts of `npm test`. Plain JavaScript without dependencies, like bootstrap.mjs itself.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** More than this many times the budget is a failure: equal runs differ by less. */
const TOLERATED_RATIO = 1.15;
/** Processor seconds that the yardstick takes on the machine for which budgets are written. */
const YARDSTICK_SECONDS = 1;
const YARDSTICK_EVERY_MS = 60_000;
const YARDSTICK_SCRIPT = fileURLToPath(new URL('./yardstick.mjs', import.meta.url));
const MOST_LISTED = Number(process.env.DEAREST ?? 10);

/**
 * Measures the processor seconds of scripts, scaled to the machine for which budgets are written: a yardstick process
 * that runs beside them, and the scripts relative to one another, tell how slow this machine is under the same load.
 *
 * @param budget seconds by script, for each that is added
 */
export function startAccount(budget) {
  const used = new Map();
  const notes = mkdtempSync(join(tmpdir(), 'processor-'));
  const yardstick = startYardstick();
  return {
    /** Tests write what each file or journey cost into this folder (tests/support/processor-time.ts). */
    env: { PROCESSOR_NOTES: notes },
    add: (script, processorSeconds) => used.set(script, processorSeconds),
    /**
     * Prints each script's seconds beside its budget, what the clock showed, and the most expensive tests; returns whether
     * everything fits.
     */
    async close({ isReported, clockSeconds }) {
      const measured = await yardstick.stop();
      const dearest = readNotes(notes);
      rmSync(notes, { recursive: true, force: true });
      if (!isReported) return true;
      // A change makes one script slower, a slow machine all of them: what half of them exceed is due to the
      // machine.
      const exceeded = [...used]
        .map(([script, own]) => own / budget[script])
        .sort((one, other) => one - other);
      const slowness = Math.max(measured, exceeded[Math.floor((exceeded.length - 1) / 2)]);
      const rows = [...used].map(([script, own]) => ({ script, is: own / slowness }));
      const sum = (pick) => rows.reduce((total, row) => total + pick(row), 0);
      const allowed = sum(({ script }) => budget[script]);
      const total = sum(({ is }) => is);
      const line = (name, is, of) => `${name.padEnd(28)} ${formatSeconds(is)} / ${formatSeconds(of)}`;
      console.log(
        `\nSecondes de processeur, utilisées / prévues (cette machine : ${slowness.toFixed(2)} fois plus lente) :`,
      );
      for (const { script, is } of rows) console.log(line(script, is, budget[script]));
      console.log(line('total', total, allowed));
      const ofReference = formatSeconds(clockSeconds / slowness).trim();
      console.log(
        `À l’horloge : ${formatSeconds(clockSeconds).trim()} s ici, ${ofReference} s sur la machine de référence.`,
      );
      if (dearest.length > 0)
        console.log(`\nLes ${Math.min(MOST_LISTED, dearest.length)} essais les plus chers :`);
      for (const { name, seconds } of dearest.slice(0, MOST_LISTED)) {
        console.log(`${(seconds / slowness).toFixed(1).padStart(6)} s  ${name}`);
      }
      if (total <= allowed * TOLERATED_RATIO) return true;
      console.log(
        `\nLe budget est dépassé : ${formatSeconds(total).trim()} s pour ${formatSeconds(allowed).trim()} s prévues.`,
      );
      return false;
    },
  };
}

const formatSeconds = (seconds) => String(Math.round(seconds)).padStart(5);

/** Lines of « name, tab, seconds », the dearest first. */
function readNotes(folder) {
  return readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean))
    .map((line) => {
      const [name, seconds] = line.split('\t');
      return { name, seconds: Number(seconds) };
    })
    .sort((one, other) => other.seconds - one.seconds);
}

/**
 * Measures a fixed piece of work (yardstick.mjs) again and again, for as long as the scripts run: a neighbour on the same
 * machine slows it as it slows the tests.
 */
function startYardstick() {
  const measures = [];
  let running;
  const measure = () => {
    running ??= new Promise((resolve) => {
      execFile(process.execPath, [YARDSTICK_SCRIPT], (error, output) => {
        if (!error) measures.push(Number(output));
        running = undefined;
        resolve();
      });
    });
    return running;
  };
  measure();
  const timer = setInterval(measure, YARDSTICK_EVERY_MS);
  return {
    /** Returns the mean time relative to the machine of the budgets: 2 for a machine that takes twice as long. */
    async stop() {
      clearInterval(timer);
      await measure();
      const sum = measures.reduce((total, each) => total + each, 0);
      // There is no measure where its process could not run: the parts among themselves still tell.
      return measures.length === 0 ? 1 : sum / measures.length / YARDSTICK_SECONDS;
    },
  };
}
