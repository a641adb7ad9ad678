import { Compass as CompassIcon, Link2, List, RectangleGoggles, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Spinner } from '@/shared/ui/spinner';
import type { FileAddress, InfoPoint, PanoramaTour } from './panorama-tour';
import { PointDialog } from './point-dialog';
import { ScenePanel } from './scene-panel';
import { ScenePoster } from './scene-poster';
import { StillTour } from './still-tour';
import { sceneOf, useTourEngine } from './use-tour-engine';
import { Compass, RoundButton, useFullscreen, ViewerButtons, writeBearing } from './viewer-parts';

/** How long a message over the picture stays, in ms. */
const MESSAGE_MS = 5000;

type VisitProps = {
  tour: PanoramaTour;
  title: string;
  address: FileAddress;
  /** Below one another in a page, or filling the nearest positioned ancestor with the lists over the picture. */
  layout: 'page' | 'window';
  /** Whether where one looks is kept in the address (`#scene=…&vue=…`). */
  inAddress?: boolean;
  /** Whether the viewer takes the focus once it is ready: only after a press. */
  takesFocus?: boolean;
  /** More controls over the picture, in its upper corner. */
  children?: ReactNode;
};

/**
 * A tour to walk in. The picture can be dragged, pinched and turned by keys; what its marks do, the lists beside it do
 * as well. Without WebGL or network, the still pictures with their texts.
 */
export function TourVisit(props: VisitProps) {
  const { tour, title, address, layout, inAddress = false, takesFocus = false, children } = props;
  const [point, setPoint] = useState<InfoPoint>();
  const [message, setMessage] = useState('');
  const [follows, setFollows] = useState(false);
  const [isInHeadset, setIsInHeadset] = useState(false);
  const [listed, setListed] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const compass = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const listButton = useRef<HTMLButtonElement>(null);
  const headingAsked = useRef(false);
  const altId = useId();
  const panelId = useId();
  const { state, start, sceneId, engine, hasGyroscope, hasHeadset } = useTourEngine({
    ...{ tour, address, inAddress, takesFocus, surface },
    wheel: layout === 'window',
    onTurn: (bearing) => writeBearing(compass.current, bearing),
    onPoint: setPoint,
    onMessage: setMessage,
  });
  const full = useFullscreen(root);
  const fills = layout === 'window' || full;
  const scene = sceneOf(tour, sceneId);
  const place = `Scène ${tour.scenes.indexOf(scene) + 1} de ${tour.scenes.length}\u00a0: ${scene.name}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the new scene's lists are there
  useEffect(() => {
    if (headingAsked.current) heading.current?.focus({ preventScroll: true });
    headingAsked.current = false;
  }, [sceneId]);

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(''), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const followDevice = () => {
    engine.current?.followDevice(!follows).then(
      () => setFollows(!follows),
      () => setMessage('Votre appareil n’a pas permis de suivre ses mouvements.'),
    );
  };
  const putOn = () => {
    engine.current
      ?.enterHeadset(() => setIsInHeadset(false))
      .then(
        () => setIsInHeadset(true),
        () =>
          setMessage(
            'Le casque n’a pas pu s’ouvrir. Vérifiez qu’il est allumé et permis dans ce navigateur.',
          ),
      );
  };
  const share = () => {
    navigator.clipboard.writeText(window.location.href).then(
      () => setMessage('Le lien de cette vue est copié.'),
      () => setMessage('Le lien de cette vue est dans la barre d’adresse.'),
    );
  };
  /** On a phone the lists are below the picture that they change. */
  const bringIntoView = () => {
    surface.current?.scrollIntoView({ block: 'nearest' });
  };
  const closeList = () => {
    setListed(false);
    listButton.current?.focus();
  };

  if (state === 'failed') {
    return (
      <div className={layout === 'window' ? 'absolute inset-0 overflow-y-auto bg-paper p-5 sm:p-8' : ''}>
        <div className="mx-auto max-w-3xl">
          <p role="status" className="mb-8 rounded-xl bg-mist p-4">
            La visite à 360° n’a pas pu s’ouvrir dans ce navigateur. En voici les images et les textes.
          </p>
          <StillTour tour={tour} address={address} />
        </div>
      </div>
    );
  }
  return (
    <div ref={root} className={fills ? 'absolute inset-0 overflow-hidden bg-ink' : ''}>
      <section
        aria-label={`Visite à 360°\u00a0: ${title}`}
        aria-busy={state === 'loading' || undefined}
        className={`on-dark overflow-hidden bg-ink ${
          fills ? 'absolute inset-0' : 'relative aspect-square rounded-2xl sm:aspect-[16/10]'
        }`}
      >
        <ScenePoster scene={sceneOf(tour, start.scene)} view={start.view} address={address} />
        <p id={altId} hidden>
          {scene.alt}
        </p>
        <div
          ref={surface}
          // Screen readers pass the arrow keys on instead of reading the page.
          role="application"
          aria-label={`${scene.name}. Flèches pour tourner, plus et moins pour agrandir ou réduire.`}
          aria-describedby={altId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys rotate it
          tabIndex={0}
          onFocus={() => engine.current?.listenToKeys(true)}
          onBlur={() => engine.current?.listenToKeys(false)}
          // Isolated: the library's layers must stay below what is over the picture.
          className="absolute inset-0 isolate cursor-grab touch-none -outline-offset-4 active:cursor-grabbing [&_.psv-container]:bg-none! [&_.psv-loader-container]:hidden! [&_.psv-overlay]:hidden! [&_.psv-virtual-tour-arrows]:filter-none!"
        />
        <p
          className={`pointer-events-none absolute top-4 left-4 truncate rounded-full bg-ink/75 px-4 py-2 font-semibold text-white ${
            fills ? 'max-w-[calc(100%-5.5rem)]' : 'max-w-[calc(100%-10rem)]'
          }`}
        >
          {scene.name}
        </p>
        <p aria-live="polite" className="sr-only">
          {state === 'ready' ? place : ''}
        </p>
        <p
          role="status"
          className={`absolute inset-x-4 top-18 mx-auto w-fit rounded-xl bg-white px-4 py-2 text-ink ${message ? '' : 'sr-only'}`}
        >
          {message}
        </p>
        {state === 'loading' && (
          <div className="absolute bottom-5 left-5 rounded-full bg-ink/75 p-2 [&_*]:text-white">
            <Spinner label="Chargement de la visite…" />
          </div>
        )}
        {/* There from the start: it is written to before the rest is shown. */}
        <Compass
          ref={compass}
          className={`absolute bottom-[4.25rem] left-4 sm:bottom-4 ${state === 'ready' ? '' : 'invisible'}`}
        />
        {state === 'ready' && (
          <div className="absolute right-4 bottom-4 flex gap-2">
            {hasGyroscope && (
              <RoundButton
                icon={CompassIcon}
                label="Suivre les mouvements de l’appareil"
                aria-pressed={follows}
                onClick={followDevice}
              />
            )}
            {hasHeadset && !isInHeadset && (
              <RoundButton icon={RectangleGoggles} label="Entrer en réalité virtuelle" onClick={putOn} />
            )}
            {inAddress && <RoundButton icon={Link2} label="Copier le lien de cette vue" onClick={share} />}
            <ViewerButtons frame={root} onZoom={(direction) => engine.current?.zoom(direction)} />
          </div>
        )}
        <div className="absolute top-4 right-4 flex gap-2">
          {!full && children}
          {fills && (
            <button
              ref={listButton}
              type="button"
              aria-expanded={listed}
              aria-controls={panelId}
              onClick={() => setListed(!listed)}
              className="inline-flex min-h-11 items-center gap-2 rounded-full bg-ink/75 px-3 font-semibold text-white hover:bg-ink sm:px-4"
            >
              <List aria-hidden="true" className="size-5" />
              <span className="sr-only sm:not-sr-only">Scènes et repères</span>
            </button>
          )}
        </div>
      </section>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from its buttons */}
      <div
        id={panelId}
        hidden={fills && !listed}
        onKeyDown={(event) => fills && event.key === 'Escape' && !full && closeList()}
        className={
          fills
            ? 'absolute inset-x-0 bottom-0 max-h-[65%] overflow-y-auto overscroll-contain bg-paper p-5 sm:inset-y-0 sm:left-auto sm:max-h-none sm:w-96'
            : 'mt-6'
        }
      >
        {fills && (
          <div className="sticky top-0 z-10 -mt-1 flex justify-end">
            <button
              type="button"
              aria-label="Fermer les scènes et repères"
              onClick={closeList}
              className="inline-flex size-11 items-center justify-center rounded-full bg-mist hover:bg-line"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </div>
        )}
        <ScenePanel
          {...{ tour, scene, address, heading }}
          onScene={({ id }) => {
            bringIntoView();
            engine.current?.show(id);
          }}
          onLink={({ id }) => {
            headingAsked.current = true;
            bringIntoView();
            engine.current?.follow(id);
          }}
          onPoint={(chosen) => {
            bringIntoView();
            engine.current?.turnTo(chosen);
            setPoint(chosen);
          }}
        />
      </div>
      {point && (
        <PointDialog key={point.id} point={point} address={address} onClose={() => setPoint(undefined)} />
      )}
    </div>
  );
}
