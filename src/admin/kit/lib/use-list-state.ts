import {
  startTransition,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
  useNavigation,
  useSearchParams,
} from 'react-router-dom';
import { rememberListAddress } from './list-address';

type Values = Record<string, string>;
type Field<Value extends string> = (parameter: string | undefined) => Value;
type ListFields<State extends Values> = { parse: (params: Values) => State };

/** A field with any text. */
export const textField =
  (fallback = ''): Field<string> =>
  (parameter) =>
    parameter ?? fallback;

/** A field with a key of a record of labels; `fallback`, empty by default, for anything else. */
export const keyField =
  <Key extends string, Fallback extends string = ''>(
    labels: Readonly<Record<Key, unknown>>,
    fallback: Fallback = '' as Fallback,
  ): Field<Key | Fallback> =>
  (parameter) =>
    parameter !== undefined && Object.hasOwn(labels, parameter) ? (parameter as Key) : fallback;

/**
 * Declares the fields that a list keeps in its address: `q` for the search, `tri` for the order, a parameter for each
 * filter. Parsed without zod, because lists load before any form (docs/decisions/0042); a field falls back to its
 * default for an unreadable value.
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
  /** Values of the controls, up to date at each key press. */
  values: State;
  /** Values of an address without parameters. */
  defaults: State;
  /** The values as a query string, in the order of the fields; `''` when all are defaults. */
  query: string;
  /** Normalises a query string, so that two that show the same list are equal. */
  normalize: (query: string) => string;
  /** The deferred values, for the rows, which may follow a moment later. */
  deferred: State;
  patch: (changes: Partial<State>) => void;
  /** Clears the search and every filter; the order is kept, because it hides no row. */
  clear: () => void;
  /** Sets an order in the address's notation (`title,-views`). */
  onSort: (order: string) => void;
  /** Keys of the selected rows, which are not in the address. */
  selected: ReadonlySet<string>;
  select: (selected: ReadonlySet<string>) => void;
};

const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * Holds the search, filters, order and selection of a list. Shareable state is in the address: defaults are left out,
 * other parameters stay, and no history entry is added. Typing never waits for the address.
 *
 * @param fields a module constant (`listFields`)
 */
export function useListState<State extends Values>(fields: ListFields<State>): ListState<State> {
  const [values, patch] = useUrlValues(fields);
  const deferred = useDeferredValue(values);
  const [selected, select] = useState(NO_KEYS);
  const onSort = useCallback((tri: string) => patch({ tri } as unknown as Partial<State>), [patch]);
  const defaults = fields.parse({});
  return {
    values,
    defaults,
    query: signatureOf(toQuery(values, defaults)),
    normalize: (query) =>
      signatureOf(toQuery(fields.parse(Object.fromEntries(new URLSearchParams(query))), defaults)),
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

/** Pause in the typing after which the address is updated, in ms: browsers refuse hundreds of changes in a row. */
const DEBOUNCE_MS = 250;

/** Lists the parameters that differ from the defaults. */
function toQuery(values: Values, defaults: Values): Map<string, string> {
  const changed = Object.entries(values).filter(([name, value]) => value !== defaults[name]);
  return new Map(changed);
}

const signatureOf = (query: Map<string, string>) => new URLSearchParams([...query]).toString();

function useUrlValues<State extends Values>(
  fields: ListFields<State>,
): [values: State, patch: (changes: Partial<State>) => void] {
  const [params, setParams] = useSearchParams();
  const { pathname, key } = useLocation();
  const router = useContext(RouterContext)?.router;
  const defaults = fields.parse({});
  const inAddress = fields.parse(Object.fromEntries(params));
  const address = signatureOf(toQuery(inAddress, defaults));
  const [values, setValues] = useState(inAddress);
  const written = useRef(address);
  const isNavigating = useNavigation().state !== 'idle';

  const query = toQuery(values, defaults);
  const wanted = signatureOf(query);
  // This must not wait until the address is updated: a row may be opened before that.
  useEffect(() => rememberListAddress(pathname, wanted), [pathname, wanted]);
  // In a transition, like the router's own changes, so that a pending page is known when this renders.
  const [due, setDue] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDue(wanted)), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says all that `query` and `defaults` hold
  useEffect(() => {
    if (due !== wanted || wanted === address || written.current !== address) return;
    // A navigation is pending, or done and not rendered yet (a row was opened): a new address would replace it.
    if (isNavigating || router?.state.location.key !== key) return;
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
  }, [due, wanted, address, isNavigating, setParams, key]);

  // The address changed by itself (back button, link), and the screen follows it. This runs after the effect above,
  // which still compares it.
  useEffect(() => {
    if (address === written.current) return;
    written.current = address;
    setValues(fields.parse(Object.fromEntries(params)));
  }, [address, params, fields]);

  // Stable functions, like `onSort` above: their receivers render again only when rows change.
  const patch = useCallback(
    (changes: Partial<State>) => setValues((current) => ({ ...current, ...changes })),
    [],
  );
  return [values, patch];
}
