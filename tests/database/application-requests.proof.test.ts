import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesOf } from '../requests/compare-engines.ts';
import { callsOf } from '../requests/function-calls.ts';
import type { RecordedRequest } from '../requests/recorded-request.ts';
import { readRecorded } from '../requests/recording.ts';
import { readSourceRequests } from '../requests/source-requests.ts';
import { embeddedWithoutFunctions } from './engines/embedded.ts';
import type { Engine } from './engines/engine.ts';
import { postgres } from './engines/postgres.ts';

let engines: Record<'local' | 'hosted', Engine>;
beforeAll(async () => {
  const [local, hosted] = await Promise.all([embeddedWithoutFunctions.start(), postgres.start()]);
  engines = { local, hosted };
});
afterAll(() => Promise.all(Object.values(engines ?? {}).map((engine) => engine.close())));

// A retry would start with other rows than the first run.
test('what the application asks of the data API is answered by PostgREST as by the local stack', {
  retry: 0,
}, async () => {
  const recorded = readRecorded();
  const { reads, functions } = readSourceRequests();
  const known = new Set(recorded.flatMap((request) => [readOf(request), request.target]));
  const unrecorded = [
    ...reads.filter((request) => !known.has(readOf(request))),
    ...(await callsOf(
      engines.hosted,
      functions.filter(({ name }) => !known.has(`rpc/${name}`)),
    )),
  ];
  expect(await differencesOf(engines, [...unrecorded, ...recorded])).toEqual([]);
});

/** Names the table of a recorded request, with the columns that it asks for. */
const readOf = ({ target, query = [] }: RecordedRequest) =>
  `${target} ${query.find((parameter) => parameter.startsWith('select='))}`;
