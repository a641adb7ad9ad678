import { useMutation } from '@tanstack/react-query';
import { RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { isAbort } from '@/shared/lib/errors';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { Button } from '@/shared/ui/button';
import { selectClass } from '@/shared/ui/field';
import { startPosters } from '../data/render-poster';
import { newPictureAddress, tourPictures } from '../data/tour-pictures';
import { CROPPED_SIZE, SMALL_PICTURE } from './open-picture';
import type { PanoramaProgress } from './use-panorama-uploads';

/** Degrees of a press of « turn ». */
const TURN_DEGREES = 30;

/** Height of the poster's view, in degrees: about what a person sees on entering the scene. */
const FIELD_DEGREES = 60;

/** The panorama that the picture is a view of, and where it looks. */
type Shot = { id: string; yaw: number };

/**
 * Proposes the picture of a tour: a view of its first panorama, which may be turned, or of another one. A picture of the
 * person's own is never replaced unless a panorama is chosen.
 */
export function PosterChoice({
  panoramas,
  value,
  onChange,
  onUpload,
  onWork,
}: {
  panoramas: readonly PanoramaProgress[];
  /** Address of the present picture, `''` for none. */
  value: string;
  onChange: (address: string) => void;
  onUpload: (address: string) => void;
  /** Called with what ends once the picture that was asked for is there, or could not be made. */
  onWork: (work: Promise<void>) => void;
}) {
  const id = useId();
  const posters = useRef<ReturnType<typeof startPosters>>(undefined);
  const work = useRef<AbortController>(undefined);
  const upload = useMutation(tourPictures.propose());
  /** The last view that was asked for. */
  const [shot, setShot] = useState<Shot>();
  const [state, setState] = useState<'working' | 'failed' | 'shown'>('shown');
  /** Address of the last proposed picture. */
  const [proposed, setProposed] = useState('');
  useEffect(
    () => () => {
      work.current?.abort();
      posters.current?.stop();
    },
    [],
  );

  const prepare = async (next: Shot) => {
    const panorama = panoramas.find((one) => one.id === next.id);
    if (!panorama) return;
    work.current?.abort();
    work.current = new AbortController();
    const { signal } = work.current;
    posters.current ??= startPosters();
    setShot(next);
    setState('working');
    try {
      const view = { yaw: next.yaw, pitch: 0, field: FIELD_DEGREES };
      const formats = [CROPPED_SIZE, SMALL_PICTURE] as const;
      const request = { key: next.id, file: panorama.file, view, formats };
      const [picture, small] = await posters.current.call(request);
      signal.throwIfAborted();
      if (!picture || !small) throw new Error('No picture');
      const address = newPictureAddress();
      onUpload(address);
      await upload.mutateAsync({
        picture: Promise.resolve(picture),
        small: Promise.resolve(small),
        address,
        signal,
        onProgress: () => {},
      });
      signal.throwIfAborted();
      setProposed(address);
      setState('shown');
      onChange(address);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      console.warn('Image de la visite non proposée', error);
      setState('failed');
    }
  };

  const take = (next: Shot) => onWork(prepare(next));

  const [first] = panoramas;
  const propose = useEffectEvent(() => {
    if (first && value === '' && !shot) take({ id: first.id, yaw: 0 });
  });
  useEffect(() => {
    if (first?.id) propose();
  }, [first?.id]);

  if (panoramas.length === 0) return null;
  const isProposed = proposed !== '' && value === proposed;
  const shown = panoramas.find((one) => one.id === shot?.id);
  const turn = (by: number) => shot && take({ ...shot, yaw: ((shot.yaw + by + 540) % 360) - 180 });
  return (
    <div className="mt-4 space-y-2">
      <label htmlFor={id} className="block text-[0.95rem] font-semibold">
        Vue d’un panorama
      </label>
      <div className="flex items-center gap-1">
        <select
          id={id}
          value={(isProposed || state !== 'shown') && shown ? shown.id : ''}
          onChange={({ target }) => take({ id: target.value, yaw: 0 })}
          aria-describedby={`${id}-hint`}
          className={`${selectClass} min-w-0 flex-1`}
        >
          {!(isProposed || state !== 'shown') && <option value="">Choisir un panorama</option>}
          {panoramas.map((panorama) => (
            <option key={panorama.id} value={panorama.id}>
              {panorama.name}
            </option>
          ))}
        </select>
        <IconButton
          label="Tourner la vue vers la gauche"
          disabled={!isProposed}
          onClick={() => turn(-TURN_DEGREES)}
        >
          <RotateCcw aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          label="Tourner la vue vers la droite"
          disabled={!isProposed}
          onClick={() => turn(TURN_DEGREES)}
        >
          <RotateCw aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <p id={`${id}-hint`} role="status" className="flex min-h-6 items-center gap-2 text-sm text-slate">
        {state === 'working' ? (
          <>
            <AzimuthRing className="size-4" spinning />
            Préparation de la vue…
          </>
        ) : state === 'failed' ? (
          'La vue n’a pas pu être préparée.'
        ) : isProposed ? (
          'Image proposée\u00a0: tournez la vue, ou choisissez un autre panorama.'
        ) : (
          'Un panorama choisi remplace l’image.'
        )}
      </p>
      {state === 'failed' && shot && (
        <Button size="sm" variant="outline" onClick={() => take(shot)}>
          Réessayer
        </Button>
      )}
    </div>
  );
}
