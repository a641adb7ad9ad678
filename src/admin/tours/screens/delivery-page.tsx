import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { listAddress } from '@/admin/kit/lib/list-address';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { Fold } from '@/admin/kit/ui/fold';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { fileSize } from '@/shared/lib/numbers';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Seo } from '@/shared/ui/seo';
import { type DeliverableTour, type TourDelivery, tourDelivery } from '../data/tour-delivery';
import { tourPaths } from '../paths';
import { DeliveryLink } from './delivery-link';
import { CHECKSUM_HINT, DeliverySheet } from './delivery-sheet';
import { MakeDelivery } from './make-delivery';

/** The delivery of a tour: its ZIP and its sheets. */
export function DeliveryPage() {
  const { id = '' } = useParams();
  const query = useQuery(tourDelivery.ofTour(id));
  const tour = query.data;
  if (tour) return <Delivery key={id} tour={tour} />;
  return (
    <>
      <Seo title="Livraison" noIndex />
      <PageHeader title="Livraison" />
      <RecordPlaceholder
        query={query}
        error="Impossible de charger la livraison"
        missing="Cette visite n’existe pas, ou n’existe plus"
        back={{ to: listAddress(tourPaths.list.href()), label: 'Retour aux visites' }}
      />
    </>
  );
}

const cardClass = 'rounded-xl border border-line bg-paper p-5';

function Delivery({ tour }: { tour: DeliverableTour }) {
  const { published, deliveries } = tour;
  const [chosen, setChosen] = useState<string>();
  const shown = deliveries.find(({ id }) => id === chosen) ?? deliveries[0];
  return (
    <>
      <Seo title={`${tour.title} · Livraison`} noIndex />
      <PageHeader title={tour.title} count="Livraison" readersToo>
        <Link
          to={tourPaths.sharing.href(tour.id)}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          Partager
        </Link>
        <Link to={tourPaths.edit.href(tour.id)} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          Retour à la visite
        </Link>
      </PageHeader>
      <div className="max-w-4xl space-y-5">
        {published ? (
          <AdminsOnly>
            <MakeDelivery tour={tour} published={published} />
          </AdminsOnly>
        ) : (
          <EmptyState title="Publiez les scènes de cette visite avant de la livrer">
            <Link to={tourPaths.panoramas.href(tour.id)} className={buttonClass()}>
              Ouvrir la visite à 360°
            </Link>
          </EmptyState>
        )}
        {shown && (
          <section aria-labelledby="livraisons" className={cardClass}>
            <h2 id="livraisons" className="text-lg font-semibold">
              Livraisons faites
            </h2>
            <Deliveries deliveries={deliveries} shown={shown} onChoose={setChosen} />
            <DeliveryLink key={shown.id} tour={tour} delivery={shown} />
            <div className="mt-5 flex justify-end">
              <Button variant="outline" size="sm" onClick={() => window.print()}>
                <Printer aria-hidden="true" className="size-4" />
                Imprimer la fiche
              </Button>
            </div>
            <DeliverySheet tour={tour} delivery={shown} />
          </section>
        )}
        {shown && (
          <section className={cardClass}>
            <Fold anchor="avance" title="Avancé">
              <Checksum checksum={shown.checksum} />
            </Fold>
          </section>
        )}
      </div>
    </>
  );
}

/** The deliveries of a tour, with the chosen one's sheet below. */
function Deliveries({
  deliveries,
  shown,
  onChoose,
}: {
  deliveries: readonly TourDelivery[];
  shown: TourDelivery;
  onChoose: (id: string) => void;
}) {
  return (
    <ul className="mt-3 divide-y divide-line">
      {deliveries.map(({ id, client, created_at, version, bytes, link_expires_at: until }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={id === shown.id}
            onClick={() => onChoose(id)}
            className="flex min-h-11 w-full flex-wrap items-baseline gap-x-4 rounded-lg px-2 py-2 text-left hover:bg-mist aria-pressed:bg-spruce-pale"
          >
            <span className="font-medium wrap-anywhere">{client}</span>
            <span className="text-sm text-slate">
              {formatDateTime(created_at)} · version {version} · {fileSize(bytes)}
              {until && Date.parse(until) > serverClock.now() && ` · lien jusqu’au ${formatDateTime(until)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The checksum that proves that a delivery has not changed; on paper it is on the sheet. */
function Checksum({ checksum }: Pick<TourDelivery, 'checksum'>) {
  return (
    <section aria-labelledby="empreinte">
      <h2 id="empreinte" className="text-lg font-semibold">
        Empreinte de vérification
      </h2>
      <p className="mt-1 font-mono text-sm wrap-anywhere">{checksum}</p>
      <p className="text-sm text-slate">{CHECKSUM_HINT}</p>
    </section>
  );
}
