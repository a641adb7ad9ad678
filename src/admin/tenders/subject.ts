import { page, subject } from '@/admin/kit/lib/subject';
import { tripPaths } from '@/admin/trips/paths';
import { tenderPaths } from './paths';

/** Public calls for tenders. */
export const tenders = subject({
  paths: tenderPaths,
  screens: {
    list: page(() => import('./screens/tenders-page'), 'TendersPage'),
  },
  under: { menu: tripPaths.list.href(), also: [tenderPaths.list.href()] },
  palette: { screens: [{ title: 'Appels d’offres', to: tenderPaths.list.href() }] },
  settings: [
    { title: 'Fichiers d’appels d’offres', to: tenderPaths.list.href(), isAdvanced: true, order: 1 },
  ],
  guide: [{ page: 'trouver-des-prospects', screens: [tenderPaths.list.path] }],
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
