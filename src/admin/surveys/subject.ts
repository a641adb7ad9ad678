import { ScanLine } from 'lucide-react';
import { subject, widePage } from '@/admin/kit/lib/subject';
import { surveyPaths } from './paths';

/** A day's drive placed and cut into sequences, pairs of two dates, sealed and delivered. */
export const surveys = subject({
  paths: surveyPaths,
  screens: {
    list: widePage(() => import('./screens/surveys-page'), 'SurveysPage'),
    one: widePage(() => import('./screens/survey-page'), 'SurveyPage'),
    pair: widePage(() => import('./screens/pair-page'), 'PairPage'),
  },
  menu: { title: 'Relevés', to: surveyPaths.list.href(), Icon: ScanLine },
  records: { survey: surveyPaths.one.href },
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
