import { embedded } from './engines/embedded.ts';
import { runChecksOn } from './run-checks.ts';

// The stack of `npm start`: what only it has (sign-in, object storage, edge functions), and where it must answer as the
// hosted engines do. All the other checks run on PostgreSQL, and here too in `npm run proof`, which also asks of both what
// the application asks (application-requests.proof.test.ts).
runChecksOn(
  embedded,
  ({ needs }, suite) => suite === 'engines' || (needs !== undefined && embedded.offers.includes(needs)),
);
