import { Images } from 'lucide-react';
import { viewsOf } from '@/admin/kit/lib/list-address';
import { page, subject, widePage } from '@/admin/kit/lib/subject';
import { tourPaths } from './paths';

/** Virtual tours of one's own panoramas or made elsewhere: described, shared, published, delivered. */
export const tours = subject({
  paths: tourPaths,
  screens: {
    list: widePage(() => import('./screens/tours-page'), 'ToursPage'),
    new: page(() => import('./screens/tour-form-page'), 'NewTourPage'),
    edit: page(() => import('./screens/tour-form-page'), 'EditTourPage'),
    panoramas: widePage(() => import('./screens/panorama-tour-page'), 'PanoramaTourPage'),
    delivery: page(() => import('./screens/delivery-page'), 'DeliveryPage'),
    sharing: page(() => import('./screens/sharing-page'), 'SharingPage'),
  },
  menu: { title: 'Visites virtuelles', to: tourPaths.list.href(), Icon: Images },
  palette: { actions: [{ title: 'Nouvelle visite', to: tourPaths.new.href(), order: -4 }] },
  search: { tour: { label: 'Visites virtuelles', href: tourPaths.edit.href } },
  records: {
    ...{ draft: tourPaths.edit.href, dead_link: tourPaths.edit.href },
    view_tours: viewsOf(tourPaths.list),
  },
  guide: [
    { page: 'publier-une-visite', title: 'Publier une visite virtuelle', screens: [tourPaths.list.path] },
  ],
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
