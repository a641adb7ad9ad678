import { ArrowDown, ArrowUp, Share2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { counted } from '@/shared/lib/numbers';
import { RoundButton } from '@/shared/panorama-tour/viewer-parts';
import { horizontalField } from '@/shared/sphere/projection';
import { createSphereView, type SphereView } from '@/shared/sphere/sphere-view';
import { useFrame } from '@/shared/sphere/use-sphere';
import { drivenLines } from '@/shared/survey/driven-lines';
import { StreetPlan } from '@/shared/survey/street-plan';
import { dayOf } from '@/shared/two-dates/dated-pictures';
import { TwoDatesViewer, type ViewingMode } from '@/shared/two-dates/two-dates-viewer';
import { datedPair, type PublicStreet } from '@/site/data/streets';
import { placeHref, placeKey } from './street-address';

const ShareDialog = lazy(async () => ({
  default: (await import('@/shared/panorama-tour/visit-sharing')).ShareDialog,
}));

/** Places that a key goes on by. */
const keySteps: Readonly<Record<string, 1 | -1>> = { n: 1, PageUp: 1, p: -1, PageDown: -1 };

/** Pause after a move before the address follows, in ms. */
const SETTLED_MS = 400;

/**
 * A street that one drives at two dates: both pictures, the plan, and the ways on. By keyboard, in the picture: N and Page
 * Up go on, P and Page Down go back.
 *
 * @param start index of the first place; `bearing` the compass direction one looks in at first
 * @param keepsAddress whether the address follows: on the street's own page
 */
export function StreetDrive({
  street,
  slug,
  start = 0,
  bearing,
  keepsAddress,
}: {
  street: PublicStreet;
  slug: string;
  start?: number;
  bearing?: number | undefined;
  keepsAddress: boolean;
}) {
  const { pairs, name } = street;
  const [index, setIndex] = useState(start);
  const [mode, setMode] = useState<ViewingMode>('curtain');
  const [isSharing, setIsSharing] = useState(false);
  const pair = pairs[index] ?? pairs[0];
  const [sphere] = useState(() => {
    const view = createSphereView();
    view.look({ yaw: bearing ?? pair?.before.heading ?? 0, pitch: -4, field: 75 });
    return view;
  });
  useAddress(keepsAddress, sphere, pair ? placeHref(slug, pair, pairs) : '');
  useNeighbours(street, index);
  const shown = useMemo(() => pair && datedPair(pair, street), [pair, street]);
  if (!pair || !shown) return null;
  const go = (by: 1 | -1) => setIndex((now) => Math.min(pairs.length - 1, Math.max(0, now + by)));
  const place = `${name}, lieu ${index + 1} sur ${pairs.length}`;
  const target = {
    label: 'Ce lieu, dans cette direction',
    href: placeHref(slug, pair, pairs, sphere.get().view.yaw),
    caption: `${name} · ${dayOf(shown.before)} et ${dayOf(shown.after)}`,
    file: `code-qr-${slug}-${placeKey(pair, pairs)}`,
  };
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <TwoDatesViewer
        pair={shown}
        place={place}
        sphere={sphere}
        mode={mode}
        onMode={setMode}
        onKey={(key) => {
          const by = keySteps[key];
          if (by) go(by);
          return by !== undefined;
        }}
        wheelZooms={false}
        className="h-[64dvh] min-h-96"
      >
        <div className="ml-auto flex items-center gap-2">
          <RoundButton
            icon={ArrowDown}
            label="Reculer d’un lieu"
            disabled={index === 0}
            onClick={() => go(-1)}
          />
          <span aria-live="polite" className="text-sm tabular-nums">
            <span className="sr-only">Lieu </span>
            {index + 1} / {pairs.length}
          </span>
          <RoundButton
            icon={ArrowUp}
            label="Avancer d’un lieu"
            disabled={index === pairs.length - 1}
            onClick={() => go(1)}
          />
          <RoundButton
            icon={Share2}
            label="Partager ce lieu"
            aria-haspopup="dialog"
            onClick={() => setIsSharing(true)}
          />
        </div>
      </TwoDatesViewer>
      <div className="min-w-0">
        <DrivePlan
          street={street}
          current={pair.id}
          sphere={sphere}
          onChoose={(id) => setIndex(pairs.findIndex((one) => one.id === id))}
        />
        <p className="mt-2 text-sm text-slate">
          {counted(pairs.length, 'lieu', 'lieux')}, photographiés le {dayOf(shown.before)} et le{' '}
          {dayOf(shown.after)}. Dans l’image&nbsp;: N avance, P recule, les flèches tournent la vue.
        </p>
      </div>
      {isSharing && (
        <Suspense>
          <ShareDialog targets={[target]} onMessage={() => {}} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The plan of the street, with the direction one looks in. */
export function DrivePlan({
  street: { pairs, name },
  current,
  sphere,
  onChoose,
}: {
  street: PublicStreet;
  current?: string;
  sphere?: SphereView;
  onChoose?: (id: string) => void;
}) {
  const points = useMemo(
    () => pairs.map(({ id, after: { lat, lon } }, index) => ({ id, lat, lon, label: `Lieu ${index + 1}` })),
    [pairs],
  );
  const lines = useMemo(
    () => drivenLines(pairs.map(({ sequence, after: { lat, lon } }) => ({ lat, lon, sequence }))),
    [pairs],
  );
  return (
    <Turning sphere={sphere}>
      {(look) => (
        <StreetPlan
          label={`Plan de ${name}, le nord en haut\u00a0: la ligne bleue est le trajet. La liste des lieux contient les mêmes points.`}
          points={points}
          lines={lines}
          current={current}
          look={look}
          onChoose={onChoose}
        />
      )}
    </Turning>
  );
}

const fixedView = createSphereView();

/** Gives the direction one looks in to what turns with it. */
function Turning({
  sphere,
  children,
}: {
  sphere: SphereView | undefined;
  children: (look: { bearing: number; field: number } | undefined) => ReactNode;
}) {
  const { view, size } = useFrame(sphere ?? fixedView);
  return children(sphere && { bearing: view.yaw, field: horizontalField(view, size) });
}

/** Writes the place and the direction into the address, once one stops turning; « Back » leaves the street. */
function useAddress(isOn: boolean, sphere: SphereView, href: string): void {
  const first = useRef<string>(undefined);
  const write = useEffectEvent(() => {
    const bearing = (Math.round(sphere.get().view.yaw) + 720) % 360;
    window.history.replaceState(window.history.state, '', `${href}?cap=${bearing}`);
  });
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => write(), SETTLED_MS);
    };
    const stop = sphere.subscribe(later);
    // The first place of a street keeps the street's own address until one turns or drives.
    first.current ??= href;
    if (href !== first.current) later();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isOn, sphere, href]);
}

/** Fetches the pictures of the next and the former place, so that driving waits for nothing. */
function useNeighbours(street: PublicStreet, index: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const pair of [street.pairs[index + 1], street.pairs[index - 1]]) {
        if (!pair) continue;
        for (const { src } of Object.values(datedPair(pair, street))) {
          const picture = new Image();
          picture.crossOrigin = 'anonymous';
          picture.src = src;
        }
      }
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [street, index]);
}
