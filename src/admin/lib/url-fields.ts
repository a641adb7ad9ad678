/**
 * What a list keeps in its address, read without zod: lists come before any form, and 35 kB would come with them
 * (docs/decisions/0023). Each field gives its default for what it cannot read.
 */
type Field<Value> = (written: string | undefined) => Value;

/** Any text. */
export const textField =
  (fallback = ''): Field<string> =>
  (written) =>
    written ?? fallback;

/** A key of a record of labels; `fallback`, none by default, for anything else. */
export const keyField =
  <Key extends string, Fallback extends string = ''>(
    labels: Readonly<Record<Key, unknown>>,
    fallback: Fallback = '' as Fallback,
  ): Field<Key | Fallback> =>
  (written) =>
    written !== undefined && Object.hasOwn(labels, written) ? (written as Key) : fallback;

type Fields = Record<string, Field<string>>;
type Read<All extends Fields> = { [Name in keyof All]: ReturnType<All[Name]> };

/** The values that a screen keeps in its address. */
export type UrlState<Schema> = Schema extends { parse: (params: Record<string, string>) => infer State }
  ? State
  : never;

/** A schema of these fields: `parse` reads the parameters of an address, whatever they hold. */
export function urlFields<All extends Fields>(fields: All) {
  return {
    parse: (params: Record<string, string>): Read<All> =>
      Object.fromEntries(
        Object.entries(fields).map(([name, read]) => [
          name,
          read(Object.hasOwn(params, name) ? params[name] : undefined),
        ]),
      ) as Read<All>,
  };
}
