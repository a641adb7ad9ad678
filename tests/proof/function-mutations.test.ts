import { postgres } from '../database/engines/postgres.ts';
import { functionMutations } from '../database/mutations/functions.ts';
import { runMutationsOn } from '../database/mutations/run-mutations.ts';

await runMutationsOn(postgres, functionMutations);
