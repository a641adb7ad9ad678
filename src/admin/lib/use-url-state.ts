import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { UNSAFE_DataRouterContext, useLocation, useSearchParams } from 'react-router-dom';

/** Pause in the typing after which the address follows, in ms. Browsers refuse hundreds of changes in a row. */
const PAUSE = 250;

type Values = Record<string, string>;

/** The parameters that differ from what an empty address means. */
function toQuery(values: Values, defaults: Values): Map<string, string> {
  const changed = Object.entries(values).filter(([name, value]) => value !== defaults[name]);
  return new Map(changed.map(([name, value]) => [name, value]));
}

/**
 * Whether a link to another page was followed, asked at the moment itself: `useNavigation` and `useLocation` tell it only
 * once React has rendered it, which on a slow machine is after the pause. Only the router's own state knows earlier.
 */
function useIsLeaving(): () => boolean {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const { pathname } = useLocation();
  return () =>
    router !== undefined &&
    (router.state.navigation.state !== 'idle' || router.state.location.pathname !== pathname);
}

const signature = (query: Map<string, string>) => new URLSearchParams([...query]).toString();

/**
 * What a person would share or reload (search, filters, sort, page), kept in the address: defaults left out, other
 * parameters untouched, replaced in place so that the back button leaves the list. Typing never waits for the address.
 *
 * @param schema a constant; each field is a text and has a default, so that an address typed by hand cannot break the
 *   screen (`urlFields`)
 * @returns the values, and a function that changes some of them
 */
export function useUrlState<State extends Values>(schema: {
  parse: (params: Record<string, string>) => State;
}): [state: State, patch: (changes: Partial<State>) => void] {
  const [params, setParams] = useSearchParams();
  const defaults = schema.parse({});
  const inAddress = schema.parse(Object.fromEntries(params));
  const address = signature(toQuery(inAddress, defaults));
  const [state, setState] = useState(inAddress);
  const written = useRef(address);
  const isLeaving = useEffectEvent(useIsLeaving());

  // The address changed by itself (back button, link): the screen follows it.
  useEffect(() => {
    if (address === written.current) return;
    written.current = address;
    setState(schema.parse(Object.fromEntries(params)));
  }, [address, params, schema]);

  const query = toQuery(state, defaults);
  const wanted = signature(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says all that `query` and `defaults` hold
  useEffect(() => {
    if (wanted === written.current) return;
    const timer = setTimeout(() => {
      // A link was followed meanwhile, and its page is on the way: this would take its place.
      if (isLeaving()) return;
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
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [wanted, setParams]);

  return [state, (changes) => setState((current) => ({ ...current, ...changes }))];
}
