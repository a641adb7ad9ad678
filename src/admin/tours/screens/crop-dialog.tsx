import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Modal } from '@/admin/kit/ui/modal';
import { Button } from '@/shared/ui/button';
import { newPictureAddress, tourPictures } from '../data/tour-pictures';
import { CROPPED_SIZE, cropPicture, MAX_ZOOM, type OpenedPicture, SMALL_PICTURE } from './open-picture';

const ZOOM_STEP = 0.1;
const toStep = (zoom: number) => Math.round(Math.min(MAX_ZOOM, Math.max(1, zoom)) * 10) / 10;

type Props = {
  picture: OpenedPicture;
  /** Called when an upload to this address starts; even after a failure, a file may be there. */
  onUpload: (address: string) => void;
  onDone: (address: string) => void;
  onClose: () => void;
};

/** « Recadrer l'image »: crops a picture to the site's format, then uploads it. */
export function CropDialog({ picture, onUpload, onDone, onClose }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [progress, setProgress] = useState(0);
  const upload = useMutation(tourPictures.upload());
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);

  const send = () => {
    if (!area) return;
    work.current = new AbortController();
    const address = newPictureAddress();
    setProgress(0);
    onUpload(address);
    upload.mutate(
      {
        picture: cropPicture(picture, area),
        small: cropPicture(picture, area, SMALL_PICTURE),
        address,
        signal: work.current.signal,
        onProgress: setProgress,
      },
      { onSuccess: () => onDone(address) },
    );
  };

  const zoomByKey = (event: KeyboardEvent) => {
    const change = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    setZoom((current) => toStep(current + change));
  };

  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Recadrer l'image"
      description="Déplacez l’image à la souris, au doigt ou avec les flèches; approchez avec la molette, les touches + et − ou le curseur."
      footer={
        <>
          {upload.isPending && <Progress share={progress} />}
          <Button variant="outline" onClick={() => (upload.isPending ? work.current?.abort() : onClose())}>
            {upload.isPending ? 'Annuler le téléversement' : 'Annuler'}
          </Button>
          <Button pending={upload.isPending} disabled={!area} onClick={send}>
            Recadrer et téléverser
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the frame inside, which is focusable */}
      <div className="relative h-[400px] overflow-hidden rounded-lg bg-ink" onKeyDown={zoomByKey}>
        <Cropper
          image={picture.address}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={MAX_ZOOM}
          aspect={CROPPED_SIZE.width / CROPPED_SIZE.height}
          keyboardStep={10}
          onCropChange={setCrop}
          onZoomChange={(next) => setZoom(toStep(next))}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': 'Cadre de l’image\u00a0: les flèches la déplacent' }}
        />
      </div>
      <Zoom value={zoom} onChange={setZoom} />
    </Modal>
  );
}

function Zoom({ value, onChange }: { value: number; onChange: (zoom: number) => void }) {
  const id = useId();
  return (
    <div className="mt-4 flex items-center gap-4">
      <label htmlFor={id} className="font-semibold">
        Zoom
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={MAX_ZOOM}
        step={ZOOM_STEP}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        aria-valuetext={`${value.toLocaleString('fr-CA')} fois`}
        className="h-6 grow accent-spruce"
      />
      <output htmlFor={id} className="w-10 text-right tabular-nums">
        {value.toLocaleString('fr-CA', { minimumFractionDigits: 1 })}×
      </output>
    </div>
  );
}

function Progress({ share }: { share: number }) {
  const id = useId();
  return (
    <div className="mr-auto flex items-center gap-3">
      <label htmlFor={id} className="text-sm">
        Téléversement
      </label>
      <progress id={id} max={1} value={share} className="h-2 w-40 accent-spruce" />
    </div>
  );
}
