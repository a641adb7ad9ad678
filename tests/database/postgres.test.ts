import { postgres } from './engines/postgres.ts';
import { runChecksOn } from './run-checks.ts';

// Runs the attacks on the hosted service's engines, the only ones with truly simultaneous requests. The
// access checks run in postgres-access.test.ts, and constraints and function mutants in `npm run proof`.
runChecksOn(postgres, (_check, suite) => suite === 'attacks');
