import { postgres } from '../database/engines/postgres.ts';
import { privilegesAskedByRequests } from '../database/mutations/privileges.ts';
import { runMutationsOn } from '../database/mutations/run-mutations.ts';

// The catalogue notices a privilege too many at every change (tests/database/policies-and-grants.test.ts).
await runMutationsOn(postgres, privilegesAskedByRequests);
