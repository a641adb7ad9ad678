import { postgres } from './engines/postgres.ts';
import { runChecksOn } from './run-checks.ts';

// This file asks who may do what on the engines of the hosted service; it stands beside postgres.test.ts, on a
// server of its own.
runChecksOn(postgres, (_check, suite) => suite !== 'attacks' && suite !== 'constraints');
