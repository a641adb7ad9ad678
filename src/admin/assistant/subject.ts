import { contactSlots } from '@/admin/contacts/paths';
import { page, part, subject } from '@/admin/kit/lib/subject';
import { requestSlots } from '@/admin/requests/paths';
import { settingsPaths } from '@/admin/settings/paths';
import { todaySlots } from '@/admin/today/paths';
import { tripSlots } from '@/admin/trips/paths';
import { assistantPaths } from './paths';

/** Keys with which an assistant reads the data of the studio, and the drafts that it prepares. */
export const assistant = subject({
  paths: assistantPaths,
  screens: {
    keys: page(() => import('./screens/assistant-page'), 'AssistantPage'),
    draft: page(() => import('./screens/draft-page'), 'DraftPage'),
  },
  under: { menu: settingsPaths.studio.href(), also: [assistantPaths.keys.href()] },
  palette: { screens: [{ title: 'Assistant', to: assistantPaths.keys.href(), order: 6 }] },
  parts: [
    part(todaySlots.dashboard, () => import('./parts/prepared-drafts'), 'NewestDrafts'),
    part(requestSlots.detail, () => import('./parts/prepared-drafts'), 'DraftsOfRequest'),
    part(contactSlots.page, () => import('./parts/prepared-drafts'), 'DraftsOfContact'),
    part(tripSlots.page, () => import('./parts/prepared-drafts'), 'DraftsOfTrip'),
  ],
  settings: [{ title: 'Assistant', to: assistantPaths.keys.href(), order: 6 }],
  records: { assistant_draft: assistantPaths.draft.href },
  guide: [
    {
      page: 'brancher-un-assistant',
      title: 'Brancher un assistant',
      screens: [assistantPaths.keys.path, assistantPaths.draft.path],
    },
  ],
});
