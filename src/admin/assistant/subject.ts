import { page, subject } from '@/admin/kit/lib/subject';
import { settingsPaths } from '@/admin/settings/paths';
import { assistantPaths } from './paths';

/** Keys with which an assistant reads the data of the studio. */
export const assistant = subject({
  paths: assistantPaths,
  screens: {
    keys: page(() => import('./screens/assistant-page'), 'AssistantPage'),
  },
  under: { menu: settingsPaths.studio.href(), also: [assistantPaths.keys.href()] },
  palette: { screens: [{ title: 'Assistant', to: assistantPaths.keys.href(), order: 6 }] },
  settings: [{ title: 'Assistant', to: assistantPaths.keys.href(), order: 6 }],
  guide: [
    { page: 'brancher-un-assistant', title: 'Brancher un assistant', screens: [assistantPaths.keys.path] },
  ],
});
