import { Trash2 } from 'lucide-react';
import { page, subject } from '@/admin/kit/lib/subject';
import { trashPaths } from './paths';

/** Deleted rows, for thirty days. */
export const trash = subject({
  paths: trashPaths,
  screens: {
    list: page(() => import('./screens/trash-page'), 'TrashPage'),
  },
  menu: { title: 'Corbeille', to: trashPaths.list.href(), Icon: Trash2 },
  tables: () => import('./data/tables'),
});
