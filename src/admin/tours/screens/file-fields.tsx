import { useMutation } from '@tanstack/react-query';
import { FileText, ImageUp, Music } from 'lucide-react';
import { FileButton } from '@/admin/kit/ui/file-button';
import { readableMessage } from '@/shared/lib/failure';
import { formatNumber } from '@/shared/lib/numbers';
import { type InfoPoint, type Sound, tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { FileRefusal, type TourFileKind, uploadTourFile } from '../data/file-upload';
import { panoramaFileUrl } from '../data/panorama-address';
import { uploadTourPicture } from '../data/picture-upload';
import { type OnPart, Text } from './scene-fields';

/** Returns an object without a part. */
export function withoutKey<T, Key extends keyof T>(value: T, key: Key): Omit<T, Key> {
  const { [key]: _left, ...rest } = value;
  return rest;
}

/** The picture of a point, with its text alternative. */
export function PictureField({
  tourId,
  picture,
  onChange,
}: {
  tourId: string;
  picture: InfoPoint['picture'];
  onChange: OnPart<InfoPoint>;
}) {
  const upload = useMutation(uploadTourPicture());
  if (!picture)
    return (
      <FileButton
        label="Ajouter une image"
        size="sm"
        accept="image/*"
        icon={ImageUp}
        pending={upload.isPending}
        onChoose={([file]) =>
          file &&
          upload.mutate(
            { tourId, file },
            {
              onSuccess: ({ path }) =>
                onChange((old) => ({ ...old, picture: { path, alt: '' } }), 'ajout de l’image d’un point'),
            },
          )
        }
      />
    );
  return (
    <div className="space-y-2">
      <img src={panoramaFileUrl(picture.path)} alt="" className="max-h-40 rounded-lg" />
      <Text
        as="input"
        label="Ce que montre l’image"
        value={picture.alt}
        most={tourLimits.alt}
        onChange={(alt) =>
          onChange(
            (old) => (old.picture ? { ...old, picture: { ...old.picture, alt } } : old),
            'description de l’image d’un point',
            'picture',
          )
        }
      />
      <Button
        size="sm"
        variant="outline"
        onClick={() => onChange((old) => withoutKey(old, 'picture'), 'retrait de l’image d’un point')}
      >
        Enlever l’image
      </Button>
    </div>
  );
}

/** A file button that says why a file was refused. */
function CheckedFile({
  tourId,
  kind,
  label,
  onDone,
}: {
  tourId: string;
  kind: TourFileKind;
  label: string;
  onDone: (file: { path: string; name: string; bytes: number }) => void;
}) {
  const upload = useMutation(uploadTourFile());
  const Icon = kind === 'sound' ? Music : FileText;
  return (
    <div className="space-y-1">
      <FileButton
        label={label}
        size="sm"
        accept={kind === 'sound' ? 'audio/mpeg,.mp3' : 'application/pdf,.pdf'}
        icon={Icon}
        pending={upload.isPending}
        onChoose={([file]) => file && upload.mutate({ tourId, file, kind }, { onSuccess: onDone })}
      />
      {upload.error && (
        <p role="alert" className="text-sm font-medium text-sumac-deep">
          {upload.error instanceof FileRefusal ? upload.error.message : readableMessage(upload.error)}
        </p>
      )}
    </div>
  );
}

/**
 * A sound, with its words for people who cannot hear it.
 *
 * @param of ends the names of its steps: « d’un point », « de la scène »
 */
export function SoundField({
  tourId,
  sound,
  of,
  onChange,
}: {
  tourId: string;
  sound: Sound | undefined;
  of: string;
  onChange: (sound: Sound | undefined, what: string, field?: string) => void;
}) {
  if (!sound)
    return (
      <CheckedFile
        tourId={tourId}
        kind="sound"
        label="Ajouter un son (MP3)"
        onDone={({ path }) => onChange({ path, text: '' }, `ajout du son ${of}`)}
      />
    );
  return (
    <div className="space-y-2">
      {/* biome-ignore lint/a11y/useMediaCaption: its words stand below */}
      <audio controls preload="none" src={panoramaFileUrl(sound.path)} className="w-full" />
      <Text
        as="textarea"
        label="Ce que fait entendre le son"
        hint="Les paroles, ou une description pour qui ne peut pas l’entendre."
        value={sound.text}
        most={tourLimits.text}
        onChange={(text) => onChange({ ...sound, text }, `texte du son ${of}`, 'sound')}
      />
      <Button size="sm" variant="outline" onClick={() => onChange(undefined, `retrait du son ${of}`)}>
        Enlever le son
      </Button>
    </div>
  );
}

const KILOBYTE = 1024;

/** The document of a point. */
export function DocumentField({
  tourId,
  point: { document },
  onChange,
}: {
  tourId: string;
  point: InfoPoint;
  onChange: OnPart<InfoPoint>;
}) {
  if (!document)
    return (
      <CheckedFile
        tourId={tourId}
        kind="document"
        label="Ajouter un document (PDF)"
        onDone={(file) => onChange((old) => ({ ...old, document: file }), 'ajout du document d’un point')}
      />
    );
  return (
    <div className="space-y-2">
      <p className="wrap-anywhere">
        <a
          href={panoramaFileUrl(document.path)}
          target="_blank"
          rel="noopener noreferrer"
          className="underline"
        >
          {document.name}
        </a>{' '}
        <span className="text-sm text-slate">
          {formatNumber(Math.max(1, Math.round(document.bytes / KILOBYTE)))}&nbsp;ko
        </span>
      </p>
      <Button
        size="sm"
        variant="outline"
        onClick={() => onChange((old) => withoutKey(old, 'document'), 'retrait du document d’un point')}
      >
        Enlever le document
      </Button>
    </div>
  );
}
