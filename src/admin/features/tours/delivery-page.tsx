import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Package, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useParams } from 'react-router-dom';
import type { DeliveryProgress } from '@/admin/data/tours/delivery-files';
import {
  bytesOf,
  type DeliverableTour,
  type TourDelivery,
  tourDelivery,
  widthOf,
} from '@/admin/data/tours/tour-delivery';
import { type DeliveryValues, deliverySchema, emptyDelivery } from '@/admin/data/tours/tour-delivery.schema';
import { formatDateTime, quebecDay } from '@/admin/lib/dates';
import { listAddress } from '@/admin/lib/list-address';
import { chooseWhereToSave } from '@/admin/lib/save-stream';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { PageHeader } from '@/admin/ui/page-header';
import { ProgressBar } from '@/admin/ui/progress-bar';
import { RecordPlaceholder } from '@/admin/ui/record-placeholder';
import { paths } from '@/shared/lib/admin-paths';
import { isAbort } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { siteConfig } from '@/shared/lib/site-config';
import { EmbedLine } from '@/shared/panorama-tour/embed-line';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Form, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { Seo } from '@/shared/ui/seo';
import { TechnicalDetails } from '@/shared/ui/technical-details';
import { DeliveryLink } from './delivery-link';
import { DeliverySheet, formatBytes } from './delivery-sheet';

/** Size from which a browser without a file picker may run out of memory. */
const LARGE = 1_500_000_000;

/** The delivery of a tour: its ZIP, its sheets, and the line that embeds it in another site. */
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
        back={{ to: listAddress(paths.admin.tours.href()), label: 'Retour aux visites' }}
      />
    </>
  );
}

const card = 'rounded-xl border border-line bg-paper p-5';

function Delivery({ tour }: { tour: DeliverableTour }) {
  const { published, deliveries } = tour;
  const [chosen, setChosen] = useState<string>();
  const shown = deliveries.find(({ id }) => id === chosen) ?? deliveries[0];
  return (
    <>
      <Seo title={`${tour.title} · Livraison`} noIndex />
      <PageHeader title={tour.title} count="Livraison" readersToo>
        <Link
          to={paths.admin.tourEdit.href(tour.id)}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
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
            <Link to={paths.admin.panoramaTour.href(tour.id)} className={buttonClass()}>
              Ouvrir la visite à 360°
            </Link>
          </EmptyState>
        )}
        {shown && (
          <section aria-labelledby="livraisons" className={card}>
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
        {published && (
          <section aria-labelledby="ailleurs" className={card}>
            <h2 id="ailleurs" className="text-lg font-semibold">
              Dans un autre site
            </h2>
            {siteConfig.isFramable ? (
              <EmbedLine title={tour.title} slug={tour.slug} />
            ) : (
              <div className="mt-1 max-w-prose text-sm text-slate">
                <p>
                  Aucun autre site ne peut montrer vos visites. La personne qui a installé le studio peut
                  nommer ceux qui le peuvent.
                </p>
                <TechnicalDetails>
                  Variable VITE_FRAME_ANCESTORS, puis reconstruction du site.
                </TechnicalDetails>
              </div>
            )}
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
              {formatDateTime(created_at)} · version {version} · {formatBytes(bytes)}
              {until && Date.parse(until) > Date.now() && ` · lien jusqu’au ${formatDateTime(until)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The form of a delivery, and its progress. */
function MakeDelivery({
  tour,
  published,
}: {
  tour: DeliverableTour;
  published: { tour: PanoramaTour; version: number };
}) {
  const make = useMutation(tourDelivery.make());
  const [progress, setProgress] = useState<DeliveryProgress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { client, color, rights } = tour.deliveries[0] ?? emptyDelivery;
  const form = useForm<DeliveryValues>({
    resolver: zodResolver(deliverySchema),
    defaultValues: { client, color, rights },
  });
  const bytes = bytesOf(published.tour);
  const mayNotFit = bytes > LARGE && !('showSaveFilePicker' in window);

  const start = async (values: DeliveryValues) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const stop = () => {
      running.current = undefined;
      setProgress(undefined);
    };
    const saveTo = await chooseWhereToSave(`${tour.slug}-${quebecDay()}.zip`).catch((error: unknown) => {
      // Closing the file picker is no failure.
      if (!isAbort(error)) notify.error('Le navigateur n’a pas permis d’enregistrer le fichier');
      return undefined;
    });
    if (!saveTo) return stop();
    make.mutate(
      { tour, values, signal, onProgress: setProgress, save: (zip) => saveTo(zip, signal) },
      {
        onError: () => {
          if (signal.aborted) notify.info('Livraison abandonnée', 'Annulation');
        },
        onSettled: stop,
      },
    );
  };

  return (
    <section aria-labelledby="preparer" className={card}>
      <h2 id="preparer" className="text-lg font-semibold">
        Préparer la livraison
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-slate">
        Un fichier ZIP avec la visite entière, qui fonctionne dans n’importe quel dossier de n’importe quel
        serveur, sans nous. Version {published.version},{' '}
        {counted(published.tour.scenes.length, 'panorama', 'panoramas')} jusqu’à {widthOf(published.tour)}{' '}
        pixels de large, environ {formatBytes(bytes)}.
      </p>
      {mayNotFit && (
        <p role="alert" className="mb-4 rounded-lg bg-amber-pale px-4 py-3 text-sm text-amber-ink">
          Ce navigateur garde le fichier en mémoire jusqu’à la fin. Pour une visite de cette taille, utilisez
          plutôt Chrome ou Edge sur un ordinateur.
        </p>
      )}
      <Form form={form} onSubmit={form.handleSubmit(start)} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
          <TextField<DeliveryValues>
            name="client"
            label="Client"
            required
            maxLength={200}
            hint="Tel qu’il paraît dans la visite."
          />
          <TextField<DeliveryValues>
            name="color"
            type="color"
            label="Couleur"
            required
            className="[&_input]:h-12 [&_input]:w-24 [&_input]:cursor-pointer [&_input]:p-1"
          />
        </div>
        <TextAreaField<DeliveryValues>
          name="rights"
          label="Droits"
          required
          rows={3}
          maxLength={2000}
          hint="Sur la fiche de livraison; à accorder avec votre contrat."
        />
        {make.isPending ? (
          <div className="space-y-3">
            <ProgressBar label="Fichiers copiés" done={progress?.done ?? 0} total={progress?.total ?? 1} />
            <p role="status" className="text-sm">
              {progress ? `${counted(progress.done, 'fichier')} sur ${progress.total}.` : 'Préparation…'}{' '}
              Gardez cette page ouverte.
            </p>
            <Button size="sm" variant="outline" onClick={() => running.current?.abort()}>
              Abandonner la livraison
            </Button>
          </div>
        ) : (
          <Button type="submit" variant="accent">
            <Package aria-hidden="true" className="size-4" />
            Préparer la livraison
          </Button>
        )}
      </Form>
    </section>
  );
}
