import { Compass, List, Map as MapIcon, Pause, Play, RectangleGoggles, Volume2, VolumeX } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FileAddress, Sound } from './panorama-tour';
import type { TourEngine } from './tour-engine';
import { FullscreenButton, RoundButton, ZoomButtons } from './viewer-parts';
import { ShareButton, type SharedVisit } from './visit-sharing';

type Engine = RefObject<TourEngine | undefined>;

/** The sound of the present scene: silent until it is asked for, then in every scene that has one. */
function SceneSound({
  sound,
  address,
  onMessage,
}: {
  sound: Sound | undefined;
  address: FileAddress;
  onMessage: (message: string) => void;
}) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isOn, setIsOn] = useState(false);
  const src = sound && address(sound.path);
  const toggle = () => {
    setIsOn(!isOn);
    // Playback starts within the press, since browsers block it otherwise.
    if (isOn) audio.current?.pause();
    else
      audio.current?.play().catch(() => {
        setIsOn(false);
        onMessage('Le son du lieu n’a pas pu être lu.');
      });
  };
  useEffect(() => {
    // Another scene, whose sound follows.
    if (isOn && src && audio.current?.paused) audio.current.play().catch(() => {});
  }, [isOn, src]);
  if (!src) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: its words are in the text of the scene */}
      <audio ref={audio} src={src} loop preload="none" />
      <RoundButton icon={isOn ? Volume2 : VolumeX} label="Son du lieu" aria-pressed={isOn} onClick={toggle} />
    </>
  );
}

/** The buttons over the picture: its slow turn, its sound, its zoom. */
export function PictureButtons({
  engine,
  turns,
  ...sound
}: { engine: Engine; turns: boolean | undefined } & Parameters<typeof SceneSound>[0]) {
  return (
    <div className="absolute right-3 bottom-3 flex gap-1.5 sm:right-4 sm:bottom-4 sm:gap-2">
      <SceneSound {...sound} />
      {turns !== undefined && (
        <RoundButton
          icon={turns ? Pause : Play}
          label={turns ? 'Arrêter le mouvement de l’image' : 'Reprendre le mouvement de l’image'}
          onClick={() => engine.current?.turn(!turns)}
        />
      )}
      <ZoomButtons onZoom={(direction) => engine.current?.zoom(direction)} />
    </div>
  );
}

/** Names of the panels of a visit that fills its window. */
export type PanelName = 'list' | 'plan';

const panels = {
  list: { icon: List, label: 'Scènes et repères' },
  plan: { icon: MapIcon, label: 'Plan' },
} as const;

/** The buttons of the bar: panels, follow the device, put a headset on, share, full screen. */
export function BarButtons({
  engine,
  hasGyroscope,
  hasHeadset,
  share,
  frame,
  fill,
  panel,
  onMessage,
}: {
  engine: Engine;
  hasGyroscope: boolean;
  hasHeadset: boolean;
  /** The tour whose views can be shared; absent for a delivered tour, which has its own site. */
  share: SharedVisit | undefined;
  frame: RefObject<HTMLElement | null>;
  fill: Parameters<typeof FullscreenButton>[0]['fill'];
  /** The panels that there are; absent where the lists are below the picture. */
  panel?:
    | {
        names: readonly PanelName[];
        shown: PanelName | undefined;
        id: string;
        opener: RefObject<HTMLButtonElement | null>;
        onShow: (panel: PanelName | undefined) => void;
      }
    | undefined;
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
    <div className="ml-auto flex flex-wrap justify-end gap-1">
      {panel?.names.map((name) => {
        const { icon: Icon, label } = panels[name];
        const isShown = panel.shown === name;
        return (
          <button
            key={name}
            type="button"
            aria-expanded={isShown}
            aria-controls={panel.id}
            title={label}
            onClick={(event) => {
              panel.opener.current = event.currentTarget;
              panel.onShow(isShown ? undefined : name);
            }}
            className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-3 font-semibold text-white hover:bg-slate aria-expanded:bg-white aria-expanded:text-ink"
          >
            <Icon aria-hidden="true" className="size-5" />
            <span className="@max-[60rem]:sr-only">{label}</span>
          </button>
        );
      })}
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
      <FullscreenButton frame={frame} fill={fill} />
    </div>
  );
}
