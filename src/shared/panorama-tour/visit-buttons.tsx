import { Compass, Link2, RectangleGoggles } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { TourEngine } from './tour-engine';
import { RoundButton, ViewerButtons } from './viewer-parts';

/** The buttons over the picture of a visit: follow the device, put a headset on, copy the view, zoom, full screen. */
export function VisitButtons({
  engine,
  hasGyroscope,
  hasHeadset,
  canShare,
  frame,
  onMessage,
}: {
  engine: RefObject<TourEngine | undefined>;
  hasGyroscope: boolean;
  hasHeadset: boolean;
  canShare: boolean;
  frame: RefObject<HTMLElement | null>;
  onMessage: (message: string) => void;
}) {
  const [follows, setFollows] = useState(false);
  const [isInHeadset, setIsInHeadset] = useState(false);
  const followDevice = () => {
    engine.current?.followDevice(!follows).then(
      () => setFollows(!follows),
      () => onMessage('Votre appareil n’a pas permis de suivre ses mouvements.'),
    );
  };
  const putOn = () => {
    engine.current
      ?.enterHeadset(() => setIsInHeadset(false))
      .then(
        () => setIsInHeadset(true),
        () =>
          onMessage('Le casque n’a pas pu s’ouvrir. Vérifiez qu’il est allumé et permis dans ce navigateur.'),
      );
  };
  const share = () => {
    navigator.clipboard.writeText(window.location.href).then(
      () => onMessage('Le lien de cette vue est copié.'),
      () => onMessage('Le lien de cette vue est dans la barre d’adresse.'),
    );
  };
  return (
    <div className="absolute right-4 bottom-4 left-4 flex flex-wrap justify-end gap-1.5 sm:left-auto sm:gap-2">
      {hasGyroscope && (
        <RoundButton
          icon={Compass}
          label="Suivre les mouvements de l’appareil"
          aria-pressed={follows}
          onClick={followDevice}
        />
      )}
      {hasHeadset && !isInHeadset && (
        <RoundButton icon={RectangleGoggles} label="Entrer en réalité virtuelle" onClick={putOn} />
      )}
      {canShare && <RoundButton icon={Link2} label="Copier le lien de cette vue" onClick={share} />}
      <ViewerButtons frame={frame} onZoom={(direction) => engine.current?.zoom(direction)} />
    </div>
  );
}
