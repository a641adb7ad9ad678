import { postgres } from '../database/engines/postgres.ts';
import { policyMutations } from '../database/mutations/policies.ts';
import { privilegeMutations } from '../database/mutations/privileges.ts';
import { runMutationsOn } from '../database/mutations/run-mutations.ts';
import { addedStoragePolicies } from '../database/mutations/storage.ts';

// Loosens one grant or policy at a time: a check of the access matrix must notice each.
await runMutationsOn(postgres, async (engine) => [
  ...(await policyMutations(engine, 'public')),
  ...(await policyMutations(engine, 'storage')),
  ...addedStoragePolicies(),
  ...(await privilegeMutations(engine)),
]);
