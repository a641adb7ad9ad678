import { embedded } from '../database/engines/embedded.ts';
import { runChecksOn } from '../database/run-checks.ts';

// Every check of tests/database that the embedded stack can run.
runChecksOn(embedded);
