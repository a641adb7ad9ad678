import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { paths } from '@/shared/lib/paths';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import type { FileAddress, InfoPoint, PanoramaTour } from './panorama-tour';
import { PointCard } from './point-card';
import { ScenePanel, ScenePlan, writeHeading } from './scene-panel';
import { ScenePoster } from './scene-poster';
import { StillTour } from './still-tour';
import { sceneOf, useTourEngine, type ViewAddress, type VisitState } from './use-tour-engine';
import { MESSAGE_MS } from './viewer-defaults';
import {
  Compass,
  hasRoomBeside,
  isSmallScreen,
  PanelHead,
  panelClass,
  useAlone,
  useFullscreen,
  useWholeScreen,
  writeBearing,
} from './viewer-parts';
import { BarButtons, type PanelName, PictureButtons } from './visit-buttons';

/** Share of the picture at each edge in which a point is not yet in view. */
const POINT_MARGIN = 0.15;

/** Sentences that say why a visit could not open. */
const FAILURES: Partial<Record<VisitState, string>> = {
  'no-webgl':
    'La visite à 360° n’a pas pu s’ouvrir dans ce navigateur, qui ne peut pas tourner ses images (WebGL est absent, désactivé ou sans mémoire).',
  'no-pictures':
    'La visite à 360° n’a pas pu s’ouvrir\u00a0: ses images n’ont pas pu être lues. La connexion est coupée, un fichier manque, ou le serveur ou la page qui contient la visite l’interdit.',
};

type VisitProps = {
  tour: PanoramaTour;
  title: string;
  address: FileAddress;
  /**
   * `page`: picture and lists below one another, on a phone the whole window; `window`: fills the nearest positioned
   * ancestor, with the lists beside the picture.
   */
  layout: 'page' | 'window';
  /** Way in which the view is kept in the address; absent: it is not kept. */
  place?: ViewAddress;
  /** The slug of a tour of the site: its views can be shared. */
  slug?: string;
  /** True when the viewer takes the focus once it is ready: only after a press. */
  takesFocus?: boolean;
  /** The way out: a link or a button at the beginning of the bar. */
  exit?: ReactNode;
  /** The first view of the tour as a picture, shown until the viewer has loaded. */
  poster?: ReactNode;
  /** A small copy of the picture of the scene that the page begins with, which the page holds. */
  preview?: string | undefined;
};

/**
 * A tour to walk in. The picture can be dragged, pinched and turned by keys, and the lists beside it offer everything
 * its marks do. Without WebGL or network it shows the still pictures with their texts.
 */
export function TourVisit(props: VisitProps) {
  const {
    tour,
    title,
    address,
    layout,
    place: viewAddress,
    slug,
    takesFocus = false,
    exit,
    poster,
    preview,
  } = props;
  const [pointId, setPointId] = useState<string>();
  const [message, setMessage] = useState('');
  const [panel, setPanel] = useState<PanelName>();
  /** A visit in a page that fills the window: on a phone, or where the browser has no full screen. */
  const [isFilling, setIsFilling] = useState(() => layout === 'page' && isSmallScreen());
  const root = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  /** The element that opened the card of a point. */
  const opener = useRef<Element>(null);
  const compass = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const panelOpener = useRef<HTMLButtonElement>(null);
  const panelBox = useRef<HTMLDivElement>(null);
  const cardMoved = useRef<() => void>(undefined);
  const headingAsked = useRef(false);
  const altId = useId();
  const panelId = useId();
  const { state, start, firstView, sceneId, engine, turns, hasGyroscope, hasHeadset } = useTourEngine({
    tour,
    address,
    preview,
    place: viewAddress,
    takesFocus,
    surface,
    onTurn: (bearing) => {
      writeBearing(compass.current, bearing);
      writeHeading(panelBox.current, bearing);
      cardMoved.current?.();
    },
    onPoint: openPoint,
    onMessage: setMessage,
  });
  const full = useFullscreen(root);
  const fills = layout === 'window' || full || isFilling;
  const failure = FAILURES[state];
  useAlone(root, isFilling && !failure);
  useWholeScreen(layout === 'window' || isFilling);
  const scene = sceneOf(tour, sceneId);
  // The card closes: another scene has other points.
  const point = scene.points.find(({ id }) => id === pointId);
  // In a window only one panel at a time takes room from the picture.
  const shownPanel = fills && !point ? panel : undefined;
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
    // In a page the wheel scrolls it.
    if (state === 'ready') engine.current?.setWheel(fills);
  }, [state, fills, engine]);

  useEffect(() => {
    if (!point) return;
    // On a phone the sheet below takes room from the picture, whose middle the point comes to.
    if (!hasRoomBeside() || !isInView(engine.current?.placeOf(point), surface.current))
      engine.current?.turnTo(point);
    frame.current?.scrollIntoView({ block: 'nearest' });
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
  /** In a page the lists are below the picture that they change. */
  const bringIntoView = () => {
    frame.current?.scrollIntoView({ block: 'nearest' });
  };
  const closePanel = () => {
    setPanel(undefined);
    panelOpener.current?.focus();
  };
  const showScene = ({ id }: { id: string }) => {
    bringIntoView();
    engine.current?.show(id);
  };

  if (failure) {
    return (
      <div
        className={
          layout === 'window' ? 'absolute inset-0 overflow-y-auto bg-paper p-5 sm:p-8' : 'bg-paper p-5 sm:p-8'
        }
      >
        <div className="mx-auto max-w-3xl">
          {exit && <div className="mb-4 flex">{exit}</div>}
          <p role="status" className="mb-8 rounded-xl bg-mist p-4">
            {failure} En voici les images et les textes, à plat.
          </p>
          <StillTour tour={tour} address={address} />
        </div>
      </div>
    );
  }
  const names = tour.floors?.some(({ id }) => tour.scenes.some(({ onPlan }) => onPlan?.floor === id))
    ? (['list', 'plan'] as const)
    : (['list'] as const);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from the controls
    <div
      ref={root}
      onKeyDown={(event) => event.key === 'Escape' && isFilling && !isSmallScreen() && setIsFilling(false)}
      className={
        fills
          ? `${isFilling && !full ? 'fixed z-60' : 'absolute'} inset-0 flex flex-col overflow-hidden bg-ink`
          : ''
      }
    >
      <div
        ref={frame}
        className={`flex min-h-0 flex-col overflow-hidden bg-ink beside:flex-row ${fills ? 'flex-1' : 'h-[74svh] min-h-72 scroll-mt-[4.5rem]'}`}
      >
        <section
          aria-label={`Visite à 360°\u00a0: ${title}`}
          aria-busy={state === 'loading' || undefined}
          className="on-dark @container relative flex min-h-0 min-w-0 flex-1 flex-col bg-ink"
        >
          <div className="relative min-h-0 flex-1 overflow-hidden">
            {/* Until the sphere covers it: a browser goes on drawing what nobody sees. */}
            {state === 'loading' &&
              (poster && start.view === tour.scenes[0]?.view ? (
                <div aria-hidden="true">{poster}</div>
              ) : (
                <ScenePoster
                  scene={sceneOf(tour, start.scene)}
                  view={start.view}
                  address={address}
                  preview={start.preview}
                />
              ))}
            <p id={altId} hidden>
              {scene.alt}
            </p>
            <div
              ref={surface}
              // Screen readers pass the arrow keys on instead of reading the page.
              role="application"
              aria-label={`${scene.name}. Flèches pour tourner, W et S pour avancer ou reculer, plus et moins pour agrandir ou réduire.`}
              aria-describedby={altId}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys rotate it
              tabIndex={0}
              // The stacking context is isolated, so that marks stay below the overlays.
              data-first-view={firstView}
              className="absolute inset-0 isolate cursor-grab touch-none -outline-offset-4 active:cursor-grabbing"
            >
              {/* A prerendered page draws in it before its scripts have come, and gives it a size. */}
              <canvas className="block size-full" suppressHydrationWarning />
            </div>
            <p aria-live="polite" className="sr-only">
              {state === 'ready' ? place : ''}
            </p>
            <p
              role="status"
              className={`absolute inset-x-4 top-4 mx-auto w-fit rounded-xl bg-white px-4 py-2 text-ink ${message ? '' : 'sr-only'}`}
            >
              {message}
            </p>
            {state === 'loading' && (
              <>
                <p
                  role="status"
                  className="until-late absolute bottom-4 left-4 flex items-center gap-3 rounded-full bg-ink/85 py-1.5 pr-4 pl-2 text-white"
                >
                  <AzimuthRing className="size-8" spinning />
                  Chargement de la visite…
                </p>
                {/* By the style sheet alone: what does not come may be the script. */}
                <p className="when-late absolute inset-x-4 bottom-4 max-w-prose rounded-xl bg-ink/85 px-4 py-2 text-white">
                  La visite à 360° ne s’est pas encore ouverte. Si elle ne vient pas, la connexion, le
                  navigateur ou la page qui la contient l’empêche
                  {slug && (
                    <>
                      {'\u00a0: '}
                      <a
                        href={paths.visit.href(slug)}
                        target="_blank"
                        rel="noopener"
                        className="font-semibold underline underline-offset-4"
                      >
                        ouvrir la visite seule
                        <span className="sr-only"> (nouvel onglet)</span>
                      </a>
                    </>
                  )}
                  .
                </p>
              </>
            )}
            {/* Rendered from the start, because the compass is written before the rest is shown. */}
            <Compass
              ref={compass}
              className={`absolute bottom-[4.25rem] left-3 sm:bottom-4 sm:left-4 ${state === 'ready' ? '' : 'invisible'}`}
            />
            {state === 'ready' && (
              <PictureButtons
                engine={engine}
                turns={turns}
                sound={scene.sound}
                address={address}
                onMessage={setMessage}
              />
            )}
          </div>
          {point && (
            <PointCard
              key={point.id}
              point={point}
              address={address}
              visit={root}
              picture={surface}
              engine={engine}
              moved={cardMoved}
              onClose={closePoint}
            />
          )}
        </section>
        {fills && (
          <Panel
            id={panelId}
            box={panelBox}
            {...(panel === 'plan'
              ? { title: 'Plan', closeLabel: 'Fermer le plan' }
              : { title: 'Scènes et repères', closeLabel: 'Fermer les scènes et repères' })}
            isShown={shownPanel !== undefined}
            onClose={closePanel}
            closesOnEscape={!full}
          >
            {panel === 'plan' ? (
              <ScenePlan tour={tour} scene={scene} address={address} onScene={showScene} />
            ) : (
              lists()
            )}
          </Panel>
        )}
      </div>
      {/* Below the picture, where a thumb reaches it and no mark is hidden. */}
      <div className="on-dark @container bg-ink text-white">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1.5 pr-[max(0.5rem,env(safe-area-inset-right))] pb-[max(0.375rem,env(safe-area-inset-bottom))] pl-[max(0.5rem,env(safe-area-inset-left))] sm:gap-x-3">
          {!full && exit}
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
          {state === 'ready' && (
            <BarButtons
              engine={engine}
              hasGyroscope={hasGyroscope}
              hasHeadset={hasHeadset}
              share={slug ? { slug, tour, title, scene, place: viewAddress } : undefined}
              frame={root}
              fill={
                layout === 'page' && !isSmallScreen()
                  ? { isOn: isFilling, onChange: setIsFilling }
                  : undefined
              }
              panel={
                fills
                  ? {
                      ...{ names, id: panelId, shown: shownPanel, opener: panelOpener },
                      onShow: (next) => {
                        setPointId(undefined);
                        setPanel(next);
                      },
                    }
                  : undefined
              }
              onMessage={setMessage}
            />
          )}
        </div>
      </div>
      {!fills && (
        <div ref={panelBox} className="mx-auto max-w-7xl px-5 py-8 sm:px-8">
          {lists()}
        </div>
      )}
    </div>
  );

  function lists() {
    return (
      <ScenePanel
        tour={tour}
        scene={scene}
        address={address}
        heading={heading}
        onScene={showScene}
        onLink={({ id }) => {
          headingAsked.current = true;
          bringIntoView();
          engine.current?.follow(id);
        }}
        onPoint={openPoint}
      />
    );
  }
}

/** Tells whether a point of the picture is well inside its frame. */
function isInView(at: { x: number; y: number; isVisible: boolean } | undefined, frame: HTMLElement | null) {
  if (!at?.isVisible || !frame) return false;
  const [across, down] = [at.x / frame.clientWidth, at.y / frame.clientHeight];
  return across > POINT_MARGIN && across < 1 - POINT_MARGIN && down > POINT_MARGIN && down < 1 - POINT_MARGIN;
}

/** A panel of a visit that fills its window, beside its picture, or below it on a phone held upright. */
function Panel({
  id,
  box,
  title,
  closeLabel,
  isShown,
  closesOnEscape,
  onClose,
  children,
}: {
  id: string;
  box: RefObject<HTMLDivElement | null>;
  title: string;
  closeLabel: string;
  isShown: boolean;
  closesOnEscape: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another panel begins at its top
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [title, box]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from its buttons
    <div
      ref={box}
      id={id}
      hidden={!isShown}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !closesOnEscape) return;
        event.stopPropagation();
        onClose();
      }}
      className={panelClass}
    >
      <PanelHead closeLabel={closeLabel} onClose={onClose}>
        <p className="font-semibold">{title}</p>
      </PanelHead>
      <div className="px-5 pb-5">{children}</div>
    </div>
  );
}
