import { ScanLine } from 'lucide-react';
import { subject, wide } from '@/admin/kit/lib/subject';
import { surveyPaths } from './paths';

/** A day's drive placed and cut into sequences, pairs of two dates, sealed and delivered. */
export const surveys = subject({
  paths: surveyPaths,
  screens: {
    list: wide(() => import('./screens/surveys-page'), 'SurveysPage'),
    one: wide(() => import('./screens/survey-page'), 'SurveyPage'),
    pair: wide(() => import('./screens/pair-page'), 'PairPage'),
  },
  menu: { title: 'Relevés', to: surveyPaths.list.href(), Icon: ScanLine },
  guide: [
    { page: 'faire-un-releve', title: 'Faire un relevé', screens: [surveyPaths.list.path] },
    {
      page: 'comparer-deux-dates',
      title: 'Comparer une rue à deux dates',
      screens: [surveyPaths.pair.path],
    },
  ],
  tables: () => import('./data/tables'),
});
