import { ImageUp, Trash2 } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { PictureError } from '@/admin/kit/lib/picture';
import { notify } from '@/shared/lib/notify';
import { pictureSrc } from '@/shared/lib/text';
import { Button } from '@/shared/ui/button';
import { FieldError } from '@/shared/ui/field';
import { CropDialog } from './crop-dialog';
import { type OpenedPicture, openPicture } from './open-picture';
import { PosterChoice } from './poster-choice';
import type { PanoramaProgress } from './use-panorama-uploads';

type Props = {
  /** Address of the picture, `''` for none. */
  value: string;
  onChange: (address: string) => void;
  /** Called when an upload to this address starts. */
  onUpload: (address: string) => void;
  error: string | undefined;
  /** Panoramas of a new tour, a view of which may be its picture. */
  panoramas: readonly PanoramaProgress[];
  /** Called with the work of such a view. */
  onWork: (work: Promise<void>) => void;
};

/** The picture of a tour: dropped or chosen, cropped, uploaded, shown and removed. */
export function PictureField({ value, onChange, onUpload, error, panoramas, onWork }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [reading, setReading] = useState(false);
  const [draggedOver, setDraggedOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [picture, setPicture] = useState<OpenedPicture>();
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.address)), [picture]);

  const open = async (file: File | undefined) => {
    if (!file || reading) return;
    setRefusal(undefined);
    setReading(true);
    try {
      setPicture(await openPicture(file));
    } catch (reason) {
      if (!(reason instanceof PictureError)) console.error(reason);
      const text = reason instanceof PictureError ? reason.message : 'L’image n’a pas pu être ouverte';
      setRefusal(text);
      notify.error(text);
    } finally {
      setReading(false);
    }
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    void open(event.dataTransfer.files[0]);
  };

  const src = pictureSrc(value);
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop a file; the button does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setDraggedOver(true);
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={drop}
        className={`rounded-xl border-2 border-dashed p-4 ${draggedOver ? 'border-spruce bg-spruce-pale' : 'border-line bg-snow'}`}
      >
        {src && (
          <img
            src={src}
            alt="Aperçu de la visite"
            width={800}
            height={433}
            className="mb-4 aspect-[800/433] h-auto w-full max-w-xl rounded-lg bg-mist object-cover"
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="outline"
            size="sm"
            pending={reading}
            aria-describedby={hintId}
            onClick={() => input.current?.click()}
          >
            {!reading && <ImageUp aria-hidden="true" className="size-4" />}
            {reading ? 'Lecture de l’image…' : src ? 'Remplacer l’image' : 'Choisir une image'}
          </Button>
          {src && (
            <Button variant="ghost" size="sm" onClick={() => onChange('')}>
              <Trash2 aria-hidden="true" className="size-4" />
              Retirer l’image
            </Button>
          )}
        </div>
        <p id={hintId} className="mt-3 text-sm text-slate">
          Glissez une image ici, ou choisissez un fichier. Taille recommandée&nbsp;: 800 × 433 pixels.
        </p>
      </div>
      <PosterChoice
        panoramas={panoramas}
        value={value}
        onChange={onChange}
        onUpload={onUpload}
        onWork={onWork}
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Fichier de l’image"
        hidden
        onChange={(event) => {
          void open(event.target.files?.[0]);
          // Reset, so that the same file may be chosen again.
          event.target.value = '';
        }}
      />
      {(refusal ?? error) && <FieldError>{refusal ?? error}</FieldError>}
      {picture && (
        <CropDialog
          picture={picture}
          onUpload={onUpload}
          onDone={(address) => {
            onChange(address);
            setPicture(undefined);
          }}
          onClose={() => setPicture(undefined)}
        />
      )}
    </div>
  );
}
