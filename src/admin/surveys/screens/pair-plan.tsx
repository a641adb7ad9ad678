import { useMemo } from 'react';
import { horizontalField } from '@/shared/sphere/projection';
import { createSphereView, type SphereView } from '@/shared/sphere/sphere-view';
import { useFrame } from '@/shared/sphere/use-sphere';
import { drivenLines } from '@/shared/survey/driven-lines';
import { StreetPlan } from '@/shared/survey/street-plan';
import type { Position } from '@/shared/survey/track';
import type { SurveyPair } from '../data/survey-pairs';
import { planPoints } from './pair-geometry';

/** Stands for the view where no picture is turned. */
const fixedView = createSphereView();

/** The pairs of a survey on a plan; the list has the same. */
export function PairPlan({
  pairs,
  current,
  sphere,
  you,
  onChoose,
}: {
  pairs: readonly SurveyPair[];
  current?: string;
  /** The view of the current pair. */
  sphere?: SphereView;
  you?: Position | undefined;
  onChoose: (id: string) => void;
}) {
  const { view, size } = useFrame(sphere ?? fixedView);
  const points = useMemo(() => planPoints(pairs), [pairs]);
  const lines = useMemo(
    () =>
      drivenLines(pairs.map(({ after }) => ({ lat: after.lat, lon: after.lon, sequence: after.sequence }))),
    [pairs],
  );
  return (
    <StreetPlan
      label="Plan des paires, le nord en haut. La liste des paires contient les mêmes points."
      points={points}
      lines={lines}
      current={current}
      look={sphere && { bearing: view.yaw, field: horizontalField(view, size) }}
      you={you}
      onChoose={onChoose}
    />
  );
}
