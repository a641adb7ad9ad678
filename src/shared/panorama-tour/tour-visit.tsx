import { List } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Spinner } from '@/shared/ui/spinner';
import type { FileAddress, InfoPoint, PanoramaTour } from './panorama-tour';
import { PointPanel } from './point-panel';
import { ScenePanel } from './scene-panel';
import { ScenePoster } from './scene-poster';
import { StillTour } from './still-tour';
import { sceneOf, useTourEngine, type ViewAddress } from './use-tour-engine';
import { Compass, PanelHead, panelClass, useFullscreen, writeBearing } from './viewer-parts';
import { VisitButtons } from './visit-buttons';

/** Duration of a message over the picture, in ms. */
const MESSAGE_MS = 5000;

type VisitProps = {
  tour: PanoramaTour;
  title: string;
  address: FileAddress;
  /**
   * `page`: picture and lists below one another; `window`: fills the nearest positioned ancestor, with the lists over
   * the picture.
   */
  layout: 'page' | 'window';
  /** How the view is kept in the address; without it, it is not. */
  place?: ViewAddress;
  /** The slug of a tour of the site: its views can be shared. */
  slug?: string;
  /** True when the viewer takes the focus once it is ready: only after a press. */
  takesFocus?: boolean;
  /** Exit link of a visit that fills the window. */
  exit?: ReactNode;
};

/**
 * A tour to walk in. The picture can be dragged, pinched and turned by keys, and the lists beside it offer everything
 * its marks do. Without WebGL or network it shows the still pictures with their texts.
 */
export function TourVisit(props: VisitProps) {
  const { tour, title, address, layout, place: viewAddress, slug, takesFocus = false, exit } = props;
  const [pointId, setPointId] = useState<string>();
  const [message, setMessage] = useState('');
  const [listed, setListed] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  /** The element that opened the panel of a point. */
  const opener = useRef<Element>(null);
  const compass = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const listButton = useRef<HTMLButtonElement>(null);
  const headingAsked = useRef(false);
  const altId = useId();
  const panelId = useId();
  const { state, start, sceneId, engine, hasGyroscope, hasHeadset } = useTourEngine({
    tour,
    address,
    place: viewAddress,
    takesFocus,
    surface,
    wheel: layout === 'window',
    onTurn: (bearing) => writeBearing(compass.current, bearing),
    onPoint: openPoint,
    onMessage: setMessage,
  });
  const full = useFullscreen(root);
  const fills = layout === 'window' || full;
  const scene = sceneOf(tour, sceneId);
  // The panel closes: another scene has other points.
  const point = scene.points.find(({ id }) => id === pointId);
  // In a window only one panel at a time takes room from the picture.
  const isListShown = listed && !point;
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

  useEffect(() => {
    // Centred in the part of the picture that the panel leaves.
    if (point) engine.current?.turnTo(point);
    if (point) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [point, engine]);

  function openPoint({ id }: InfoPoint) {
    if (!point) opener.current = document.activeElement;
    setPointId(id);
  }
  const closePoint = () => {
    flushSync(() => setPointId(undefined));
    const back = opener.current;
    (back instanceof HTMLElement && back.isConnected ? back : surface.current)?.focus({
      preventScroll: true,
    });
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
          {exit && <div className="mb-4 flex">{exit}</div>}
          <p role="status" className="mb-8 rounded-xl bg-mist p-4">
            La visite à 360° n’a pas pu s’ouvrir dans ce navigateur. En voici les images et les textes.
          </p>
          <StillTour tour={tour} address={address} />
        </div>
      </div>
    );
  }
  return (
    <div
      ref={root}
      className={fills ? 'absolute inset-0 flex flex-col overflow-hidden bg-ink beside:flex-row' : ''}
    >
      <div
        ref={frame}
        className={
          fills
            ? 'contents'
            : 'flex flex-col overflow-hidden rounded-2xl bg-ink beside:aspect-[16/10] beside:flex-row'
        }
      >
        <section
          aria-label={`Visite à 360°\u00a0: ${title}`}
          aria-busy={state === 'loading' || undefined}
          className="on-dark @container relative flex min-h-0 min-w-0 flex-1 flex-col bg-ink"
        >
          <div
            className={`relative min-h-0 overflow-hidden ${fills ? 'flex-1' : 'aspect-square beside:aspect-auto beside:flex-1'}`}
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
            <p aria-live="polite" className="sr-only">
              {state === 'ready' ? place : ''}
            </p>
            <p
              role="status"
              className={`absolute inset-x-4 top-4 mx-auto w-fit rounded-xl bg-white px-4 py-2 text-ink beside:top-18 ${message ? '' : 'sr-only'}`}
            >
              {message}
            </p>
            {state === 'loading' && (
              <div className="absolute bottom-5 left-5 rounded-full bg-ink/75 p-2 [&_*]:text-white">
                <Spinner label="Chargement de la visite…" />
              </div>
            )}
            {/* Rendered from the start, because the compass is written before the rest is shown. */}
            <Compass
              ref={compass}
              className={`absolute bottom-[4.25rem] left-4 sm:bottom-4 ${state === 'ready' ? '' : 'invisible'}`}
            />
            {state === 'ready' && (
              <VisitButtons
                engine={engine}
                hasGyroscope={hasGyroscope}
                hasHeadset={hasHeadset}
                frame={root}
                onMessage={setMessage}
                share={slug ? { slug, tour, title, scene, place: viewAddress } : undefined}
              />
            )}
          </div>
          {/* Above the picture on a phone held upright, where it would cover marks; over the picture
             where there is room. */}
          <div className="order-first flex items-center gap-2 px-2 py-1.5 beside:pointer-events-none beside:absolute beside:inset-x-4 beside:top-4 beside:p-0">
            {!full && exit && <div className="pointer-events-auto shrink-0">{exit}</div>}
            <p className="line-clamp-2 min-w-0 rounded-2xl px-2 py-2 font-semibold leading-tight wrap-anywhere text-white beside:bg-ink/75 beside:px-4">
              {scene.name}
            </p>
            {fills && (
              <button
                ref={listButton}
                type="button"
                aria-expanded={isListShown}
                aria-controls={panelId}
                onClick={() => {
                  setPointId(undefined);
                  setListed(!isListShown);
                }}
                className="pointer-events-auto ml-auto inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full bg-ink/75 px-3 font-semibold text-white hover:bg-ink @min-[36rem]:px-4"
              >
                <List aria-hidden="true" className="size-5" />
                <span className="@max-[36rem]:sr-only">Scènes et repères</span>
              </button>
            )}
          </div>
        </section>
        {point && (
          <PointPanel key={point.id} point={point} address={address} visit={root} onClose={closePoint} />
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from its buttons */}
      <div
        id={panelId}
        hidden={fills && !isListShown}
        onKeyDown={(event) => fills && event.key === 'Escape' && !full && closeList()}
        className={fills ? panelClass : 'mt-6'}
      >
        {fills && (
          <PanelHead closeLabel="Fermer les scènes et repères" onClose={closeList}>
            <p className="font-semibold">Scènes et repères</p>
          </PanelHead>
        )}
        <div className={fills ? 'px-5 pb-5' : ''}>
          <ScenePanel
            tour={tour}
            scene={scene}
            address={address}
            heading={heading}
            onScene={({ id }) => {
              bringIntoView();
              engine.current?.show(id);
            }}
            onLink={({ id }) => {
              headingAsked.current = true;
              bringIntoView();
              engine.current?.follow(id);
            }}
            onPoint={openPoint}
          />
        </div>
      </div>
    </div>
  );
}
