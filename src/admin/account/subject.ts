import { page, subject } from '@/admin/kit/lib/subject';
import { settingsPaths } from '@/admin/settings/paths';
import { accountPaths } from './paths';

/** Signing in, the second factor, the team. */
export const account = subject({
  paths: accountPaths,
  screens: {
    team: page(() => import('./screens/team-page'), 'TeamPage'),
    security: page(() => import('./screens/security-page'), 'SecurityPage'),
  },
  under: { menu: settingsPaths.studio.href(), also: [accountPaths.team.href()] },
  palette: {
    screens: [
      { title: 'Équipe', to: accountPaths.team.href(), order: 3 },
      { title: 'Sécurité du compte', to: accountPaths.security.href(), order: 5 },
    ],
  },
  settings: [
    { title: 'Équipe', to: accountPaths.team.href(), order: 1 },
    { title: 'Sécurité du compte', to: accountPaths.security.href(), order: 5 },
  ],
  tables: () => import('./data/tables'),
});
