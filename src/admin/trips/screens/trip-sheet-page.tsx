import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Printer, Route, Sparkles } from 'lucide-react';
import { useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import { formatDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { listAddress } from '@/admin/kit/lib/list-address';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { prospectPaths } from '@/admin/prospects/paths';
import { MissingStreetsOfTrip } from '@/admin/surveys/parts/missing-streets';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { Button, buttonClass } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { proposedOrder } from '../data/stop-order';
import { jobTypes } from '../data/trip-labels';
import { type TripSheet, tripSheets } from '../data/trip-sheets';
import { tripPaths } from '../paths';
import { OtherStops } from './other-stops';
import { RouteMap } from './route-map';
import { StopList } from './stop-list';

/**
 * The sheet of a trip: the stops in order with their contact details; for the road, without a network, and for print.
 */
export function TripSheetPage() {
  const { id = '' } = useParams();
  const sheet = useQuery(tripSheets.ofTrip(id));
  if (!sheet.data)
    return (
      <RecordPlaceholder
        query={sheet}
        error="Impossible de charger la feuille de route"
        missing="Ce déplacement n’existe plus"
        back={{ to: listAddress(tripPaths.list.href()), label: 'Retour aux déplacements' }}
      />
    );
  return <Sheet sheet={sheet.data} />;
}

/** Formats the days: « 5 déc. 2026 », « du 5 déc. 2026 au 7 déc. 2026 ». */
const daysOf = ({ start_date, end_date }: TripSheet['trip']) =>
  start_date === end_date ? formatDay(start_date) : `du ${formatDay(start_date)} au ${formatDay(end_date)}`;

function Sheet({ sheet: { trip, stops, others } }: { sheet: TripSheet }) {
  const setStops = useMutation(tripSheets.setStops(trip.id));
  const ids = stops.map((stop) => stop.id);
  const list = useRef<HTMLElement>(null);
  const { latitude, longitude, shore } = trip;
  const start = latitude !== null && longitude !== null ? { latitude, longitude, shore } : undefined;
  const title = `Feuille de route\u00a0: ${trip.city}`;
  const propose = () => {
    if (!start) return;
    const next = proposedOrder(start, stops);
    if (next.join() === ids.join()) notify.info('C’est déjà l’ordre proposé.', 'Rien de nouveau');
    else setStops.mutate({ ids: next, successText: 'Ordre proposé appliqué' });
  };
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} count={counted(stops.length, 'arrêt')} readersToo>
        {stops.length > 2 && start && (
          <AdminsOnly>
            <Button variant="outline" pending={setStops.isPending} onClick={propose}>
              <Route aria-hidden="true" className="size-4" />
              Proposer un ordre
            </Button>
          </AdminsOnly>
        )}
        <Button variant="outline" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Imprimer
        </Button>
        <Link to={prospectPaths.list.href(trip.id)} className={buttonClass({ variant: 'outline' })}>
          <Sparkles aria-hidden="true" className="size-4" />
          Prospects
        </Link>
        <Link to={tripPaths.one.href(trip.id)} className={buttonClass({ variant: 'outline' })}>
          <Pencil aria-hidden="true" className="size-4" />
          Déplacement
        </Link>
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <section
          ref={list}
          tabIndex={-1}
          aria-label="Feuille de route"
          data-printed-alone
          className="min-w-0 scroll-mt-18 outline-none"
        >
          <header className="mb-3">
            <p className="hidden text-xl font-bold print:block">{title}</p>
            <p className="text-slate">
              {[daysOf(trip), labelOf(jobTypes, trip.job_type), trip.client_name].filter(Boolean).join(' · ')}
            </p>
            {trip.description && <p className="mt-1 whitespace-pre-line wrap-anywhere">{trip.description}</p>}
          </header>
          <MissingStreetsOfTrip tripId={trip.id} />
          {stops.length === 0 ? (
            <p className="rounded-xl border border-dashed border-line p-5 text-slate">
              Aucun arrêt. Ajoutez les personnes à visiter parmi celles du déplacement et de ses environs.
            </p>
          ) : (
            <StopList
              tripId={trip.id}
              start={start && { city: trip.city, ...start }}
              stops={stops}
              isSaving={setStops.isPending}
              onOrder={(next) => setStops.mutate({ ids: next })}
              onRemove={(stop) =>
                setStops.mutate({
                  ids: ids.filter((id) => id !== stop.id),
                  successText: `«\u00a0${stop.name}\u00a0» retiré des arrêts`,
                })
              }
            />
          )}
        </section>
        <div className="min-w-0 space-y-5 print:hidden">
          {start && <RouteMap city={trip.city} start={start} stops={stops} />}
          <OtherStops
            others={others}
            isSaving={setStops.isPending}
            onAdd={(added) =>
              setStops.mutate(
                { ids: [...ids, ...added] },
                // The button that added several is gone with them; one more may follow a single one.
                { onSuccess: () => added.length > 1 && list.current?.focus() },
              )
            }
          />
        </div>
      </div>
    </>
  );
}
