import { page, subject } from '@/admin/kit/lib/subject';
import { segmentPaths } from './paths';

/** Conditions under a name, and the contacts that they mean. */
export const segments = subject({
  paths: segmentPaths,
  screens: {
    list: page(() => import('./screens/segments-page'), 'SegmentsPage'),
    new: page(() => import('./screens/segment-page'), 'NewSegmentPage'),
    one: page(() => import('./screens/segment-page'), 'EditSegmentPage'),
  },
  palette: { screens: [{ title: 'Segments', to: segmentPaths.list.href() }] },
  records: { segment: segmentPaths.one.href },
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
