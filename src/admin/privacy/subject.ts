import { page, subject } from '@/admin/kit/lib/subject';
import { privacyPaths } from './paths';

/** Retention, « Ma fiche », requests of persons, the full export, coming back from a restore. */
export const privacy = subject({
  paths: privacyPaths,
  screens: {
    personalData: page(() => import('./screens/personal-data-page'), 'PersonalDataPage'),
    restore: page(() => import('./screens/restore-page'), 'RestorePage'),
  },
  palette: { screens: [{ title: 'Données personnelles', to: privacyPaths.personalData.href(), order: 2 }] },
  settings: [{ title: 'Données personnelles', to: privacyPaths.personalData.href(), order: 2 }],
  guide: [
    {
      page: 'donnees-personnelles',
      title: 'Traiter une demande de renseignements personnels',
      screens: [privacyPaths.personalData.path],
    },
    {
      page: 'tenir-le-registre-des-incidents',
      title: 'Tenir le registre des incidents de confidentialité',
    },
    { page: 'copies-de-sauvegarde', screens: [privacyPaths.restore.path] },
  ],
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
