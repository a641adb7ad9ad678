import { expect, it } from 'vitest';
import type { SurveyPair } from '../data/survey-pairs';
import { inPicture, nearestPair, onCompass, planPoints } from './pair-geometry';

const pairAt = (id: string, lat: number, change: Partial<SurveyPair> = {}): SurveyPair => {
  const picture = {
    survey_id: 's',
    file_name: `${id}.JPG`,
    taken_at: null,
    preview: null,
    tiles: null,
    sequence: 1,
    number: 1,
  };
  const place = { lat, lon: -68.5, heading: 350 };
  return {
    id,
    turn: 4,
    turn_source: 'appariement',
    state: 'à voir',
    note: '',
    before: { ...picture, ...place, id: `${id}-a` },
    after: { ...picture, ...place, id: `${id}-b` },
    findings: [],
    ...change,
  };
};
const finding = { id: 'f', yaw: 10, pitch: -20, width: 8, height: 6, kind: 'Bordure', note: '' };

it('shows a damage in the direction of the compass, and stores it in the picture again', () => {
  const pair = pairAt('p', 48);
  expect(onCompass(finding, pair).yaw).toBe(4);
  expect(inPicture({ yaw: onCompass(finding, pair).yaw }, pair).yaw).toBe(10);
  // After a new alignment the damage keeps its place in the picture.
  expect(onCompass(finding, { ...pair, turn: -2 }).yaw).toBe(-2);
});

it('says on the plan what was looked at and what was found', () => {
  const pairs = [
    pairAt('p', 48),
    pairAt('q', 48.001, { state: 'vu' }),
    pairAt('r', 48.002, { findings: [finding] }),
  ];
  expect(planPoints(pairs).map(({ look }) => look)).toEqual(['plain', 'done', 'marked']);
  expect(planPoints(pairs)[2]?.label).toBe('Paire 3 sur 3, dommages\u00a0: 1');
});

it('finds the pair nearest to where one stands', () => {
  const pairs = [pairAt('p', 48), pairAt('q', 48.001)];
  const found = nearestPair(pairs, { lat: 48.0008, lon: -68.5 });
  expect(found?.pair.id).toBe('q');
  expect(found?.metres).toBeCloseTo(22.2, 0);
  expect(nearestPair([], { lat: 48, lon: -68.5 })).toBeUndefined();
});
