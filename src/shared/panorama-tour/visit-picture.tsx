import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { paths } from '@/shared/lib/paths';
import { overPicture, useCovers } from '@/shared/sphere/use-covers';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import type { FileAddress, PanoramaTour, Scene, Sound } from './panorama-tour';
import { ScenePoster } from './scene-poster';
import type { TourEngine } from './tour-engine';
import { sceneOf, type useTourEngine } from './use-tour-engine';
import { Compass, RoundButton, ZoomButtons } from './viewer-parts';

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
function PictureButtons({
  engine,
  turns,
  ...sound
}: { engine: RefObject<TourEngine | undefined>; turns: boolean | undefined } & Parameters<
  typeof SceneSound
>[0]) {
  return (
    <div {...overPicture} className="pointer-events-auto flex gap-1.5 sm:gap-2">
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

/** Says that the visit is on its way, and once it is late what may keep it from opening. */
function LoadingNotice({ slug }: { slug: string | undefined }) {
  return (
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
        La visite à 360° ne s’est pas encore ouverte. Si elle ne vient pas, la connexion, le navigateur ou la
        page qui la contient l’empêche
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
  );
}

/** The picture of a visit, with its marks, its messages and its buttons; its poster until it has loaded. */
export function VisitPicture({
  visit,
  tour,
  scene,
  address,
  slug,
  poster,
  surface,
  compass,
  message,
  onMessage,
}: {
  visit: ReturnType<typeof useTourEngine>;
  tour: PanoramaTour;
  scene: Scene;
  address: FileAddress;
  slug: string | undefined;
  poster: ReactNode;
  /** The element that the panorama is drawn in, and that takes its keys. */
  surface: RefObject<HTMLDivElement | null>;
  compass: RefObject<HTMLDivElement | null>;
  message: string;
  onMessage: (message: string) => void;
}) {
  const altId = useId();
  const { state, start, firstView, engine, turns } = visit;
  const frame = useRef<HTMLDivElement>(null);
  useCovers(frame, (covers) => engine.current?.cover(covers));
  const place = `Scène ${tour.scenes.indexOf(scene) + 1} de ${tour.scenes.length}\u00a0: ${scene.name}`;
  return (
    <div ref={frame} className="relative min-h-0 flex-1 overflow-hidden">
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
        {...(message && overPicture)}
        className={`absolute inset-x-4 top-4 mx-auto w-fit rounded-xl bg-white px-4 py-2 text-ink ${message ? '' : 'sr-only'}`}
      >
        {message}
      </p>
      {state === 'loading' && <LoadingNotice slug={slug} />}
      {/* In one line, or in a narrow picture the compass above the buttons. */}
      <div className="pointer-events-none absolute inset-x-3 bottom-3 flex flex-row-reverse flex-wrap-reverse gap-1.5 sm:inset-x-4 sm:bottom-4 sm:gap-2">
        {state === 'ready' && (
          <PictureButtons
            engine={engine}
            turns={turns}
            sound={scene.sound}
            address={address}
            onMessage={onMessage}
          />
        )}
        {/* Rendered from the start, because the compass is written before the rest is shown. */}
        <Compass ref={compass} className={`mr-auto ${state === 'ready' ? '' : 'invisible'}`} />
      </div>
    </div>
  );
}
