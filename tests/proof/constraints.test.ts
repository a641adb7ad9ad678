import { postgres } from '../database/engines/postgres.ts';
import { runChecksOn } from '../database/run-checks.ts';

// Every limit at its edge and past it: constraints say themselves what they hold, so that `npm test` does without.
runChecksOn(postgres, (_check, suite) => suite === 'constraints');
