import { model } from 'geomagnetism';
import type { Position } from '@/shared/survey/track';

const DAY_MS = 86_400_000;

type Model = ReturnType<typeof model>;
const models = new Map<number, Model | undefined>();

/**
 * Computes the way from true north to magnetic north at a place and a time by the World Magnetic Model, in degrees: negative
 * where a compass points west of north, as in Québec.
 *
 * @returns `undefined` for a time that the model does not know
 */
export function declinationAt({ lat, lon }: Position, time: number): number | undefined {
  const day = Math.floor(time / DAY_MS);
  if (!models.has(day)) {
    try {
      models.set(day, model(new Date(day * DAY_MS)));
    } catch {
      models.set(day, undefined);
    }
  }
  return models.get(day)?.point([lat, lon]).decl;
}
