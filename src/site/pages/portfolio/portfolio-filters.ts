import { searchKey } from '@contract/search-key';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Tag } from '@/shared/data/tags';
import { formatNumber } from '@/shared/lib/numbers';
import { untilIdle } from '@/shared/lib/when-idle';
import type { PublicTour } from '@/site/data/tours';
import type { TourEntry } from '@/site/tours/tour-entries';
import { useHydrated } from '@/site/ui/use-hydrated';

/** Pause in typing before the address is updated, in ms: browsers limit the rate of history changes. */
export const DEBOUNCE = 250;

/** Parameters of the filters in the address: `?q=fjord&tag=patrimoine&tag=hiver`. */
const TEXT_PARAM = 'q';
const TAG_PARAM = 'tag';

/** A prerendered page shows the unfiltered list. */
const noFilters = new URLSearchParams();

/**
 * The search text and the selected tags (by slug). They live in the address, so that a filtered list can be shared and
 * reloaded; the text is also kept in state, so that typing never waits for the address.
 */
export function usePortfolioFilters() {
  const [searchParams, setParams] = useSearchParams();
  const params = useHydrated() ? searchParams : noFilters;
  const addressText = params.get(TEXT_PARAM) ?? '';
  const [text, setText] = useState(addressText);
  const lastWritten = useRef(addressText);

  /** Replaces the address, so that the back button leaves the list instead of undoing each letter. */
  const writeAddress = (nextText: string, slugs: readonly string[]) => {
    lastWritten.current = nextText.trim();
    const next = new URLSearchParams(slugs.map((slug) => [TAG_PARAM, slug]));
    if (lastWritten.current) next.set(TEXT_PARAM, lastWritten.current);
    setParams(next, { replace: true, preventScrollReset: true });
  };

  const slugs = params.getAll(TAG_PARAM);
  const chosen = slugs.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `writeAddress` changes at each render
  useEffect(() => {
    if (text.trim() === lastWritten.current) return;
    const { pathname } = window.location;
    const timer = setTimeout(() => {
      // A card was pressed in the meantime: its page is on its way, under its own address.
      if (window.location.pathname === pathname) writeAddress(text, slugs);
    }, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, chosen]);

  // The address was changed by the back button, a link, or the end of prerendering: the search box follows it. After the effect above,
  // which would take the text from an address whose tags changed too.
  useEffect(() => {
    if (addressText === lastWritten.current) return;
    lastWritten.current = addressText;
    setText(addressText);
  }, [addressText]);

  return {
    text,
    setText,
    slugs,
    toggleTag: (slug: string) =>
      writeAddress(text, slugs.includes(slug) ? slugs.filter((one) => one !== slug) : [...slugs, slug]),
    clear: () => {
      setText('');
      // Without a tag the debounced update above is enough.
      if (slugs.length > 0) writeAddress('', []);
    },
  };
}

/** The ids of the tags of an address. One that no longer exists is ignored: it must not empty the list. */
export function chosenTags(tags: readonly Tag[], slugs: readonly string[]): ReadonlySet<string> {
  return new Set(tags.filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id));
}

const searchKeys = new WeakMap<PublicTour, string>();

/** The normalized text that the search looks in, computed once per tour. */
function searchKeyOf(tour: PublicTour): string {
  let key = searchKeys.get(tour);
  if (key === undefined) {
    // No search text holds a line break, so a match never spans two fields.
    key = [tour.title, tour.location, tour.description].map((text) => searchKey(text ?? '')).join('\n');
    searchKeys.set(tour, key);
  }
  return key;
}

/** Tours per idle callback: a few milliseconds on a phone. */
const BATCH = 200;

/**
 * Computes the search keys before anybody types, in batches when the browser is idle: those of 1 500 tours at once
 * would block a phone noticeably.
 *
 * @returns cancels the rest
 */
export function prepareSearch(tours: readonly PublicTour[]): () => void {
  let cancelled = false;
  void (async () => {
    for (let from = 0; from < tours.length && !cancelled; from += BATCH) {
      await untilIdle();
      tours.slice(from, from + BATCH).forEach(searchKeyOf);
    }
  })();
  return () => {
    cancelled = true;
  };
}

/**
 * The entries whose title, place or description contains the text and that have at least one of the tags; no text and
 * no tag keep everything (specification, section 5).
 *
 * @param text as typed: case, accents and outer spaces are ignored
 */
export function filterEntries(
  entries: readonly TourEntry[],
  text: string,
  tagIds: ReadonlySet<string>,
): readonly TourEntry[] {
  const key = searchKey(text);
  return entries.filter(
    ({ tour, tags }) =>
      (key === '' || searchKeyOf(tour).includes(key)) &&
      (tagIds.size === 0 || tags.some((tag) => tagIds.has(tag.id))),
  );
}

/**
 * « 1 réalisation », « 12 réalisations », followed by « trouvée(s) » when filters are active; plural for 0
 * (specification, section 9).
 */
export function resultLabel(count: number, filtered: boolean): string {
  const noun = count === 1 ? 'réalisation' : 'réalisations';
  return `${formatNumber(count)} ${noun}${filtered ? ' trouvée(s)' : ''}`;
}
