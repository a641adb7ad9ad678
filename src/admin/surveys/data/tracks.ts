import type { TrackPoint } from '@/shared/survey/track';

/** A track of a survey. */
export type SurveyTrack = { id: string; name: string; points: readonly TrackPoint[] };

/** First and last moment of a segment. */
type TimeSpan = { from: number; to: number };

/** Joins tracks of different minutes into one, in the order of time; their segments stay apart. */
export function joinedTrack(tracks: readonly SurveyTrack[]): TrackPoint[] {
  const numbers = new Map<string, number>();
  const numberOf = (key: string) => {
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  return tracks
    .flatMap(({ id, points }) =>
      points.map((point) => ({ ...point, segment: numberOf(`${id} ${point.segment}`) })),
    )
    .sort((a, b) => a.time - b.time || a.segment - b.segment);
}

/** Tells whether two tracks are of the same minutes: together they would be a drive that nobody made. */
export function areOfSameMinutes(one: SurveyTrack, other: SurveyTrack): boolean {
  const [spans, others] = [spansOf(one), spansOf(other)];
  let next = 0;
  for (const { from, to } of spans) {
    while (others[next] && (others[next] as TimeSpan).to <= from) next++;
    const near = others[next];
    if (near && near.from < to) return true;
  }
  return false;
}

/** Lists the segments of a track as the time that each takes, in order. */
function spansOf({ points }: SurveyTrack): TimeSpan[] {
  const spans = new Map<number, TimeSpan>();
  for (const { time, segment } of points) {
    const span = spans.get(segment);
    if (!span) spans.set(segment, { from: time, to: time });
    else {
      span.from = Math.min(span.from, time);
      span.to = Math.max(span.to, time);
    }
  }
  return [...spans.values()].sort((a, b) => a.from - b.from);
}

/** Groups the tracks among which a person must choose: each is of the same minutes as another of its group. */
export function tracksToChoose(tracks: readonly SurveyTrack[]): SurveyTrack[][] {
  const groups: SurveyTrack[][] = [];
  for (const track of tracks) {
    const touched = groups.filter((group) => group.some((other) => areOfSameMinutes(track, other)));
    for (const group of touched) groups.splice(groups.indexOf(group), 1);
    groups.push([...touched.flat(), track]);
  }
  return groups.filter((group) => group.length > 1);
}
