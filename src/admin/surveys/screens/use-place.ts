import { useState } from 'react';
import type { Position } from '@/shared/survey/track';

/** Longest wait for a place, in ms, and its greatest age. */
const POSITION_OPTIONS = { timeout: 15_000, maximumAge: 5000 };

const refusals: Readonly<Record<number, string>> = {
  1: 'Votre navigateur refuse de donner votre position. Permettez-la pour ce site dans ses réglages, ou choisissez la paire dans la liste.',
  2: 'Votre position n’est pas connue ici. Sortez à découvert, ou choisissez la paire dans la liste.',
  3: 'Votre position se fait attendre. Réessayez, ou choisissez la paire dans la liste.',
};
const NO_POSITION_MESSAGE = 'Cet appareil ne donne pas sa position. Choisissez la paire dans la liste.';

/** Place of the device, once it is asked for; the browser asks the person first. */
export function usePlace() {
  const [place, setPlace] = useState<Position & { accuracy: number }>();
  const [refusal, setRefusal] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const ask = (onPlace: (place: Position) => void) => {
    setRefusal(undefined);
    if (!navigator.geolocation) return setRefusal(NO_POSITION_MESSAGE);
    setIsAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setIsAsking(false);
        setPlace({ lat: latitude, lon: longitude, accuracy });
        onPlace({ lat: latitude, lon: longitude });
      },
      ({ code }) => {
        setIsAsking(false);
        setRefusal(refusals[code] ?? NO_POSITION_MESSAGE);
      },
      { ...POSITION_OPTIONS, enableHighAccuracy: true },
    );
  };
  return { place, refusal, isAsking, ask };
}
