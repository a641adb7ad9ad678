import { viewsOf } from '@/admin/kit/lib/list-address';
import { page, subject, widePage } from '@/admin/kit/lib/subject';
import { tripPaths } from '@/admin/trips/paths';
import { municipalityPaths } from './paths';

/** The register, its map, a town and its region. */
export const municipalities = subject({
  paths: municipalityPaths,
  screens: {
    list: widePage(() => import('./screens/municipalities-page'), 'MunicipalitiesPage'),
    one: page(() => import('./screens/municipality-page'), 'MunicipalityPage'),
    register: page(() => import('./screens/register-page'), 'RegisterPage'),
  },
  under: { menu: tripPaths.list.href(), also: [municipalityPaths.list.href()] },
  palette: {
    screens: [
      { title: 'Municipalités', to: municipalityPaths.list.href() },
      { title: 'Répertoire des municipalités', to: municipalityPaths.register.href(), order: 1 },
    ],
  },
  settings: [{ title: 'Répertoire', to: municipalityPaths.register.href(), order: 3 }],
  search: { municipality: { label: 'Municipalités', href: municipalityPaths.one.href } },
  records: { view_municipalities: viewsOf(municipalityPaths.list) },
  guide: [{ page: 'preparer-un-deplacement', screens: [municipalityPaths.list.path] }],
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
