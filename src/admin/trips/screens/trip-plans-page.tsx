import { useMutation, useQuery } from '@tanstack/react-query';
import { MapPinned, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useListViews } from '@/admin/kit/data/use-list-views';
import { quebecDay } from '@/admin/kit/lib/dates';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { FilteredTable, ListScreen, useSelectedRows } from '@/admin/kit/ui/list-screen';
import { HeaderActionWords, headerActionClass } from '@/admin/kit/ui/page-header';
import { toTrash, useRemovalQuestion } from '@/admin/kit/ui/removal-question';
import { SelectionBar } from '@/admin/kit/ui/selection-bar';
import { StatusChoice } from '@/admin/kit/ui/status-choice';
import { municipalityPaths } from '@/admin/municipalities/paths';
import { TrashLine } from '@/admin/trash/parts/trash-line';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { tables } from '../data/tables';
import { jobTypes, tripStatuses } from '../data/trip-labels';
import { type ListedTrip, tripPlans } from '../data/trip-plans';
import { tripPaths } from '../paths';
import { nameOf, tripActions, tripColumns } from './trip-columns';
import { filterTrips, periodLabels, tripListFields, tripOrders, tripViews } from './trip-filters';

const { fields } = tables.trip_plans;

/** The planned trips, the latest start first. */
export function TripPlansPage() {
  const list = useQuery(tripPlans.list());
  return (
    <ListScreen
      title="Déplacements"
      count={({ length }) => counted(length, 'déplacement')}
      action={
        <div className="flex flex-wrap gap-2 sm:gap-3">
          <Link to={municipalityPaths.list.href()} className={headerActionClass('outline')}>
            <MapPinned aria-hidden="true" className="size-4" />
            <HeaderActionWords>Municipalités</HeaderActionWords>
          </Link>
          <Link to={tripPaths.new.href()} className={headerActionClass('accent')}>
            <Plus aria-hidden="true" className="size-4" />
            <HeaderActionWords>Nouveau déplacement</HeaderActionWords>
          </Link>
        </div>
      }
      query={list}
      errorTitle="Impossible de charger les déplacements"
      isEmpty={({ length }) => length === 0}
      empty={{
        title: 'Aucun déplacement pour le moment',
        why: 'Un déplacement rassemble une destination, des dates et les prospects à visiter aux alentours.',
        action: (
          <Link to={tripPaths.new.href()} className={buttonClass({ variant: 'accent' })}>
            Créer mon premier déplacement
          </Link>
        ),
      }}
    >
      {(all) => <Trips trips={all} />}
    </ListScreen>
  );
}

// Made once, so that typing above the list does not render its table.
const trashLine = <TrashLine kind="trip_plans" />;
const idOf = ({ id }: ListedTrip) => id;
const labelOfTrip = (trip: ListedTrip) => `le ${nameOf(trip)}`;

function Trips({ trips }: { trips: ListedTrip[] }) {
  const list = useListState(tripListFields);
  const views = useListViews('trip_plans', 'Tous', tripViews);
  const remove = useMutation(tripPlans.remove());
  const [askRemoval, removalQuestion] = useRemovalQuestion<ListedTrip>({
    sentence: (trip) => toTrash(`Le ${nameOf(trip)}`, 'Ses prospects y vont avec lui; les contacts restent.'),
    pending: remove.isPending,
    onConfirm: (trip, after) => remove.mutate([trip], after),
  });
  const setStatus = useMutation(tripPlans.setStatus());
  const { mutate } = setStatus;
  const columns = useMemo(() => tripColumns(({ id }, status) => mutate({ ids: [id], status })), [mutate]);
  const actions = useMemo(() => tripActions(askRemoval), [askRemoval]);
  const visible = useMemo(() => filterTrips(trips, list.deferred, quebecDay()), [trips, list.deferred]);
  const chosen = useSelectedRows(visible, list);

  return (
    <>
      <FilteredTable
        list={list}
        views={views}
        orders={tripOrders}
        search={{ label: 'Rechercher un déplacement', placeholder: 'Ville, région ou client' }}
        filters={[
          { name: 'periode', label: 'Période', allLabel: 'Toutes les dates', options: periodLabels },
          { name: 'statut', label: fields.status, allLabel: 'Tous les statuts', options: tripStatuses },
          { name: 'type', label: 'Type de mandat', allLabel: 'Tous les types', options: jobTypes },
        ]}
        rows={visible}
        total={trips.length}
        noResult="Aucun déplacement ne correspond à votre recherche"
        caption="Déplacements"
        footer={trashLine}
        rowKey={idOf}
        columns={columns}
        actions={actions}
        rowLabel={labelOfTrip}
      />
      {removalQuestion}
      <SelectionBar
        count={chosen.length}
        noun={['déplacement sélectionné', 'déplacements sélectionnés']}
        onClear={() => list.select(new Set())}
      >
        <StatusChoice
          label="Changer le statut de la sélection"
          isLabelHidden
          placeholder="Changer le statut…"
          options={tripStatuses}
          pending={setStatus.isPending}
          onApply={(status) => mutate({ ids: chosen.map(idOf), status })}
        />
      </SelectionBar>
    </>
  );
}
