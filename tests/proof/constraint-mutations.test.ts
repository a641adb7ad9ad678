import { postgres } from '../database/engines/postgres.ts';
import { constraintMutations } from '../database/mutations/constraints.ts';
import { runMutationsOn } from '../database/mutations/run-mutations.ts';

await runMutationsOn(postgres, constraintMutations);
