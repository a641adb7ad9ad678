import { Compass, RectangleGoggles } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { TourEngine } from './tour-engine';
import { RoundButton, ViewerButtons } from './viewer-parts';
import { ShareButton, type SharedVisit } from './visit-sharing';

/** The buttons over the picture of a visit: follow the device, put a headset on, share, zoom, full screen. */
export function VisitButtons({
  engine,
  hasGyroscope,
  hasHeadset,
  share,
  frame,
  onMessage,
}: {
  engine: RefObject<TourEngine | undefined>;
  hasGyroscope: boolean;
  hasHeadset: boolean;
  /** What can be shared; a delivered tour has its own site. */
  share: SharedVisit | undefined;
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
      {share && <ShareButton visit={share} onMessage={onMessage} />}
      <ViewerButtons frame={frame} onZoom={(direction) => engine.current?.zoom(direction)} />
    </div>
  );
}
