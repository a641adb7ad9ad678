import { Inbox } from 'lucide-react';
import { viewsOf } from '@/admin/kit/lib/list-address';
import { subject, widePage } from '@/admin/kit/lib/subject';
import { requestPaths } from './paths';

/** Requests of visitors: read, answered, won or lost. */
export const requests = subject({
  paths: requestPaths,
  screens: {
    list: widePage(() => import('./screens/quote-requests-page'), 'QuoteRequestsPage'),
  },
  menu: { title: 'Soumissions', to: requestPaths.list.href(), Icon: Inbox },
  search: {
    request: { label: 'Soumissions', href: requestPaths.one.href },
    request_note: { label: 'Notes de soumissions' },
  },
  records: {
    ...{ quote_request: requestPaths.one.href, request_email: requestPaths.one.href },
    view_quote_requests: viewsOf(requestPaths.list),
  },
  guide: [
    { page: 'repondre-a-une-demande', title: 'Répondre à une demande', screens: [requestPaths.list.path] },
  ],
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
