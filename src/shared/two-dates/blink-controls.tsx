import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lessMotion } from '@/shared/lib/less-motion';
import { Button } from '@/shared/ui/button';
import { otherSide, type Side } from './dated-pictures';

/** Seconds that each date is shown for: never fast enough to flash. */
const SECONDS = { least: 0.5, most: 4, step: 0.5, usual: 1 };

/** Date that is shown in turn, and whether it changes by itself. */
export type Blink = ReturnType<typeof useBlink>;

/**
 * Shows two dates in turn.
 *
 * @param isOn whether the mode is chosen: it changes by itself from then on, unless less motion is asked for
 */
export function useBlink(isOn: boolean) {
  const [shown, setShown] = useState<Side>('before');
  const [seconds, setSeconds] = useState(SECONDS.usual);
  const [isStopped, setIsStopped] = useState(false);
  const plays = isOn && !isStopped && !lessMotionNow();
  useEffect(() => {
    if (!plays) return;
    const timer = setInterval(() => setShown(otherSide), seconds * 1000);
    return () => clearInterval(timer);
  }, [plays, seconds]);
  return {
    shown,
    plays,
    seconds,
    setSeconds,
    show: setShown,
    stop: () => setIsStopped(true),
    play: () => setIsStopped(false),
  };
}

/** The value also holds while a page is prerendered, where nothing moves. */
const lessMotionNow = () => typeof window === 'undefined' || lessMotion();

/** The buttons of the alternation: the other date by a press, by itself, and how fast. */
export function BlinkControls({ blink, onOther }: { blink: Blink; onOther: () => void }) {
  const { plays, seconds } = blink;
  return (
    <fieldset aria-label="Alternance" className="flex flex-wrap items-center gap-2">
      <Button size="sm" variant="outline" className="min-h-11" onClick={onOther}>
        Montrer l’autre date
      </Button>
      {!lessMotionNow() && (
        <>
          <Button size="sm" variant="ghost" className="min-h-11" onClick={plays ? blink.stop : blink.play}>
            {plays ? (
              <Pause aria-hidden="true" className="size-4" />
            ) : (
              <Play aria-hidden="true" className="size-4" />
            )}
            {plays ? 'Arrêter' : 'Alterner'}
          </Button>
          <label className="flex min-h-11 items-center gap-2 text-sm">
            Durée
            <input
              type="range"
              min={SECONDS.least}
              max={SECONDS.most}
              step={SECONDS.step}
              value={seconds}
              aria-valuetext={`${seconds.toLocaleString('fr-CA')}\u00a0s par date`}
              onChange={(event) => blink.setSeconds(event.target.valueAsNumber)}
              className="w-24 accent-white"
            />
            <span className="w-10 tabular-nums">{seconds.toLocaleString('fr-CA')}&nbsp;s</span>
          </label>
        </>
      )}
    </fieldset>
  );
}
