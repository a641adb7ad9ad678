import { embedded } from './engines/embedded.ts';
import { runChecksOn } from './run-checks.ts';

// Runs the checks on the stack of `npm start`, for what it alone has (sign-in, object storage, edge
// functions) and what it must answer as hosted engines do. The other checks run on PostgreSQL, and on this
// stack too in `npm run proof`.
runChecksOn(
  embedded,
  ({ needs }, suite) => suite === 'engines' || (needs !== undefined && embedded.offers.includes(needs)),
);
