import { useMutation, useQuery } from '@tanstack/react-query';
import { Camera, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { useObjectUrl } from '@/admin/kit/lib/use-object-url';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ConfirmDialogContent } from '@/admin/kit/ui/confirm-dialog-content';
import { FileButton } from '@/admin/kit/ui/file-button';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { counted } from '@/shared/lib/numbers';
import { keptPhotos } from '../data/kept-photos';
import { tripPhotos } from '../data/trip-photos';
import { tripPaths } from '../paths';

/** The photos of a stop, with those that this device has not sent, and a button that takes one. */
export function StopPhotos({ tripId, stop }: { tripId: string; stop: { id: string; name: string } }) {
  const { data = [] } = useQuery(tripPhotos.ofTrip(tripId));
  const take = useMutation(tripPhotos.take(tripId, stop.id));
  const kept = keptPhotos
    .useKept()
    .filter(({ trip_plan_id, contact_id }) => trip_plan_id === tripId && contact_id === stop.id);
  const waiting = keptPhotos.useWaiting();
  const sent = data.filter(
    ({ contact_id, id }) => contact_id === stop.id && kept.every((one) => one.id !== id),
  );
  return (
    <div className="mt-1 space-y-2 print:hidden">
      {sent.length + kept.length > 0 && (
        <ul aria-label={`Photos de l’arrêt ${stop.name}`} className="flex flex-wrap gap-2">
          {sent.map(({ id, taken_at }) => (
            <SentPhoto key={id} id={id} takenAt={taken_at} />
          ))}
          {kept.map(({ id, taken_at, file, refusal }) => (
            <Photo
              key={id}
              file={file}
              takenAt={taken_at}
              note={refusal ?? (waiting.some((one) => one.id === id) ? 'à envoyer' : 'envoi…')}
              onRemove={() => keptPhotos.remove(id)}
            />
          ))}
        </ul>
      )}
      <AdminsOnly>
        <FileButton
          label={
            <>
              Photo <span className="sr-only">de l’arrêt {stop.name}</span>
            </>
          }
          icon={Camera}
          size="sm"
          accept="image/*"
          isPhoto
          pending={take.isPending}
          onChoose={([photo]) => photo && take.mutate(photo)}
        />
      </AdminsOnly>
    </div>
  );
}

/** The photos of a trip by stop, on its page; renders nothing without any. */
export function TripPhotos({ tripId }: { tripId: string }) {
  const { data = [] } = useQuery(tripPhotos.ofTrip(tripId));
  const kept = keptPhotos.useKept().filter(({ trip_plan_id }) => trip_plan_id === tripId).length;
  if (data.length + kept === 0) return null;
  const stops = [...new Set(data.map(({ contact_id }) => contact_id))].map((stop) =>
    data.filter(({ contact_id }) => contact_id === stop),
  );
  return (
    <section aria-labelledby="photos" className="rounded-xl border border-line bg-paper p-4">
      <h2 id="photos" className="font-display text-lg font-semibold">
        Photos
      </h2>
      {stops.map((photos) => (
        <div key={photos[0]?.contact_id} className="mt-2">
          <h3 className="text-sm text-slate wrap-anywhere">
            {photos[0]?.contacts?.company || photos[0]?.contacts?.name}
          </h3>
          <ul className="mt-1 flex flex-wrap gap-2">
            {photos.map(({ id, taken_at }) => (
              <SentPhoto key={id} id={id} takenAt={taken_at} />
            ))}
          </ul>
        </div>
      ))}
      {kept > 0 && (
        <p className="mt-2 text-sm text-amber-ink">
          {counted(kept, 'photo gardée', 'photos gardées')} sur cet appareil.{' '}
          <Link to={tripPaths.sheet.href(tripId)} className="underline">
            Voir la feuille de route
          </Link>
        </p>
      )}
    </section>
  );
}

function SentPhoto({ id, takenAt }: { id: string; takenAt: string }) {
  const { data } = useQuery(tripPhotos.file(id));
  const remove = useMutation(tripPhotos.remove());
  return <Photo file={data} takenAt={takenAt} onRemove={() => remove.mutate(id)} />;
}

type PhotoProps = {
  /** Undefined until it is read, and without a network. */
  file: Blob | undefined;
  takenAt: string;
  /** Tells why it is not on the server. */
  note?: string;
  onRemove: () => void;
};

/** A photo that opens whole in another tab, and may be deleted. */
function Photo({ file, takenAt, note, onRemove }: PhotoProps) {
  const [isAsking, setIsAsking] = useState(false);
  const address = useObjectUrl(file);
  const when = formatDateTime(takenAt);
  return (
    <li className="relative">
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        aria-label={address && `Ouvrir la photo du ${when}`}
        className="block size-24 overflow-hidden rounded-lg border border-line bg-mist"
      >
        {address ? (
          <img src={address} alt="" className="size-full object-cover" />
        ) : (
          <span className="flex size-full items-center justify-center p-1 text-center text-xs text-slate">
            Photo du {when}
          </span>
        )}
      </a>
      {note && <p className="mt-0.5 max-w-24 text-xs text-amber-ink wrap-anywhere">{note}</p>}
      <AdminsOnly>
        <IconButton
          label={`Supprimer la photo du ${when}`}
          className="absolute top-0.5 right-0.5 bg-paper/90"
          onClick={() => setIsAsking(true)}
        >
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </AdminsOnly>
      <ConfirmDialogContent
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Supprimer cette photo?"
        description={`La photo du ${when} sera supprimée pour de bon.`}
        onConfirm={() => {
          setIsAsking(false);
          onRemove();
        }}
      />
    </li>
  );
}
