import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differencesOf } from '../requests/compare-engines.ts';
import { callsOf } from '../requests/function-calls.ts';
import type { RecordedRequest } from '../requests/recorded-request.ts';
import { readRecorded } from '../requests/recording.ts';
import { readSourceRequests } from '../requests/source-requests.ts';
import { embedded } from './engines/embedded.ts';
import type { Engine } from './engines/engine.ts';
import { postgres } from './engines/postgres.ts';
import { runChecksOn } from './run-checks.ts';

// The stack of `npm start`: what only it has (sign-in, object storage, edge functions), and where it must answer as the
// hosted engines do. All the other checks run on PostgreSQL, and here too in `npm run proof`.
const engine = runChecksOn(
  embedded,
  ({ needs }, suite) => suite === 'engines' || (needs !== undefined && embedded.offers.includes(needs)),
);

// Beside the stack that has started anyway, which is the dearer of the two.
describe('what the application asks of the data API', () => {
  const recorded = readRecorded();
  const { reads, functions } = readSourceRequests();
  let hosted: Engine;
  beforeAll(async () => {
    hosted = await postgres.start();
  });
  afterAll(() => hosted?.close());

  // A second try would begin with other rows than the first.
  test('is answered by PostgREST as it is here', { retry: 0, timeout: 300_000 }, async () => {
    const known = new Set(recorded.flatMap((request) => [readOf(request), request.target]));
    const unrecorded = [
      ...reads.filter((request) => !known.has(readOf(request))),
      ...(await callsOf(
        hosted,
        functions.filter(({ name }) => !known.has(`rpc/${name}`)),
      )),
    ];
    const local = engine();
    expect(await differencesOf({ local, hosted }, [...unrecorded, ...recorded])).toEqual([]);
  });
});

/** A table and what is asked of its rows. */
const readOf = ({ target, query = [] }: RecordedRequest) =>
  `${target} ${query.find((parameter) => parameter.startsWith('select='))}`;
