import { useMutation } from '@tanstack/react-query';
import { Check, Copy, Link2Off, Link as LinkIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { formatLimit } from '@/admin/kit/lib/upload-limit';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import {
  deliveryLink,
  LARGEST_COPY,
  type LinkProgress,
  LinkUnavailable,
  linkDays,
  refuseCopy,
} from '../data/delivery-link';
import type { DeliverableTour, TourDelivery } from '../data/tour-delivery';

const stepLabels = { making: 'Copie des fichiers', sending: 'Envoi du fichier' };

/** The link by which the client of a delivery downloads its ZIP: for some days, and until it is withdrawn. */
export function DeliveryLink({ tour, delivery }: { tour: DeliverableTour; delivery: TourDelivery }) {
  const isOpen =
    delivery.link_expires_at !== null && Date.parse(delivery.link_expires_at) > serverClock.now();
  return (
    <section aria-label="Lien pour le client" className="mt-4 rounded-lg bg-mist p-4">
      <h3 className="font-semibold">Lien pour le client</h3>
      {isOpen && delivery.link_expires_at ? (
        <>
          <p className="mt-1 text-sm">Ouvert jusqu’au {formatDateTime(delivery.link_expires_at)}.</p>
          <AdminsOnly>
            <OpenLink tour={tour} delivery={delivery} />
          </AdminsOnly>
        </>
      ) : (
        <>
          <p className="mt-1 max-w-prose text-sm text-slate">
            Une copie du ZIP, que seul ce lien ouvre ({formatLimit(LARGEST_COPY)} au plus). Elle est détruite
            à la fin du délai, ou quand vous retirez le lien.
          </p>
          <AdminsOnly>
            <NewLink tour={tour} delivery={delivery} />
          </AdminsOnly>
        </>
      )}
    </section>
  );
}

type Props = { tour: DeliverableTour; delivery: TourDelivery };

function OpenLink({ tour, delivery }: Props) {
  const address = useMutation(deliveryLink.address());
  const withdraw = useMutation(deliveryLink.withdraw());
  const [copied, setCopied] = useState(false);
  const copy = () =>
    address.mutate(
      { tour, delivery },
      {
        onSuccess: (url) =>
          navigator.clipboard.writeText(url).then(
            () => setCopied(true),
            () => notify.error('Le navigateur n’a pas permis de copier le lien'),
          ),
      },
    );
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" variant="outline" pending={address.isPending} onClick={copy}>
          {copied ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          Copier le lien
        </Button>
        <Button
          size="sm"
          variant="outline"
          pending={withdraw.isPending}
          onClick={() => withdraw.mutate(delivery)}
        >
          <Link2Off aria-hidden="true" className="size-4" />
          Retirer le lien
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm">
        {copied && 'Le lien est copié\u00a0: collez-le dans votre courriel au client.'}
      </p>
    </>
  );
}

function NewLink({ tour, delivery }: Props) {
  const refusal = refuseCopy(delivery.bytes);
  const create = useMutation(deliveryLink.create());
  const [days, setDays] = useState('30');
  const [progress, setProgress] = useState<LinkProgress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const id = useId();
  const start = () => {
    const controller = new AbortController();
    running.current = controller;
    create.mutate(
      { tour, delivery, days: Number(days), signal: controller.signal, onProgress: setProgress },
      { onSettled: () => setProgress(undefined) },
    );
  };
  if (refusal) return <p className="mt-2 text-sm text-amber-ink">{refusal}</p>;
  if (create.isPending) {
    return (
      <div className="mt-3 space-y-3">
        <ProgressBar
          label={stepLabels[progress?.step ?? 'making']}
          done={progress?.done ?? 0}
          total={progress?.total ?? 1}
        />
        <p role="status" className="text-sm">
          {stepLabels[progress?.step ?? 'making']}. Gardez cette page ouverte.
        </p>
        <Button size="sm" variant="outline" onClick={() => running.current?.abort()}>
          Abandonner
        </Button>
      </div>
    );
  }
  return (
    <>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <label htmlFor={id} className="text-sm font-semibold">
          Ouvert pendant
          <select
            id={id}
            value={days}
            onChange={({ target }) => setDays(target.value)}
            className="mt-1 block min-h-10 rounded-lg border border-line bg-paper px-3 font-normal"
          >
            {Object.entries(linkDays).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Button size="sm" variant="outline" onClick={start}>
          <LinkIcon aria-hidden="true" className="size-4" />
          Créer le lien
        </Button>
      </div>
      {create.error instanceof LinkUnavailable && (
        <p role="alert" className="mt-2 text-sm text-sumac-deep">
          {create.error.message}
        </p>
      )}
    </>
  );
}
