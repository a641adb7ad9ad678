import type { Role } from '../database/engines/engine.ts';
import type { KnownValues } from './known-values.ts';
import type { NotedRequest } from './note-requests.ts';

/**
 * A recorded request of the application. Identifying values are replaced by « {contacts.id} », a second one by «
 * {contacts.id:1} ».
 */
export type RecordedRequest = {
  role: Role;
  method: string;
  /** A table, or `rpc/` and a function. */
  target: string;
  /** Decoded parameters of the address. */
  query?: string[];
  headers?: Record<string, string>;
  body?: unknown;
};

/** A value that no row has. */
export const NEW_VALUE = '{new}';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const REFERENCE = /\{(?:new|(\w+\.\w+)(?::(\d+))?)\}/g;

/** Longer lists of chosen values are cut, because they ask the same. */
const LONGEST_LIST = 10;
const LONGEST_TEXT = 300;

/** Parameters whose values distinguish two questions. */
const QUESTION = /^(select|order|columns|on_conflict)=/;
/** Parameters without values of rows. */
const VERBATIM = /^(select|order|columns|on_conflict|limit|offset)=/;

/** Converts a request so that it can be replayed on other rows. */
export function recordedFrom(
  noted: NotedRequest,
  { values, roles }: { values: KnownValues; roles: KnownValues },
): RecordedRequest {
  const [target = '', search = ''] = noted.path.split(/\?(.*)/s);
  const named: string[] = [];
  const isInsertion = noted.method === 'POST' && !target.startsWith('rpc/');
  /** Returns the placeholder of a known value, numbered where a request has several of one origin. */
  const reference = (value: string): string | undefined => {
    const place = Object.hasOwn(values, value) ? values[value] : undefined;
    if (!place) return undefined;
    // The id of an inserted row is not among the existing ones.
    if (isInsertion && place.startsWith(`${target}.`)) return value.match(UUID) ? NEW_VALUE : undefined;
    const others = [...new Set(named.filter((name) => values[name] === place))];
    if (!others.includes(value)) others.push(value);
    named.push(value);
    const index = others.indexOf(value);
    return index === 0 ? `{${place}}` : `{${place}:${index}}`;
  };
  const withReferences = (text: string) =>
    reference(text) ?? text.replace(UUID, (uuid) => reference(uuid) ?? NEW_VALUE);

  const written = (value: unknown): unknown => {
    if (typeof value === 'string') return withReferences(value).slice(0, LONGEST_TEXT);
    if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(written);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [withReferences(key), written(inner)]),
    );
  };
  const query = [...new URLSearchParams(search)].map(([name, value]) => {
    if (VERBATIM.test(`${name}=`)) return `${name}=${value}`;
    const [, operator = '', list] = value.match(/^((?:not\.)?in\.\()(.*)\)$/s) ?? [];
    if (list !== undefined) {
      const items = list.split(',').slice(0, LONGEST_LIST);
      return `${name}=${operator}${items.map(withReferences).join(',')})`;
    }
    const [, comparison = '', operand = value] = value.match(/^((?:not\.)?[a-z]+\.)(.*)$/s) ?? [];
    return `${name}=${comparison}${withReferences(operand)}`;
  });
  const { accept, ...others } = noted.headers;
  const headers = { ...others, ...(accept && accept !== '*/*' ? { accept } : {}) };
  return {
    role: roleOf(noted.bearer, roles),
    method: noted.method,
    target,
    ...(query.length > 0 ? { query } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(noted.body ? { body: written(JSON.parse(noted.body)) } : {}),
  };
}

function roleOf(bearer: string, roles: KnownValues): Role {
  if (bearer.startsWith('sb_secret')) return 'service';
  const [, claims] = bearer.split('.');
  if (!claims) return 'visitor';
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
  return (roles[sub] ?? 'user') as Role;
}

/** Returns a key that is equal for requests with the same question: everything but the values searched or written. */
export function questionOf({
  role,
  method,
  target,
  query = [],
  headers = {},
  body,
}: RecordedRequest): string {
  const parameters = query.map((parameter) => {
    if (QUESTION.test(parameter)) return parameter;
    const [name, value = ''] = parameter.split(/=(.*)/s);
    if (name === 'limit' || name === 'offset') return name;
    if (name === 'or' || name === 'and') return `${name}=${value.match(/\w+\.(?:not\.)?[a-z]+(?=\.)/g)}`;
    return `${name}=${value.match(/^(?:not\.)?[a-z]+/)?.[0] ?? ''}`;
  });
  const keys = (value: unknown): unknown => {
    if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(keys(one))))].sort();
    return value !== null && typeof value === 'object' ? Object.keys(value).sort() : null;
  };
  const asked = Object.entries(headers)
    .sort()
    .map(([name, value]) => `${name}: ${value}`);
  return [`${role} ${method} ${target}`, ...parameters.sort(), ...asked, JSON.stringify(keys(body))].join(
    ' ',
  );
}

/** Replaces the placeholders by values of rows. */
export function withValues<T>(written: T, valueAt: (place: string, index: number) => string): T {
  const text = JSON.stringify(written).replace(REFERENCE, (_all, place?: string, index = '0') =>
    JSON.stringify(place ? valueAt(place, Number(index)) : 'f0000000-0000-4000-8000-000000000000').slice(
      1,
      -1,
    ),
  );
  return JSON.parse(text) as T;
}
