import type { Answer, Call, Engine } from '../database/engines/engine.ts';
import { rowFactories, rowFactoryOf } from '../database/fixtures/rows/row-factories.ts';
import { plant, qualified, tablesOfMigrations } from '../database/fixtures/tables.ts';
import { type RecordedRequest, withValues } from './recorded-request.ts';

/** Parts of an answer that must be equal on every engine. */
export type Outcome = { status: number; range: string | null; shape: unknown };

/** Inserts rows 0 to 2 of every table with what they refer to; one row where a table never has more. */
export async function plantEverything(engine: Engine): Promise<void> {
  for (const factory of rowFactories) {
    // The people have their roles already.
    if (factory.table === 'user_roles') continue;
    for (const index of tablesOfMigrations.includes(qualified(factory)) ? [0] : [0, 1, 2]) {
      await plant(engine, factory, factory.row(index, engine.people));
    }
  }
}

/** Makes what asks an engine recorded requests about the rows that are planted in it. */
export function replayerOf(engine: Engine): (request: RecordedRequest) => Promise<Outcome> {
  const known = new Map<string, Promise<string[]>>();
  const valuesOf = (place: string) => {
    const values = known.get(place) ?? readValues(engine, place);
    known.set(place, values);
    return values;
  };
  return async (request) => {
    const places = [...JSON.stringify(request).matchAll(/\{(\w+\.\w+)(?::\d+)?\}/g)].map(
      ([, place = '']) => place,
    );
    const values = Object.fromEntries(
      await Promise.all(places.map(async (place) => [place, await valuesOf(place)] as const)),
    );
    const { role, ...asked } = withValues(request, (place, index) => {
      const all = values[place] ?? [];
      return all[index % all.length] ?? '';
    });
    return outcomeOf(await engine.request(role, callOf(asked)));
  };
}

function callOf({ method, target, query = [], headers = {}, body }: Omit<RecordedRequest, 'role'>): Call {
  const search = new URLSearchParams(query.map((parameter) => parameter.split(/=(.*)/s).slice(0, 2)));
  const path = `/rest/v1/${target}${query.length > 0 ? `?${search}` : ''}`;
  return { method: method as Call['method'], path, headers, ...(body === undefined ? {} : { body }) } as Call;
}

/** The values of a column, in the order of the rows' keys: the same rows in every engine. */
async function readValues(engine: Engine, place: string): Promise<string[]> {
  const [table = '', column = ''] = place.split('.');
  if (table === 'people') return [engine.people[column as keyof Engine['people']].id];
  const order = rowFactoryOf(table).key.map((name) => `"${name}"`);
  const rows = await engine.sql<{ value: string }>(
    `select "${column}"::text as value from public."${table}" where "${column}" is not null order by ${order}`,
    [],
  );
  return rows.map(({ value }) => value);
}

function outcomeOf({ status, headers, body, text }: Answer): Outcome {
  const shape = text === '' ? 'nothing' : shapeOf(body);
  return { status, range: headers.get('content-range'), shape: status < 400 ? shape : [codeOf(body), shape] };
}

const codeOf = (body: unknown) => (body as { code?: unknown } | null)?.code;

/** Names, kinds and number of values; an order that only rows of one moment have is left out. */
function shapeOf(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(shapeOf(item))).sort();
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(([name, inner]) => [
      UUID.test(name) ? 'uuid' : name,
      shapeOf(inner),
    ]);
    return Object.fromEntries(entries.sort(([left], [right]) => String(left).localeCompare(String(right))));
  }
  if (typeof value !== 'string') return typeof value;
  return (Object.entries(FORMATS).find(([, format]) => format.test(value)) ?? ['text'])[0];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Texts that somebody reads as something else. */
const FORMATS = {
  uuid: UUID,
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/,
  day: /^\d{4}-\d\d-\d\d$/,
  'other instant': /^\d{4}-\d\d-\d\d[T ]\d\d:/,
};
