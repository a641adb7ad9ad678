import { Tags } from 'lucide-react';
import { page, subject } from '@/admin/kit/lib/subject';
import { tagPaths } from './paths';

/** Categories of tours. */
export const tags = subject({
  paths: tagPaths,
  screens: {
    list: page(() => import('./screens/tags-page'), 'TagsPage'),
  },
  menu: { title: 'Gestion des tags', to: tagPaths.list.href(), Icon: Tags },
  guide: [{ page: 'classer-les-visites', title: 'Classer les visites', screens: [tagPaths.list.path] }],
  tables: () => import('./data/tables'),
});
