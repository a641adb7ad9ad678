import { useQuery } from '@tanstack/react-query';
import { Database, Map as MapIcon } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useListViews } from '@/admin/kit/data/use-list-views';
import type { ProgressiveList } from '@/admin/kit/lib/read-rows';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { FilteredTable, IncompleteNotice, ListScreen } from '@/admin/kit/ui/list-screen';
import { SubjectLinks } from '@/admin/kit/ui/subject-parts';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { segmentContacts } from '@/admin/segments/data/segment-contacts';
import { counted } from '@/shared/lib/numbers';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { municipalities } from '../data/municipalities';
import { type ListedMunicipality, municipalityPages } from '../data/municipality-pages';
import { municipalityPaths } from '../paths';
import { municipalityColumns } from './municipality-columns';
import {
  filterMunicipalities,
  lastContacts,
  mrcOptions,
  municipalityFields,
  municipalityOrders,
  municipalityViews,
  regionOptions,
  relationLabels,
  sizes,
} from './municipality-filters';
import { RegisterAttribution } from './register-attribution';

const MunicipalityMap = lazy(async () => ({ default: (await import('./municipality-map')).MunicipalityMap }));

/** Every municipality of Québec, with its place and the studio's work there. */
export function MunicipalitiesPage() {
  const list = useQuery(municipalityPages.list());
  return (
    <ListScreen
      title="Municipalités"
      count={({ total }) => counted(total, 'municipalité')}
      action={
        <div className="flex flex-wrap gap-2">
          <SubjectLinks on={municipalityPaths.list.path} />
          <Link to={municipalityPaths.register.href()} className={buttonClass({ variant: 'outline' })}>
            <Database aria-hidden="true" className="size-4" />
            Répertoire
          </Link>
        </div>
      }
      notice={
        <IncompleteNotice
          query={list}
          text={(count) => `Seules les ${count} premières municipalités ont pu être chargées.`}
        />
      }
      query={list}
      errorTitle="Impossible de charger les municipalités"
      isEmpty={({ total }) => total === 0}
      empty={{
        title: 'Le répertoire est vide',
        why: 'Les municipalités du Québec sont fournies avec le produit\u00a0: une pression les installe.',
        action: (
          <Link to={municipalityPaths.register.href()} className={buttonClass({ variant: 'accent' })}>
            Ouvrir le répertoire
          </Link>
        ),
      }}
    >
      {({ rows, isComplete }) => <Municipalities rows={rows} isComplete={isComplete} />}
    </ListScreen>
  );
}

const NO_RELATIONS = {};
const codeOf = ({ code }: ListedMunicipality) => code;

function Municipalities({ rows, isComplete }: Omit<ProgressiveList<ListedMunicipality>, 'total'>) {
  const list = useListState(municipalityFields);
  const views = useListViews('municipalities', 'Toutes', municipalityViews);
  const state = useQuery(municipalities.state());
  const { values, deferred, patch } = list;
  const [now] = useState(Date.now);
  const segment = useQuery(segmentContacts(deferred.segment));
  // A deleted segment matches no town, rather than all of them.
  const towns =
    deferred.segment && segment.data !== undefined ? (segment.data?.towns ?? NO_RELATIONS) : undefined;
  const visible = useMemo(
    () => filterMunicipalities(rows, deferred, now, towns),
    [rows, deferred, now, towns],
  );
  const mrcs = useMemo(() => mrcOptions(rows, values.region), [rows, values.region]);
  const isMapShown = values.carte === 'oui';

  return (
    <>
      <FilteredTable
        list={{
          ...list,
          // An MRC of another region would match nothing.
          patch: (changes) =>
            patch(changes.region === undefined || 'mrc' in changes ? changes : { ...changes, mrc: '' }),
        }}
        views={views}
        orders={municipalityOrders}
        search={{ label: 'Rechercher une municipalité', placeholder: 'Nom, MRC ou code' }}
        filters={[
          { name: 'region', label: 'Région', allLabel: 'Toutes les régions', options: regionOptions },
          { name: 'mrc', label: 'MRC', allLabel: 'Toutes les MRC', options: mrcs },
          { name: 'population', label: 'Population', allLabel: 'Toutes les populations', options: sizes },
          { name: 'relation', label: 'Relation', allLabel: 'Clientes ou non', options: relationLabels },
          {
            name: 'message',
            label: 'Dernier message',
            allLabel: 'Quel que soit le dernier message',
            options: lastContacts,
          },
          ...(values.segment
            ? [
                {
                  name: 'segment' as const,
                  label: 'Segment',
                  allLabel: 'Aucun segment',
                  options: {
                    [values.segment]: segment.data?.name ?? (segment.data === null ? 'supprimé' : '…'),
                  },
                },
              ]
            : []),
        ]}
        instead={
          segment.isError ? (
            <ErrorState
              title="Impossible de charger le segment"
              error={segment.error}
              onRetry={() => segment.refetch()}
            />
          ) : (
            (segment.isLoading || (visible.length === 0 && !isComplete)) && <TableSkeleton />
          )
        }
        rows={visible}
        total={rows.length}
        noResult="Aucune municipalité ne correspond à votre recherche"
        caption="Municipalités"
        rowKey={codeOf}
        columns={municipalityColumns}
      >
        <Button
          size="sm"
          variant="outline"
          aria-pressed={isMapShown}
          onClick={() => patch({ carte: isMapShown ? '' : 'oui' })}
        >
          <MapIcon aria-hidden="true" className="size-4" />
          Carte
        </Button>
        {isMapShown && (
          <div className="basis-full">
            <Suspense fallback={<Spinner />}>
              <MunicipalityMap rows={visible} mrc={values.mrc} onMrc={(mrc) => patch({ mrc })} />
            </Suspense>
          </div>
        )}
      </FilteredTable>
      <p className="mt-2 shrink-0 text-xs text-slate">
        <RegisterAttribution sourceDate={state.data?.sourceDate} withBoundaries={isMapShown} />
      </p>
    </>
  );
}
