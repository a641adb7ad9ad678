import { postgres } from './engines/postgres.ts';
import { runChecksOn } from './run-checks.ts';

// The engines of the hosted service: the only ones where requests truly run at once. Beside it, on servers of their own:
// postgres-access.test.ts, and in `npm run proof` the constraints and every mutant of a function.
runChecksOn(postgres, (_check, suite) => suite === 'attacks');
