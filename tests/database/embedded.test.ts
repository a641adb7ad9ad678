import { embedded } from './engines/embedded.ts';
import { runChecksOn } from './run-checks.ts';

// The stack of `npm start`: the only one with sign-in, object storage and edge functions.
runChecksOn(embedded);
