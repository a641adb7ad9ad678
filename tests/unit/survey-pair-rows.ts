import type { ComparedSurvey, SurveyPair } from '@/admin/surveys/data/survey-pairs';

/** A survey as the comparison reads it. */
export const comparedSurvey = (id: string, change: Partial<ComparedSurvey> = {}): ComparedSurvey => ({
  ...{ id, name: `Relevé ${id}`, city: 'Rimouski', captured_on: '2026-04-20', compared_with: null },
  ...{ published_at: null, slug: null, ...change },
});

/** Makes pair number `index` of a street that goes north, ten metres after the previous one. */
export const surveyPair = (index: number, change: Partial<SurveyPair> = {}): SurveyPair => {
  const picture = (survey: string, taken: string) => ({
    ...{ id: `${survey}${index}`, survey_id: survey, file_name: `${index}.JPG`, taken_at: taken },
    ...{ preview: `${survey}/${index}.jpg`, tiles: null, sequence: 1, number: index },
    ...{ lat: 48 + index / 11_120, lon: -68.5, heading: 350 },
  });
  return {
    ...{ id: `p${index}`, turn: 4, turn_source: 'trace', state: 'à voir', note: '', findings: [] },
    before: picture('avant', '2025-10-28T14:05:00Z'),
    // An evening in Québec is the next day in UTC.
    after: picture('apres', '2026-04-21T01:00:00Z'),
    ...change,
  };
};
