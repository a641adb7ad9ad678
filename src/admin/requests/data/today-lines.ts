import { serviceTypes } from '@contract/quote-request';
import { deadlineCountdown } from '@/admin/kit/lib/business-hours';
import { labelOf } from '@/admin/kit/lib/label-of';
import type { TodayLines } from '@/admin/kit/lib/today-lines';
import { requestPaths } from '../paths';

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  request: {
    words: ({ title, detail, record_id }) => ({
      title,
      text: `Demande · ${labelOf(serviceTypes, detail ?? '')}`,
      to: requestPaths.reply.href(record_id),
      action: 'Répondre',
    }),
    isPrimary: true,
    due: (_item, at) => deadlineCountdown(at).label,
  },
  request_email: {
    words: ({ title, detail, record_id }) => ({
      title,
      text: detail === 'incertain' ? 'Courriel au résultat incertain' : 'Courriel en échec',
      to: requestPaths.one.href(record_id),
      action: 'Vérifier',
    }),
  },
};
