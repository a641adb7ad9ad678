import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FileAddress, PanoramaTour } from './panorama-tour';
import { PointCard, useOpenPoint } from './point-card';
import { ScenePanel, ScenePlan, writeHeading } from './scene-panel';
import { StillTour } from './still-tour';
import { sceneOf, useTourEngine, type ViewAddress, type VisitState } from './use-tour-engine';
import { MESSAGE_MS } from './viewer-defaults';
import { isSmallScreen, useAlone, useFullscreen, useWholeScreen, writeBearing } from './viewer-parts';
import { VisitBar } from './visit-bar';
import { useVisitPanel, VisitPanel } from './visit-panel';
import { VisitPicture } from './visit-picture';

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
export function TourVisit({
  tour,
  title,
  address,
  layout,
  place,
  slug,
  takesFocus = false,
  exit,
  poster,
  preview,
}: VisitProps) {
  const [message, setMessage] = useMessage();
  /** A visit in a page that fills the window: on a phone, or where the browser has no full screen. */
  const [isFilling, setIsFilling] = useState(() => layout === 'page' && isSmallScreen());
  const root = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const compass = useRef<HTMLDivElement>(null);
  const lists = useRef<HTMLDivElement>(null);
  /** Set by the open card of a point: it follows the picture. */
  const cardMoved = useRef<() => void>(undefined);
  const visit = useTourEngine({
    tour,
    address,
    preview,
    place,
    takesFocus,
    surface,
    onTurn: (bearing) => {
      writeBearing(compass.current, bearing);
      writeHeading(lists.current, bearing);
      cardMoved.current?.();
    },
    onPoint: (point) => openPoint.open(point),
    onMessage: setMessage,
  });
  const { state, engine } = visit;
  const scene = sceneOf(tour, visit.sceneId);
  const openPoint = useOpenPoint(scene, { engine, picture: surface, frame });
  const { point } = openPoint;
  const panel = useVisitPanel();
  const full = useFullscreen(root);
  const fills = layout === 'window' || full || isFilling;
  // In a window only one panel at a time takes room from the picture.
  const shownPanel = fills && !point ? panel.name : undefined;
  const failure = FAILURES[state];
  useAlone(root, isFilling && !failure);
  useWholeScreen(layout === 'window' || isFilling);

  useEffect(() => {
    // In a page the wheel scrolls it.
    if (state === 'ready') engine.current?.setWheel(fills);
  }, [state, fills, engine]);

  /** In a page the lists are below the picture that they change. */
  const bringIntoView = () => {
    frame.current?.scrollIntoView({ block: 'nearest' });
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
  const scenePanel = (
    <ScenePanel
      tour={tour}
      scene={scene}
      address={address}
      onScene={showScene}
      onLink={({ id }) => {
        bringIntoView();
        engine.current?.follow(id);
      }}
      onPoint={openPoint.open}
    />
  );
  const panelNames = tour.floors?.some(({ id }) => tour.scenes.some(({ onPlan }) => onPlan?.floor === id))
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
          <VisitPicture
            visit={visit}
            tour={tour}
            scene={scene}
            address={address}
            slug={slug}
            poster={poster}
            surface={surface}
            compass={compass}
            message={message}
            onMessage={setMessage}
          />
          {point && (
            <PointCard
              key={point.id}
              point={point}
              address={address}
              visit={root}
              picture={surface}
              engine={engine}
              moved={cardMoved}
              onClose={openPoint.close}
            />
          )}
        </section>
        {fills && (
          <VisitPanel
            id={panel.id}
            box={lists}
            name={panel.name}
            isShown={shownPanel !== undefined}
            onClose={panel.close}
            closesOnEscape={!full}
          >
            {panel.name === 'plan' ? (
              <ScenePlan tour={tour} scene={scene} address={address} onScene={showScene} />
            ) : (
              scenePanel
            )}
          </VisitPanel>
        )}
      </div>
      <VisitBar
        tour={tour}
        scene={scene}
        exit={!full && exit}
        buttons={
          state === 'ready'
            ? {
                engine,
                hasGyroscope: visit.hasGyroscope,
                hasHeadset: visit.hasHeadset,
                share: slug ? { slug, tour, title, scene, place } : undefined,
                frame: root,
                fill:
                  layout === 'page' && !isSmallScreen()
                    ? { isOn: isFilling, onChange: setIsFilling }
                    : undefined,
                panel: fills
                  ? {
                      names: panelNames,
                      id: panel.id,
                      shown: shownPanel,
                      opener: panel.opener,
                      onShow: (name) => {
                        openPoint.replace();
                        panel.show(name);
                      },
                    }
                  : undefined,
                onMessage: setMessage,
              }
            : undefined
        }
      />
      {!fills && (
        <div ref={lists} className="mx-auto max-w-7xl px-5 py-8 sm:px-8">
          {scenePanel}
        </div>
      )}
    </div>
  );
}

/** A message that goes away after a while. */
function useMessage() {
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(''), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage] as const;
}
