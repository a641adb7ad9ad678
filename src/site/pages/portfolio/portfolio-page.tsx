import { searchKey } from '@contract/search-key';
import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { Check, Search } from 'lucide-react';
import {
  lazy,
  memo,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { publicTags, type Tag } from '@/shared/data/tags';
import { paths } from '@/shared/lib/paths';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { controlClass } from '@/shared/ui/field';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { textOn } from '@/shared/ui/tag-color';
import { type PublicTour, publicTours } from '@/site/data/tours';
import { pagePicture } from '@/site/lib/page-picture';
import { withQueries } from '@/site/lib/with-queries';
import { tourEntries } from '@/site/tours/tour-entries';
import { BelowFold } from '@/site/ui/below-fold';
import { CallToAction } from '@/site/ui/call-to-action';
import { PageHero } from '@/site/ui/page-hero';
import { places } from '@/site/ui/places';
import { breadcrumbs, collectionPage, JsonLd } from '@/site/ui/structured-data';
import { filterEntries, prepareSearch, resultLabel, usePortfolioFilters } from './portfolio-filters';
import { TourGrid } from './tour-grid';

// A separate chunk, loaded after the list.
const TourMap = lazy(() => import('@/site/tours/tour-map').then((m) => ({ default: m.TourMap })));

/**
 * One toggle button per tag, in the tag's colour when pressed. On a phone they scroll sideways in one line, so that the
 * results stay visible.
 */
function TagFilter({
  tags,
  chosen,
  onToggle,
}: {
  tags: readonly Tag[];
  chosen: ReadonlySet<string>;
  onToggle: (slug: string) => void;
}) {
  return (
    <fieldset className="-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
      <legend className="sr-only">Filtrer par catégorie</legend>
      {tags.map((tag) => {
        const pressed = chosen.has(tag.id);
        return (
          <button
            key={tag.id}
            type="button"
            aria-pressed={pressed}
            onClick={() => onToggle(tag.slug)}
            style={pressed ? { backgroundColor: tag.color, color: textOn(tag.color) } : undefined}
            className={`inline-flex min-h-10 max-w-full shrink-0 items-center gap-2 rounded-full border px-4 text-left text-sm font-semibold ${
              pressed ? 'border-ink' : 'border-slate/50 bg-paper hover:border-ink'
            }`}
          >
            {pressed ? (
              <Check aria-hidden="true" className="size-3.5" />
            ) : (
              <span
                aria-hidden="true"
                className="size-3.5 rounded-full border border-ink/20"
                style={{ backgroundColor: tag.color }}
              />
            )}
            <span className="min-w-0 wrap-anywhere">{tag.name}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/**
 * Search box, tags, count and cards, once tours and tags are loaded.
 *
 * @param total how many tours there are; more than `tours` while the others are loading
 */
const Portfolio = memo(function Portfolio({
  tours,
  total,
  tags,
}: {
  tours: readonly PublicTour[];
  total: number;
  tags: readonly Tag[];
}) {
  const filters = usePortfolioFilters();
  const search = useRef<HTMLInputElement>(null);
  const cleared = useRef(false);
  const searchId = useId();
  const [touched, setTouched] = useState(false);

  const entries = useMemo(() => tourEntries(tours, tags), [tours, tags]);
  useEffect(() => prepareSearch(tours), [tours]);
  const text = useDeferredValue(filters.text);
  // Deferred with the list, so that the cards are rendered once and typing is not delayed.
  const animated = !useDeferredValue(touched);
  const slugs = filters.slugs.join('\n');
  // A tag in the address that no longer exists must not empty the list.
  const tagIds = useMemo(() => {
    const selected = new Set(slugs.split('\n'));
    return new Set(tags.filter((tag) => selected.has(tag.slug)).map((tag) => tag.id));
  }, [slugs, tags]);
  const found = useMemo(() => filterEntries(entries, text, tagIds), [entries, text, tagIds]);
  const filtered = searchKey(text) !== '' || tagIds.size > 0;
  const partial = tours.length < total;

  const clear = () => {
    setTouched(true);
    filters.clear();
    cleared.current = true;
  };
  // The clear button disappears with the filters: the focus moves to the search box then.
  useLayoutEffect(() => {
    if (!filtered && cleared.current) search.current?.focus();
    cleared.current = false;
  }, [filtered]);
  const clearButton = (
    <Button variant="outline" size="sm" onClick={clear}>
      Effacer les filtres
    </Button>
  );

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers of before 2024 do not know <search> */}
      <form
        role="search"
        aria-label="Filtrer les réalisations"
        onSubmit={(event) => event.preventDefault()}
        className="space-y-5"
      >
        <div className="relative max-w-xl">
          <label htmlFor={searchId} className="sr-only">
            Rechercher une réalisation
          </label>
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-slate"
          />
          <input
            ref={search}
            id={searchId}
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            placeholder="Un lieu, un village, un mot…"
            value={filters.text}
            onChange={(event) => {
              setTouched(true);
              filters.setText(event.target.value);
            }}
            className={`${controlClass} pl-12`}
          />
        </div>
        <TagFilter
          tags={tags}
          chosen={tagIds}
          onToggle={(slug) => {
            setTouched(true);
            filters.toggleTag(slug);
          }}
        />
      </form>

      {filtered && partial ? (
        <Spinner label="Chargement des réalisations…" />
      ) : (
        <>
          <div className="mt-8 mb-6 flex min-h-9 flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
            <p role="status" className="font-semibold">
              {resultLabel(filtered ? found.length : total, filtered)}
            </p>
            {filtered && found.length > 0 && clearButton}
          </div>

          {found.length > 0 ? (
            <TourGrid
              entries={found}
              more={partial}
              filterKey={`${searchKey(text)}\n${slugs}`}
              animated={animated}
            />
          ) : filtered ? (
            <EmptyState title="Aucune réalisation ne correspond à votre recherche">{clearButton}</EmptyState>
          ) : (
            <EmptyState title="Aucune réalisation publiée pour le moment" />
          )}
        </>
      )}
    </>
  );
});

/**
 * Every published tour, with search and tags. The newest are shown at once (the prerendered page carries them); the
 * others are loaded afterwards.
 */
export const PortfolioPage = withQueries(function PortfolioPage() {
  const first = useQuery(publicTours.first());
  const total = first.data?.count ?? 0;
  const partial = total > (first.data?.tours.length ?? 0);
  const all = useQuery({ ...publicTours.published(), enabled: partial });
  const tags = useQuery(publicTags.list());

  // Keeps the objects of the first cards when the others are loaded, so that they are not rendered again.
  const tours = useMemo(
    () => (partial && all.data ? replaceEqualDeep(first.data?.tours, all.data) : first.data?.tours),
    [partial, all.data, first.data?.tours],
  );
  const failed = [first, all, tags].filter((query) => query.isError);
  const broken = tags.isError || first.isError || (partial && all.isError);

  return (
    <>
      <Seo
        image={pagePicture(paths.portfolio.path)}
        title="Réalisations&nbsp;: visites virtuelles au Québec"
        description="Toutes nos visites virtuelles à 360°&nbsp;: patrimoine, espaces naturels, infrastructures et rues de municipalités du Québec. Cherchez par lieu ou par catégorie."
      />
      <JsonLd data={collectionPage('Nos réalisations', paths.portfolio.href(), first.data?.count)} />
      <JsonLd data={breadcrumbs([['Réalisations', paths.portfolio.href()]])} />
      <PageHero
        place={places.quebec}
        title="Nos réalisations"
        lead="Parcourez les visites par lieu ou par catégorie, puis entrez dans celle qui ressemble à votre projet."
      />
      <section aria-labelledby="titre-visites" className="mx-auto min-h-[60vh] max-w-7xl px-5 py-12 sm:px-8">
        <h2 id="titre-visites" className="sr-only">
          Visites virtuelles
        </h2>
        {tours && tags.data && !(partial && all.isError) ? (
          <Portfolio tours={tours} total={all.data && partial ? tours.length : total} tags={tags.data} />
        ) : broken ? (
          <ErrorState
            title="Impossible de charger les réalisations"
            onRetry={() => {
              for (const query of failed) query.refetch();
            }}
          />
        ) : (
          <Spinner label="Chargement des réalisations…" />
        )}
      </section>
      <BelowFold>
        <TourMap />
      </BelowFold>
      <BelowFold>
        <CallToAction
          title="Un lieu à faire découvrir?"
          text="Dites-nous lequel, et pour quand. Vous recevrez une réponse en 24 à 48 heures ouvrables."
        />
      </BelowFold>
    </>
  );
});
