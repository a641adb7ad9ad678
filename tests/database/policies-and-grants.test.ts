import { postgres } from './engines/postgres.ts';
import { policyMutations } from './mutations/policies.ts';
import { privilegeMutations } from './mutations/privileges.ts';
import { runMutationsOn } from './mutations/run-mutations.ts';
import { addedStoragePolicies } from './mutations/storage.ts';

// Who may do what, loosened one rule at a time. The mutations of functions, constraints and the storage service take
// longer: tests/proof.
await runMutationsOn(postgres, async (engine) => [
  ...(await policyMutations(engine, 'public')),
  ...(await policyMutations(engine, 'storage')),
  ...addedStoragePolicies(),
  ...(await privilegeMutations(engine)),
]);
