import { Compass, RectangleGoggles } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react';
import type { PanoramaTour, Scene } from './panorama-tour';
import type { TourEngine } from './tour-engine';
import { FullscreenButton, RoundButton } from './viewer-parts';
import { type PanelName, visitPanels } from './visit-panel';
import { ShareButton, type SharedVisit } from './visit-sharing';

/** The buttons of the bar: panels, follow the device, put a headset on, share, full screen. */
function BarButtons({
  engine,
  hasGyroscope,
  hasHeadset,
  share,
  frame,
  fill,
  panel,
  onMessage,
}: {
  engine: RefObject<TourEngine | undefined>;
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
        const { icon: Icon, label } = visitPanels[name];
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

/** The bar below the picture, where a thumb reaches it and no mark is hidden: the way out, the scene, the buttons. */
export function VisitBar({
  tour,
  scene,
  exit,
  buttons,
}: {
  tour: PanoramaTour;
  scene: Scene;
  exit: ReactNode;
  /** Absent until the visit is ready. */
  buttons: ComponentProps<typeof BarButtons> | undefined;
}) {
  return (
    <div className="on-dark @container bg-ink text-white">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1.5 pr-[max(0.5rem,env(safe-area-inset-right))] pb-[max(0.375rem,env(safe-area-inset-bottom))] pl-[max(0.5rem,env(safe-area-inset-left))] sm:gap-x-3">
        {exit}
        <p className="order-first flex min-w-0 basis-full items-baseline gap-2 px-2 leading-tight @min-[40rem]:order-none @min-[40rem]:flex-[1_1_8rem]">
          <span className="truncate font-semibold" title={scene.name}>
            {scene.name}
          </span>
          {tour.scenes.length > 1 && (
            <span aria-hidden="true" className="shrink-0 text-sm text-white/80 tabular-nums">
              {tour.scenes.indexOf(scene) + 1} / {tour.scenes.length}
            </span>
          )}
        </p>
        {buttons && <BarButtons {...buttons} />}
      </div>
    </div>
  );
}
