import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { quebecDay } from '@/admin/kit/lib/dates';
import { useSavedFile } from '@/admin/kit/lib/use-saved-file';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { notify } from '@/shared/lib/notify';
import { counted, fileSize } from '@/shared/lib/numbers';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { Form, TextAreaField, TextField } from '@/shared/ui/form-fields';
import type { DeliveryProgress } from '../data/delivery-files';
import { tables } from '../data/tables';
import { bytesOf, type DeliverableTour, tourDelivery, widestPicture } from '../data/tour-delivery';
import { type DeliveryValues, deliverySchema, emptyDelivery } from '../data/tour-delivery.schema';

const { fields } = tables.tour_deliveries;

/** Size from which a browser without a file picker may run out of memory. */
const LARGE_BYTES = 1_500_000_000;

/** The form of a delivery, and its progress. */
export function MakeDelivery({
  tour,
  published,
}: {
  tour: DeliverableTour;
  published: { tour: PanoramaTour; version: number };
}) {
  const make = useMutation(tourDelivery.make());
  const file = useSavedFile<DeliveryProgress>();
  const { progress } = file;
  const { client, color, rights } = tour.deliveries[0] ?? emptyDelivery;
  const form = useForm<DeliveryValues>({
    resolver: zodResolver(deliverySchema),
    defaultValues: { client, color, rights },
  });
  const bytes = bytesOf(published.tour);
  const mayNotFit = bytes > LARGE_BYTES && !('showSaveFilePicker' in window);

  const start = async (values: DeliveryValues) => {
    // The mutation says why it failed.
    const outcome = await file
      .start(`${tour.slug}-${quebecDay()}.zip`, (job) => make.mutateAsync({ tour, values, ...job }))
      .catch(() => undefined);
    if (outcome === 'stopped') notify.info('Livraison abandonnée', 'Annulation');
  };

  return (
    <section aria-labelledby="preparer" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="preparer" className="text-lg font-semibold">
        Préparer la livraison
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-slate">
        Un fichier ZIP avec la visite entière, qui fonctionne dans n’importe quel dossier de n’importe quel
        serveur, sans nous. Version {published.version},{' '}
        {counted(published.tour.scenes.length, 'panorama', 'panoramas')} jusqu’à{' '}
        {widestPicture(published.tour)} pixels de large, environ {fileSize(bytes)}.
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
            label={fields.client}
            required
            maxLength={200}
            hint="Tel qu’il paraît dans la visite."
          />
          <TextField<DeliveryValues>
            name="color"
            type="color"
            label={fields.color}
            required
            className="[&_input]:h-12 [&_input]:w-24 [&_input]:cursor-pointer [&_input]:p-1"
          />
        </div>
        <TextAreaField<DeliveryValues>
          name="rights"
          label={fields.rights}
          required
          rows={3}
          maxLength={2000}
          hint="Sur la fiche de livraison; à accorder avec votre contrat."
        />
        {file.isRunning ? (
          <div className="space-y-3">
            <ProgressBar label="Fichiers copiés" done={progress?.done ?? 0} total={progress?.total ?? 1} />
            <p role="status" className="text-sm">
              {progress ? `${counted(progress.done, 'fichier')} sur ${progress.total}.` : 'Préparation…'}{' '}
              Gardez cette page ouverte.
            </p>
            <Button size="sm" variant="outline" onClick={file.stop}>
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
