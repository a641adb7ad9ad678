import { cutText } from '@contract/cut-text';
import { useQuery } from '@tanstack/react-query';
import { Route, Sparkles } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { activity } from '@/admin/kit/data/activity';
import { businessDayAfter, dayAfter } from '@/admin/kit/lib/coming-days';
import { quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { listAddress } from '@/admin/kit/lib/list-address';
import { useWindowKind } from '@/admin/kit/lib/use-window-kind';
import { Fold } from '@/admin/kit/ui/fold';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordHistory } from '@/admin/kit/ui/record-history';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { RecordSummary } from '@/admin/kit/ui/record-summary';
import { SubjectParts } from '@/admin/kit/ui/subject-parts';
import { prospectPaths } from '@/admin/prospects/paths';
import { NewQuoteButton } from '@/admin/quotes/parts/new-quote-button';
import { type ActionSuggestion, NextActionCard } from '@/admin/today/parts/next-action-card';
import { buttonClass } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { jobTypes } from '../data/trip-labels';
import { type EditedTrip, tripPlans } from '../data/trip-plans';
import type { TripPlanValues } from '../data/trip-plans.schema';
import { tripPaths, tripSlots } from '../paths';
import { TripStatusBadge, tripDates } from './trip-columns';
import { TripForm } from './trip-form';
import { TripPhotos } from './trip-photos';

/** The page of a new trip; its address may name the client and the place. */
export function NewTripPage() {
  const [params] = useSearchParams();
  const parameter = (name: string, most: number) => cutText(params.get(name) ?? '', most);
  const prefill = {
    client_name: parameter('client', 200),
    city: parameter('ville', 100),
    region: parameter('region', 100),
    municipality_code: parameter('lieu', 5),
  };
  return (
    <>
      <Seo title="Nouveau déplacement" noIndex />
      <PageHeader title="Nouveau déplacement" />
      <TripForm prefill={prefill} />
    </>
  );
}

/** The page of an existing trip. */
export function EditTripPage() {
  const { id = '' } = useParams();
  const trip = useQuery(tripPlans.edited(id));
  const isPhone = useWindowKind() === 'phone';
  return (
    <>
      <Seo title="Modifier le déplacement" noIndex />
      <PageHeader title={isPhone && trip.data ? trip.data.values.city : 'Modifier le déplacement'} readersToo>
        {trip.data && (
          <>
            <NewQuoteButton source={{ source: 'trip_plan', source_id: id }} />
            <Link
              to={prospectPaths.list.href(id)}
              className={buttonClass({ variant: 'outline', size: 'sm' })}
            >
              <Sparkles aria-hidden="true" className="size-4" />
              Prospects
            </Link>
            <Link to={tripPaths.sheet.href(id)} className={buttonClass({ variant: 'outline', size: 'sm' })}>
              <Route aria-hidden="true" className="size-4" />
              Feuille de route
            </Link>
          </>
        )}
      </PageHeader>
      {trip.data ? (
        <>
          <Summary trip={trip.data.values} />
          <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="space-y-4 xl:col-start-2">
              <NextActionCard target={{ kind: 'trip_plan', id }} suggestions={tripSuggestions(trip.data)} />
              <TripPhotos tripId={id} />
              <SubjectParts slot={tripSlots.page} given={{ id }} />
            </div>
            <div className="min-w-0 xl:col-start-1 xl:row-start-1">
              <Fold anchor="modifier" title="Modifier" onPhone>
                <TripForm edited={trip.data} />
              </Fold>
            </div>
          </div>
          <RecordHistory query={activity.ofRecord('trip_plans', id)} />
        </>
      ) : (
        <RecordPlaceholder
          query={trip}
          error="Impossible de charger le déplacement"
          missing="Ce déplacement n’existe plus"
          back={{ to: listAddress(tripPaths.list.href()), label: 'Retour aux déplacements' }}
        />
      )}
    </>
  );
}

/** The summary of a trip, first on a phone: its state, days, job and client. */
function Summary({ trip }: { trip: TripPlanValues }) {
  const { status, city, region, start_date, end_date, job_type, client_name } = trip;
  return (
    <RecordSummary
      badge={<TripStatusBadge status={status} />}
      facts={[tripDates({ start_date, end_date }), labelOf(jobTypes, job_type), client_name]}
      place={[client_name, city, region].filter(Boolean).join(', ')}
    />
  );
}

/** Suggests actions: before a trip, to confirm it with the client; afterwards, to write again. */
function tripSuggestions({ values: { start_date } }: EditedTrip): ActionSuggestion[] {
  const today = quebecDay();
  const weekBefore = dayAfter(start_date, -7);
  if (start_date <= today) {
    const due_on = businessDayAfter(today, 5);
    return [{ title: 'Relancer', label: 'Relancer dans 5 jours ouvrables', due_on }];
  }
  return [
    {
      title: 'Confirmer le déplacement',
      label: weekBefore > today ? 'Confirmer une semaine avant' : 'Confirmer demain',
      due_on: weekBefore > today ? weekBefore : dayAfter(today, 1),
    },
  ];
}
