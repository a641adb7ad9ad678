import { Route } from 'lucide-react';
import { viewsOf } from '@/admin/kit/lib/list-address';
import { page, subject, widePage } from '@/admin/kit/lib/subject';
import { tripPaths } from './paths';

/** Trips, their stops and their sheet. */
export const trips = subject({
  paths: tripPaths,
  screens: {
    list: widePage(() => import('./screens/trip-plans-page'), 'TripPlansPage'),
    new: page(() => import('./screens/trip-form-page'), 'NewTripPage'),
    one: page(() => import('./screens/trip-form-page'), 'EditTripPage'),
    sheet: page(() => import('./screens/trip-sheet-page'), 'TripSheetPage'),
  },
  menu: { title: 'Déplacements', to: tripPaths.list.href(), Icon: Route },
  palette: { actions: [{ title: 'Nouveau déplacement', to: tripPaths.new.href(), order: -5 }] },
  search: { trip: { label: 'Déplacements', href: tripPaths.one.href } },
  records: {
    trip_plan: tripPaths.one.href,
    trip_over: tripPaths.one.href,
    view_trip_plans: viewsOf(tripPaths.list),
  },
  guide: [
    {
      page: 'preparer-un-deplacement',
      title: 'Préparer un déplacement',
      screens: [tripPaths.list.path],
    },
  ],
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
