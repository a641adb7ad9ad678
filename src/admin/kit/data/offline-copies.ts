import type { Query, QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { isUnreachable } from '@/shared/lib/failure';
import { pageSettled, whenIdle } from '@/shared/lib/when-idle';
import { connection } from '../lib/connection';
import type { Copy } from '../lib/copy-store';
import { sessionInStorage } from '../lib/stored-session';
import { queryKeys } from './query-keys';

const startsWith = (key: QueryKey, ...start: readonly unknown[]) =>
  key.length === start.length + 1 && start.every((part, place) => part === key[place]);

/** Tells whether a query is the sheet of a trip, which a person reads on the road without a network. */
export const isTripSheet = (key: QueryKey): boolean => startsWith(key, ...queryKeys.tripPlans, 'sheet');

/** Tells whether a query is the role of a person, which opens the back office. */
const isRole = (key: QueryKey) => startsWith(key, ...queryKeys.session, 'role');

/** Tells whether a query's data may be stored in the browser. */
export const isKept = (key: QueryKey): boolean => isRole(key) || isTripSheet(key);

/** Age in ms above which copies are neither shown nor kept. */
export const MAX_AGE = 7 * 24 * 3_600_000;

/** Key in local storage of the copies' owner; it outlives an interrupted wipe, which is then repeated. */
const OWNER = 'copies-hors-ligne';

/** Delay in ms by which answers are written together, because they come in groups. */
const DELAY = 300;

const loadStore = () => import('../lib/copy-store');

/** Identifies the build: the entry's file name is a hash of all that it loads. */
const buildId = () =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]:not([async])')?.src ?? '';

/** The queue of storage steps: a wipe is never overtaken by a copy that was being written. */
let steps: Promise<unknown> = Promise.resolve();
function runNext<Result>(step: () => Promise<Result>): Promise<Result | undefined> {
  const done = steps.then(step).catch((error: unknown) => {
    // The storage is forbidden or full: nothing can be read offline, and all else works.
    console.warn('Copies hors ligne', error);
    return undefined;
  });
  steps = done;
  return done;
}

let waiting = new Map<string, Copy>();
let stopWaiting: (() => void) | undefined;

async function clearCopies(owner: string | null) {
  await (await loadStore()).clearCopies();
  if (localStorage.getItem(OWNER) === owner) localStorage.removeItem(OWNER);
}

/** Deletes every copy at sign-out, so that the next person sees none. */
export function deleteOfflineCopies(): void {
  waiting = new Map();
  const owner = localStorage.getItem(OWNER);
  if (owner !== null) void runNext(() => clearCopies(owner));
}

const signedIn = () => sessionInStorage()?.user.id;

async function writeWaiting() {
  const person = signedIn();
  const copies = [...waiting].filter(([, copy]) => copy.person === person);
  waiting = new Map();
  if (!person || copies.length === 0) return;
  const owner = localStorage.getItem(OWNER);
  if (owner !== null && owner !== person) await clearCopies(owner);
  localStorage.setItem(OWNER, person);
  await (await loadStore()).writeCopies(copies);
  // Another tab signed out while this was written.
  if (signedIn() !== person) await clearCopies(person);
}

function storeCopy(hash: string, copy: Copy) {
  waiting.set(hash, copy);
  stopWaiting?.();
  const timer = setTimeout(() => {
    stopWaiting = whenIdle(() => void runNext(writeWaiting));
  }, DELAY);
  stopWaiting = () => clearTimeout(timer);
}

const isUseful = ({ person, build: by, at }: Copy) =>
  person === signedIn() && by === buildId() && at > Date.now() - MAX_AGE;

/** Reads this person's recent copy of a query. */
const readCopy = (hash: string) =>
  runNext(async () => {
    if (localStorage.getItem(OWNER) === null) return undefined;
    const copy = await (await loadStore()).readCopy(hash);
    return copy && isUseful(copy) ? copy : undefined;
  });

/** The queries that were answered without a network, with the time of their data. */
const offlineAnswers = new Map<string, number>();

/**
 * Reads from the network; without one, the cached or stored data is returned with its own date. The connection is
 * then checked, and a banner reports its loss.
 */
async function readOrRecall<Data, Key extends QueryKey>(
  read: (context: QueryFunctionContext<Key>) => Data | Promise<Data>,
  context: QueryFunctionContext<Key>,
  query: Query,
): Promise<Data> {
  offlineAnswers.delete(query.queryHash);
  try {
    return await read(context);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    void connection.check();
    if (!isKept(query.queryKey)) throw error;
    const { data, dataUpdatedAt: at } = query.state;
    const known = data === undefined ? await readCopy(query.queryHash) : { data, at };
    if (!known) throw error;
    offlineAnswers.set(query.queryHash, known.at);
    return known.data as Data;
  }
}

/**
 * Stores the sheets of trips in this browser, shows them without a network, and reads the visible ones again when it
 * is back. The library's own persister would restore everything before the first request, and keep only what is in
 * memory (docs/decisions/0051).
 *
 * @returns a function that stops it
 */
export function syncOfflineCopies(client: QueryClient): () => void {
  const { queries, ...others } = client.getDefaultOptions();
  client.setDefaultOptions({ ...others, queries: { ...queries, persister: readOrRecall } });

  const stopListening = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryHash, queryKey, state } = event.query;
    const at = offlineAnswers.get(queryHash);
    if (at !== undefined) {
      offlineAnswers.delete(queryHash);
      // The data is stale, and the banner tells its age.
      event.query.setState({ dataUpdatedAt: at });
      return;
    }
    if (!isKept(queryKey)) return;
    if (isRole(queryKey) && state.data === null) return deleteOfflineCopies();
    const person = client.getQueryData<{ user: { id: string } }>([...queryKeys.session, 'current'])?.user.id;
    if (person) storeCopy(queryHash, { person, build: buildId(), at: state.dataUpdatedAt, data: state.data });
  });

  const stopWatching = connection.watch();
  const stopReturning = connection.subscribe(() => {
    if (connection.isOffline()) return;
    void client.refetchQueries({ type: 'active', stale: true });
  });

  // Data without permission is deleted, also after an interrupted wipe.
  void pageSettled().then(() => {
    const owner = localStorage.getItem(OWNER);
    if (owner === null) return;
    void runNext(async () => {
      if (owner !== signedIn()) await clearCopies(owner);
      else await (await loadStore()).removeCopies((copy) => !isUseful(copy));
    });
  });

  return () => {
    stopListening();
    stopWatching();
    stopReturning();
  };
}
