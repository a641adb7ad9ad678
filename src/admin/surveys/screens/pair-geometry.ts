import { type Ellipse, turned } from '@/shared/sphere/projection';
import type { PlanPoint } from '@/shared/survey/street-plan';
import { distance, type Position } from '@/shared/survey/track';
import type { SurveyPair } from '../data/survey-pairs';

/** Compass direction of the middle of the picture after, corrected. */
export const correctedHeading = ({ after, turn }: Pick<SurveyPair, 'after' | 'turn'>) => after.heading + turn;

/** An ellipse of the picture after, by compass direction, as the viewer of two dates shows it. */
export const onCompass = <Area extends Ellipse>(area: Area, pair: SurveyPair): Area => ({
  ...area,
  yaw: turned(area.yaw + correctedHeading(pair)),
});

/** An ellipse by compass direction, in the picture after, as it is stored. */
export const inPicture = <Area extends Pick<Ellipse, 'yaw'>>(area: Area, pair: SurveyPair): Area => ({
  ...area,
  yaw: turned(area.yaw - correctedHeading(pair)),
});

/** The name of a pair in its survey: « Paire 3 sur 10 ». */
export const pairName = (index: number, count: number) => `Paire ${index + 1} sur ${count}`;

/** The pairs as points of the plan, with what was found in them. */
export const planPoints = (pairs: readonly SurveyPair[]): PlanPoint[] =>
  pairs.map((pair, index) => ({
    id: pair.id,
    lat: pair.after.lat,
    lon: pair.after.lon,
    label: `${pairName(index, pairs.length)}${pair.findings.length > 0 ? `, dommages\u00a0: ${pair.findings.length}` : ''}`,
    look: pair.findings.length > 0 ? 'marked' : pair.state === 'vu' ? 'done' : 'plain',
  }));

/** The pair nearest to a place, and how far it is in metres. */
export function nearestPair(pairs: readonly SurveyPair[], from: Position) {
  let best: { pair: SurveyPair; metres: number } | undefined;
  for (const pair of pairs) {
    const metres = distance(from, pair.after);
    if (metres < (best?.metres ?? Number.POSITIVE_INFINITY)) best = { pair, metres };
  }
  return best;
}
