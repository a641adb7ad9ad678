import { postgres } from '../database/engines/postgres.ts';
import { privilegesAskedByRequests } from '../database/mutations/privileges.ts';
import { runMutationsOn } from '../database/mutations/run-mutations.ts';

// For every change the catalogue notices a privilege too many (tests/database/policies-and-grants.test.ts).
await runMutationsOn(postgres, privilegesAskedByRequests);
