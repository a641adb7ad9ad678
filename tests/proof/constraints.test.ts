import { postgres } from '../database/engines/postgres.ts';
import { runChecksOn } from '../database/run-checks.ts';

// Checks every limit at its edge and just past it. A constraint states its own rule, so `npm test` leaves them out.
runChecksOn(postgres, (_check, suite) => suite === 'constraints');
