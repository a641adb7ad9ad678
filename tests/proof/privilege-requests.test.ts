import { postgres } from '../database/engines/postgres.ts';
import { privilegesAskedByRequests } from '../database/mutations/privileges.ts';
import { runMutationsOn } from '../database/mutations/run-mutations.ts';

// Catalogue checks run in `npm test` and notice superfluous privileges
// (tests/database/policies-and-grants.test.ts).
await runMutationsOn(postgres, privilegesAskedByRequests);
