import { postgres } from './engines/postgres.ts';
import { runChecksOn } from './run-checks.ts';

// Runs the access checks on the hosted service's engines, on another server than postgres.test.ts and beside
// it.
runChecksOn(postgres, (_check, suite) => suite !== 'attacks' && suite !== 'constraints');
