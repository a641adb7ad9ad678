import { embeddedWithoutFunctions } from '../database/engines/embedded.ts';
import { runMutationsOn } from '../database/mutations/run-mutations.ts';
import { storageMutations } from '../database/mutations/storage.ts';

// The checks run on the stack with the storage service, through it and in SQL.
await runMutationsOn(embeddedWithoutFunctions, storageMutations);
