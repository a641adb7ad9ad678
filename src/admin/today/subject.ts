import { LayoutDashboard } from 'lucide-react';
import { page, subject } from '@/admin/kit/lib/subject';
import { todayPaths } from './paths';

/** « Aujourd'hui », next actions, the published site. */
export const today = subject({
  paths: todayPaths,
  screens: {
    dashboard: page(() => import('./screens/dashboard-page'), 'DashboardPage'),
  },
  menu: { title: 'Dashboard', to: todayPaths.dashboard.href(), Icon: LayoutDashboard },
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
