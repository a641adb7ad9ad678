import { postgres } from './engines/postgres.ts';
import { runChecksOn } from './run-checks.ts';

// The engines of the hosted service: the only ones where requests truly run at once.
runChecksOn(postgres);
