import { Gavel } from 'lucide-react';
import { page, part, subject } from '@/admin/kit/lib/subject';
import { municipalityPaths, municipalitySlots } from '@/admin/municipalities/paths';
import { todaySlots } from '@/admin/today/paths';
import { tripPaths } from '@/admin/trips/paths';
import { tenderPaths } from './paths';

/** Public calls for tenders. */
export const tenders = subject({
  paths: tenderPaths,
  screens: {
    list: page(() => import('./screens/tenders-page'), 'TendersPage'),
  },
  under: { menu: tripPaths.list.href(), also: [tenderPaths.list.href()] },
  palette: { screens: [{ title: 'Appels d’offres', to: tenderPaths.list.href() }] },
  links: [
    { on: municipalityPaths.list.path, title: 'Appels d’offres', to: tenderPaths.list.href(), Icon: Gavel },
  ],
  parts: [
    part(todaySlots.dashboard, () => import('./parts/tender-panels'), 'DashboardTenders'),
    part(municipalitySlots.page, () => import('./parts/tender-panels'), 'MunicipalityTenders'),
    part(municipalitySlots.map, () => import('./parts/tender-marks'), 'TenderMarks'),
    part(municipalitySlots.mapKey, () => import('./parts/tender-marks'), 'TenderKey'),
  ],
  segmentConditions: () => import('./data/segment-conditions'),
  settings: [
    { title: 'Fichiers d’appels d’offres', to: tenderPaths.list.href(), isAdvanced: true, order: 1 },
  ],
  search: {
    tender: { label: 'Appels d’offres', href: (id) => `${tenderPaths.list.href()}#${id}` },
  },
  guide: [{ page: 'trouver-des-prospects', screens: [tenderPaths.list.path] }],
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
