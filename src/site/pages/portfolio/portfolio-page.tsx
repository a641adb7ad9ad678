import { searchKey } from '@contract/search-key';
import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { lazy, memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { publicTags, type Tag } from '@/shared/data/tags';
import { paths } from '@/shared/lib/paths';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { tourPlaces } from '@/site/data/tour-places';
import { type PublicTour, publicTours } from '@/site/data/tours';
import { withQueries } from '@/site/lib/with-queries';
import { tourEntries } from '@/site/tours/tour-entries';
import { BelowFold } from '@/site/ui/below-fold';
import { CallToAction } from '@/site/ui/call-to-action';
import { IndexedHero } from '@/site/ui/page-hero';
import { collectionPage, JsonLd } from '@/site/ui/structured-data';
import { PortfolioFilterFields } from './portfolio-filter-fields';
import {
  chosenTags,
  filterEntries,
  prepareSearch,
  resultLabel,
  usePortfolioFilters,
} from './portfolio-filters';
import { TourGrid } from './tour-grid';

// A separate chunk, loaded after the list.
const PortfolioMap = lazy(() => import('./portfolio-map').then((m) => ({ default: m.PortfolioMap })));

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
  const { data: places = [] } = useQuery(tourPlaces());
  const search = useRef<HTMLInputElement>(null);
  const cleared = useRef(false);
  const [touched, setTouched] = useState(false);

  const entries = useMemo(() => tourEntries(tours, tags), [tours, tags]);
  useEffect(() => prepareSearch(tours), [tours]);
  const text = useDeferredValue(filters.text);
  // Deferred with the list, so that the cards are rendered once and typing is not delayed.
  const animated = !useDeferredValue(touched);
  const slugs = filters.slugs.join('\n');
  const tagIds = useMemo(() => chosenTags(tags, slugs.split('\n')), [slugs, tags]);
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
      <PortfolioFilterFields
        label="Filtrer les réalisations"
        searchLabel="Rechercher une réalisation"
        search={search}
        text={filters.text}
        tags={tags}
        chosen={tagIds}
        onText={(typed) => {
          setTouched(true);
          filters.setText(typed);
        }}
        onToggle={(slug) => {
          setTouched(true);
          filters.toggleTag(slug);
        }}
      />

      {filtered && partial ? (
        <Spinner label="Chargement des réalisations…" />
      ) : (
        <>
          <div className="mt-8 mb-6 flex min-h-9 flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
            <p role="status" className="font-semibold">
              {resultLabel(filtered ? found.length : total, filtered)}
            </p>
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              {filtered && found.length > 0 && clearButton}
              {found.length > 0 && places.length > 0 && (
                <a
                  href="#carte"
                  className="inline-flex min-h-9 items-center gap-1.5 font-semibold text-spruce underline-offset-4 hover:underline"
                >
                  <MapPin aria-hidden="true" className="size-4" />
                  Voir sur la carte
                </a>
              )}
            </div>
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
      <JsonLd data={collectionPage('Nos réalisations', paths.portfolio.href(), first.data?.count)} />
      <IndexedHero
        page={paths.portfolio}
        crumb="Réalisations"
        headTitle="Réalisations&nbsp;: visites virtuelles au Québec"
        description="Toutes nos visites virtuelles à 360°&nbsp;: patrimoine, espaces naturels, infrastructures et rues de municipalités du Québec. Cherchez par lieu ou par catégorie."
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
      <BelowFold>{tours && tags.data && <PortfolioMap tours={tours} tags={tags.data} />}</BelowFold>
      <BelowFold>
        <CallToAction
          title="Un lieu à faire découvrir?"
          text="Dites-nous lequel, et pour quand. Vous recevrez une réponse en 24 à 48 heures ouvrables."
        />
      </BelowFold>
    </>
  );
});
