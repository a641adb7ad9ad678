import { page, subject } from '@/admin/kit/lib/subject';
import { guidePaths } from './paths';

/** Menu, palette, keys, search, and the guide that « Aide » opens. */
export const shell = subject({
  paths: guidePaths,
  screens: {
    list: page(() => import('./screens/guide-page'), 'GuidePage'),
    one: page(() => import('./screens/guide-page'), 'GuidePage'),
  },
  palette: { screens: [{ title: 'Aide', to: guidePaths.list.href(), order: 6 }] },
  guide: [
    { page: 'publier-le-site', title: 'Publier le site' },
    { page: 'se-deplacer-vite', title: 'Se déplacer vite' },
  ],
  tables: () => import('./data/tables'),
});
