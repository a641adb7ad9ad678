import { z } from 'zod';
import type { Dependencies } from './dependencies.ts';
import { dataUnavailable, FunctionError } from './errors.ts';
import { parseJson } from './json.ts';
import { FetchFailure, type LimitedAnswer, limitedFetch, limitedFetchBytes } from './limited-fetch.ts';
import { missingSettings, readSetting, secretKey } from './settings.ts';

/** The data API with the secret key (role service_role), for writes that administrators may not make themselves. */
export interface ServiceApi {
  /**
   * Reads rows of `path`, a table or a function with its query (« trip_plans?id=eq.… »). Throws a French
   * FunctionError.
   */
  read: (path: string) => Promise<unknown>;
  /** Calls a database function. Throws the function's own French message where it has one. */
  call: (name: string, body: object) => Promise<unknown>;
  insert: (table: string, row: object) => Promise<void>;
}

const limits = { timeoutMs: 20_000, maxBytes: 16 * 1024 * 1024 };

/** Returns the address of the data API and its key. Throws a 503 that names a missing setting. */
function connectionOf({ env }: Pick<Dependencies, 'env'>) {
  const url = readSetting(env, 'SUPABASE_URL')?.replace(/\/+$/, '');
  const key = secretKey(env);
  if (!url || !key) {
    throw missingSettings([...(url ? [] : ['SUPABASE_URL']), ...(key ? [] : ['SUPABASE_SECRET_KEYS'])]);
  }
  const headers = {
    apikey: key,
    'content-type': 'application/json',
    // Keys of the new kind are no tokens; the gateway refuses them in this header.
    ...(key.startsWith('sb_') ? {} : { authorization: `Bearer ${key}` }),
  };
  return { url, headers };
}

/** Creates the data API client. Throws a 503 that names a missing setting. */
export function serviceApi(dependencies: Dependencies): ServiceApi {
  const { url, headers } = connectionOf(dependencies);
  const send = async (path: string, init: { method?: string; body?: string; prefer?: string } = {}) => {
    const { prefer, ...rest } = init;
    const sent = { ...rest, headers: { ...headers, ...(prefer ? { prefer } : {}) } };
    const answer = await limitedFetch(dependencies, `${url}/rest/v1/${path}`, sent, limits).catch(fail(path));
    if (!answer.ok) throw refusal(path, answer);
    if (!answer.text) return null;
    const value = parseJson(answer.text);
    if (value === undefined) throw unavailable(`${path} answered something else than JSON`);
    return value;
  };
  return {
    read: (path) => send(path),
    call: (name, body) => send(`rpc/${name}`, { method: 'POST', body: JSON.stringify(body) }),
    insert: async (table, row) => {
      await send(table, { method: 'POST', body: JSON.stringify(row), prefer: 'return=minimal' });
    },
  };
}

/** Creates a client for the files of a bucket, with the secret key. Throws a French FunctionError. */
export function serviceFiles(dependencies: Dependencies, bucket: string) {
  const { url, headers } = connectionOf(dependencies);
  const address = `${url}/storage/v1/object/${bucket}`;
  return {
    download: async (name: string) => {
      const answer = await limitedFetchBytes(dependencies, `${address}/${name}`, { headers }, limits).catch(
        fail(name),
      );
      if (!answer.ok) throw unavailable(`file ${name} answered ${answer.status}`);
      return answer.bytes;
    },
    /** Undefined when there is no such file, or when storage lost it, as after a database was restored. */
    find: async (name: string) => {
      const answer = await limitedFetchBytes(dependencies, `${address}/${name}`, { headers }, limits).catch(
        fail(name),
      );
      if (answer.status === 404 || answer.status === 400) return undefined;
      if (!answer.ok) throw unavailable(`file ${name} answered ${answer.status}`);
      return answer.bytes;
    },
    /** Writes a file over one of the same name. */
    replace: async (name: string, bytes: Uint8Array, type: string) => {
      const sent = { ...headers, 'content-type': type, 'x-upsert': 'true', 'cache-control': 'no-store' };
      const init = { method: 'POST', headers: sent, body: bytes as BodyInit };
      const answer = await limitedFetch(dependencies, `${address}/${name}`, init, limits).catch(fail(name));
      if (!answer.ok)
        throw unavailable(`file ${name} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    },
    /** Uploads a new file; returns false when the name is taken, and keeps the existing file. */
    upload: async (name: string, bytes: Uint8Array, type: string) => {
      const init = { method: 'POST', headers: { ...headers, 'content-type': type }, body: bytes as BodyInit };
      const answer = await limitedFetch(dependencies, `${address}/${name}`, init, limits).catch(fail(name));
      const isThere = answer.status === 409 || (answer.status === 400 && /duplicate/i.test(answer.text));
      if (!answer.ok && !isThere)
        throw unavailable(`file ${name} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      return answer.ok;
    },
    /** Copies a file of the bucket to a new name; one that is already there stays. */
    copy: async (from: string, to: string) => {
      const body = JSON.stringify({ bucketId: bucket, sourceKey: from, destinationKey: to });
      const init = { method: 'POST', headers, body };
      const path = `${url}/storage/v1/object/copy`;
      const answer = await limitedFetch(dependencies, path, init, limits).catch(fail(from));
      if (!answer.ok && answer.status !== 409 && !/duplicate|already exists/i.test(answer.text))
        throw unavailable(`copying ${from} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    },
    /** Removes files; missing ones are no error. */
    remove: async (names: string[]) => {
      const init = { method: 'DELETE', headers, body: JSON.stringify({ prefixes: names }) };
      const answer = await limitedFetch(dependencies, address, init, limits).catch(fail(bucket));
      if (!answer.ok)
        throw unavailable(`deleting files answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    },
  };
}

const fail = (path: string) => (error: unknown) => {
  throw error instanceof FetchFailure ? unavailable(`${path}: ${error.message}`) : error;
};

/** Converts a refusal: a function of ours raises PT4xx with a French message; anything else is a fault for the log. */
function refusal(path: string, { status, text }: LimitedAnswer): FunctionError {
  const detail = `${path} answered ${status}: ${text.slice(0, 300)}`;
  const message = ownMessage(text);
  if (message && status === 404) return new FunctionError(404, 'not_found', message, detail);
  if (message && status === 429) return new FunctionError(429, 'too_many_calls', message);
  return unavailable(detail);
}

function ownMessage(text: string): string | undefined {
  const { data } = z.object({ code: z.string(), message: z.string() }).safeParse(parseJson(text));
  return data?.code.startsWith('PT4') ? data.message : undefined;
}

const unavailable = (detail: string) => dataUnavailable('data_unavailable', detail);
