import { page, subject } from '@/admin/kit/lib/subject';
import { settingsPaths } from '@/admin/settings/paths';
import { trashPaths } from './paths';

/** Deleted rows, for thirty days. */
export const trash = subject({
  paths: trashPaths,
  screens: {
    list: page(() => import('./screens/trash-page'), 'TrashPage'),
  },
  under: { menu: settingsPaths.studio.href(), also: [trashPaths.list.href()] },
  palette: { screens: [{ title: 'Corbeille', to: trashPaths.list.href(), order: 4 }] },
  settings: [{ title: 'Corbeille', to: trashPaths.list.href(), order: 4 }],
  tables: () => import('./data/tables'),
});
