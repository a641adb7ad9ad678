import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suites } from '../database/checks.ts';
import { embeddedWithoutFunctions } from '../database/engines/embedded.ts';
import type { Engine } from '../database/engines/engine.ts';
import { postgres } from '../database/engines/postgres.ts';
import { checksFor, databaseMutants } from '../database/mutations/all.ts';
import { fingerprint } from '../database/mutations/fingerprint.ts';
import { detect, mustBeAsBefore } from '../database/mutations/mutation.ts';
import { storageMutants } from '../database/mutations/storage.ts';

const detected = { 'par une requête': 0, 'par le catalogue': 0 };
const survivors: string[] = [];
const begun = performance.now();

/** What there is to loosen is read once, before the tests get their names, and nothing is left running meanwhile. */
const reader = await postgres.start();
const ofTables = await databaseMutants(reader);
const ofStorage = await storageMutants(reader);
await reader.close();

// Tables on the engines of the hosted service, which are the faster ones; storage where there is one.
for (const [kind, mutants] of [
  [postgres, ofTables],
  [embeddedWithoutFunctions, ofStorage],
] as const) {
  describe(kind.name, () => {
    let engine: Engine;
    let original: string[];
    beforeAll(async () => {
      engine = await kind.start();
      original = await fingerprint(engine);
    });
    // A third of the time went into reading the whole catalogue after each mutant: now after each twentieth.
    let sinceRead = 0;
    afterAll(async () => {
      await mustBeAsBefore(engine, original);
      await engine.close();
    });

    test.each(mutants.map((mutant) => [mutant.name, mutant] as const))('%s', async (name, mutant) => {
      const noticed = await detect(engine, mutant, checksFor(mutant, kind));
      if (++sinceRead % 20 === 0) await mustBeAsBefore(engine, original);
      if (noticed) detected[suites.catalogue.includes(noticed) ? 'par le catalogue' : 'par une requête']++;
      else survivors.push(name);
      expect(noticed, `${name} : aucun contrôle ne l'a vu`).not.toBeNull();
    });
  });
}

afterAll(() => {
  const total = detected['par une requête'] + detected['par le catalogue'];
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  const how = Object.entries(detected).map(([means, count]) => `${count} ${means}`);
  const verdict =
    survivors.length === 0 ? 'tous détectés' : `${survivors.length} SURVIVANTS : ${survivors.join(' ; ')}`;
  console.log(`mutants : ${total + survivors.length}, ${verdict} (${how.join(', ')}, ${seconds} s)`);
});
