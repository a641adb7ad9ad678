import { startTransition, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router-dom';
import { rememberListAddress } from './list-address';

type Values = Record<string, string>;
type Field<Value extends string> = (parameter: string | undefined) => Value;
type ListFields<State extends Values> = { parse: (params: Values) => State };

/** Any text. */
export const textField =
  (fallback = ''): Field<string> =>
  (parameter) =>
    parameter ?? fallback;

/** A key of a record of labels; `fallback`, none by default, for anything else. */
export const keyField =
  <Key extends string, Fallback extends string = ''>(
    labels: Readonly<Record<Key, unknown>>,
    fallback: Fallback = '' as Fallback,
  ): Field<Key | Fallback> =>
  (parameter) =>
    parameter !== undefined && Object.hasOwn(labels, parameter) ? (parameter as Key) : fallback;

/**
 * What a list keeps in its address: `q` for the search, `tri` for the order, a parameter for each filter. Parsed without
 * zod, for lists come before any form (docs/decisions/0042); a field answers its default for what it cannot read.
 */
export function listFields<State extends Values>(fields: { [Name in keyof State]: Field<State[Name]> }) {
  return {
    parse: (params: Values): State =>
      Object.fromEntries(
        Object.entries<Field<string>>(fields).map(([name, read]) => [
          name,
          read(Object.hasOwn(params, name) ? params[name] : undefined),
        ]),
      ) as State,
  };
}

/** The values that a screen keeps in its address. */
export type ListValues<Fields> = Fields extends ListFields<infer State> ? State : never;

export type ListState<State extends Values> = {
  /** What the controls show: each key at once. */
  values: State;
  /** What an address without parameters means. */
  defaults: State;
  /** The values as a query string, in the order of the fields; `''` when all are defaults. */
  query: string;
  /** Any query string written in the same way: two that show the same list are equal. */
  normalize: (query: string) => string;
  /** The same for the rows, which may follow a moment later. */
  deferred: State;
  patch: (changes: Partial<State>) => void;
  /** Empties the search and every filter; the order stays, for it hides nothing. */
  clear: () => void;
  /** Takes an order, as the address carries it (`title,-views`). */
  onSort: (order: string) => void;
  /** The keys of the rows that were ticked. Not in the address. */
  selected: ReadonlySet<string>;
  select: (selected: ReadonlySet<string>) => void;
};

const NONE: ReadonlySet<string> = new Set();

/**
 * Search, filters, order and selection of a list. What a person would share or reload is in the address: defaults are
 * left out, other parameters stay, and no step is added to the history. Typing never waits for the address.
 *
 * @param fields a module constant (`listFields`)
 */
export function useListState<State extends Values>(fields: ListFields<State>): ListState<State> {
  const [values, patch] = useUrlValues(fields);
  const deferred = useDeferredValue(values);
  const [selected, select] = useState(NONE);
  const onSort = useCallback((tri: string) => patch({ tri } as unknown as Partial<State>), [patch]);
  const defaults = fields.parse({});
  return {
    values,
    defaults,
    query: signature(toQuery(values, defaults)),
    normalize: (query) =>
      signature(toQuery(fields.parse(Object.fromEntries(new URLSearchParams(query))), defaults)),
    deferred,
    patch,
    clear: () => {
      const { tri: _order, ...unset } = defaults;
      patch(unset as Partial<State>);
    },
    onSort,
    selected,
    select,
  };
}

/** Pause in the typing after which the address follows, in ms. Browsers refuse hundreds of changes in a row. */
const PAUSE = 250;

/** The parameters that differ from what an empty address means. */
function toQuery(values: Values, defaults: Values): Map<string, string> {
  const changed = Object.entries(values).filter(([name, value]) => value !== defaults[name]);
  return new Map(changed);
}

const signature = (query: Map<string, string>) => new URLSearchParams([...query]).toString();

function useUrlValues<State extends Values>(
  fields: ListFields<State>,
): [values: State, patch: (changes: Partial<State>) => void] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const defaults = fields.parse({});
  const inAddress = fields.parse(Object.fromEntries(params));
  const address = signature(toQuery(inAddress, defaults));
  const [values, setValues] = useState(inAddress);
  const written = useRef(address);
  const isNavigating = useNavigation().state !== 'idle';

  const query = toQuery(values, defaults);
  const wanted = signature(query);
  // Not when the address has followed: a row may be opened before that.
  useEffect(() => rememberListAddress(pathname, wanted), [pathname, wanted]);
  // In a transition, as the router's own changes are: a page that is on its way is then known when this is rendered.
  const [due, setDue] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDue(wanted)), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says all that `query` and `defaults` hold
  useEffect(() => {
    if (due !== wanted || wanted === address || written.current !== address) return;
    // Another page is on its way: a new address would take its place.
    if (isNavigating) return;
    written.current = wanted;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const name of Object.keys(defaults)) next.delete(name);
        for (const [name, value] of query) next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [due, wanted, address, isNavigating, setParams]);

  // The address changed by itself (back button, link): the screen follows it. After the effect above, which still compares it.
  useEffect(() => {
    if (address === written.current) return;
    written.current = address;
    setValues(fields.parse(Object.fromEntries(params)));
  }, [address, params, fields]);

  // The same at each render, as `onSort` above: what is given them is drawn again only when rows change.
  const patch = useCallback(
    (changes: Partial<State>) => setValues((current) => ({ ...current, ...changes })),
    [],
  );
  return [values, patch];
}
