import { subject, widePage } from '@/admin/kit/lib/subject';
import { prospectPaths } from './paths';

/** Prospects proposed beside a trip, and why. */
export const prospects = subject({
  paths: prospectPaths,
  screens: {
    list: widePage(() => import('./screens/prospects-page'), 'ProspectsPage'),
  },
  records: { trip_prospects: prospectPaths.list.href },
  guide: [
    { page: 'trouver-des-prospects', title: 'Trouver des prospects', screens: [prospectPaths.list.path] },
  ],
  tables: () => import('./data/tables'),
});
