import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTakenOver } from '@/site/ui/use-hydrated';

/** Pause in the typing after which the address follows, in ms. Browsers refuse hundreds of changes in a row. */
const PAUSE = 250;

/** Names of the filters in the address: `?q=fjord&tag=patrimoine&tag=hiver`. */
const TEXT = 'q';
const TAG = 'tag';

/** A written page knows nothing of the address's filters. */
const noFilters = new URLSearchParams();

/**
 * The search text and the chosen tags (by slug). They live in the address, so that a filtered list can be shared,
 * reloaded and come back to; the text is also kept here, so that typing never waits for the address.
 */
export function usePortfolioFilters() {
  const [inLocation, setParams] = useSearchParams();
  const params = useTakenOver() ? inLocation : noFilters;
  const inAddress = params.get(TEXT) ?? '';
  const [text, setText] = useState(inAddress);
  const written = useRef(inAddress);

  // The address changed by itself (back button, link): the box follows it.
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  /** Changes the address in place: the back button leaves the list instead of undoing each letter. */
  const write = (nextText: string, slugs: readonly string[]) => {
    written.current = nextText.trim();
    const next = new URLSearchParams(slugs.map((slug) => [TAG, slug]));
    if (written.current) next.set(TEXT, written.current);
    setParams(next, { replace: true, preventScrollReset: true });
  };

  const slugs = params.getAll(TAG);
  const chosen = slugs.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `write` is made anew at each render from these
  useEffect(() => {
    if (text.trim() === written.current) return;
    const timer = setTimeout(() => write(text, slugs), PAUSE);
    return () => clearTimeout(timer);
  }, [text, chosen]);

  return {
    text,
    setText,
    slugs,
    toggleTag: (slug: string) =>
      write(text, slugs.includes(slug) ? slugs.filter((one) => one !== slug) : [...slugs, slug]),
    clear: () => {
      setText('');
      // Without a tag the list follows the text, and the address can follow after the paint, as it does while typing.
      if (slugs.length > 0) write('', []);
    },
  };
}
