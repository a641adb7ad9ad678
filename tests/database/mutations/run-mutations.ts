import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, EngineKind } from '../engines/engine.ts';
import { checksFor } from './checks-for.ts';
import { fingerprint } from './fingerprint.ts';
import { catches, detect, type Mutation, mustBeAsBefore } from './mutation.ts';

/**
 * Makes one test for each mutation that `list` finds on a fresh database: a check must notice it, and it must be
 * reverted completely. A line of counts follows.
 */
export async function runMutationsOn(
  kind: EngineKind,
  list: (engine: Engine) => Promise<Mutation[]>,
): Promise<void> {
  // The engine starts before the tests are named, because the mutations are read from the database.
  const engine = await kind.start();
  const mutations = await list(engine);
  const noticedBy = { request: 0, catalogue: 0 };
  const survivors: string[] = [];
  const begun = performance.now();
  let checksRun = 0;

  describe(kind.name, () => {
    let original: string[];
    beforeAll(async () => {
      original = await fingerprint(engine);
    });
    afterAll(async () => {
      await mustBeAsBefore(engine, original).finally(engine.close);
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      const verdict = survivors.length === 0 ? 'all noticed' : `SURVIVORS: ${survivors.join('; ')}`;
      console.log(
        `${kind.name}: ${mutations.length} mutations, ${verdict} (${noticedBy.request} by a request, ${noticedBy.catalogue} by the catalogue; ${checksRun} checks run, ${seconds} s)`,
      );
    });

    // Reading the whole catalogue after each mutation would take a third of the time, so it is read after
    // every sixtieth.
    let sinceRead = 0;
    test.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
      '%s',
      async (name, mutation) => {
        const { check, run } = await detect(engine, mutation, checksFor(mutation, kind));
        checksRun += run;
        if (++sinceRead % 60 === 0) await mustBeAsBefore(engine, original);
        if (check) noticedBy[catches(check)]++;
        else survivors.push(name);
        expect(check, `${name}: no check noticed it`).not.toBeNull();
      },
    );
  });
}
