import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { publicTags, type Tag } from '@/shared/data/tags';
import { paths } from '@/shared/lib/paths';
import { searchKey } from '@/shared/lib/text';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { controlClass } from '@/shared/ui/field';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { type PublicTour, publicTours } from '@/site/data/tours';
import { places } from '@/site/lib/places';
import { withQueries } from '@/site/lib/with-queries';
import { filterEntries, portfolioEntries, prepareSearch, resultLabel } from '@/site/tours/tour-entries';
import { PageHero } from '@/site/ui/page-hero';
import { breadcrumbs, collection, JsonLd } from '@/site/ui/structured-data';
import { TagFilter } from './tag-filter';
import { TourGrid } from './tour-grid';
import { usePortfolioFilters } from './portfolio-filters';

/**
 * Search box, chips, count and cards, once tours and tags are known.
 *
 * @param total how many tours there are; more than `tours` while the others are being read
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

  const entries = useMemo(() => portfolioEntries(tours, tags), [tours, tags]);
  useEffect(() => prepareSearch(tours), [tours]);
  const text = useDeferredValue(filters.text);
  // The cards change once, with the list, and not before the letter that was typed is shown.
  const animated = !useDeferredValue(touched);
  const chosen = filters.slugs.join('\n');
  // A tag of the address that no longer exists does not empty the list.
  const tagIds = useMemo(() => {
    const slugs = new Set(chosen.split('\n'));
    return new Set(tags.filter((tag) => slugs.has(tag.slug)).map((tag) => tag.id));
  }, [chosen, tags]);
  const found = useMemo(() => filterEntries(entries, text, tagIds), [entries, text, tagIds]);
  const filtered = searchKey(text) !== '' || tagIds.size > 0;
  const partial = tours.length < total;

  const clear = () => {
    setTouched(true);
    filters.clear();
    cleared.current = true;
  };
  // The button that was pressed goes away with the filters, after the press has been answered; the keyboard moves then.
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
              filterKey={`${searchKey(text)}\n${chosen}`}
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
 * Every published tour, with search and categories. The newest are shown at once (the prerendered page carries
 * them); the others are read behind them.
 */
export const PortfolioPage = withQueries(function PortfolioPage() {
  const first = useQuery(publicTours.first());
  const total = first.data?.count ?? 0;
  const partial = total > (first.data?.tours.length ?? 0);
  const all = useQuery({ ...publicTours.published(), enabled: partial });
  const tags = useQuery(publicTags.list());

  // The first cards stay the same objects when the others have come: they are not drawn again.
  const tours = useMemo(
    () => (partial && all.data ? replaceEqualDeep(first.data?.tours, all.data) : first.data?.tours),
    [partial, all.data, first.data?.tours],
  );
  const failed = [first, all, tags].filter((query) => query.isError);
  const broken = tags.isError || first.isError || (partial && all.isError);

  return (
    <>
      <Seo
        title="Réalisations"
        description="Toutes nos visites virtuelles à 360°&nbsp;: patrimoine, espaces naturels, infrastructures et rues de municipalités du Québec. Cherchez par lieu ou par catégorie."
      />
      <JsonLd data={collection('Nos réalisations', paths.portfolio.href(), first.data?.count)} />
      <JsonLd data={breadcrumbs([['Réalisations', paths.portfolio.href()]])} />
      <PageHero
        place={places.quebec}
        title="Nos réalisations"
        lead="Parcourez les visites par lieu ou par catégorie, puis entrez dans celle qui vous ressemble."
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
    </>
  );
});
