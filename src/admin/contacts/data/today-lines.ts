import { formatRelativeDay } from '@/admin/kit/lib/coming-days';
import { quebecDay } from '@/admin/kit/lib/dates';
import type { TodayLines } from '@/admin/kit/lib/today-lines';
import { contactPaths } from '../paths';

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  consent: {
    words: ({ title, record_id }) => ({
      title,
      text: 'Consentement qui expire',
      to: contactPaths.one.href(record_id),
      action: 'Voir la fiche',
    }),
    due: (_item, at) => formatRelativeDay(quebecDay(at)),
  },
};
