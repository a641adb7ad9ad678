import { formatRelativeDay } from '@/admin/kit/lib/coming-days';
import { quebecDay } from '@/admin/kit/lib/dates';
import type { TodayLines } from '@/admin/kit/lib/today-lines';
import { prospectPaths } from '@/admin/prospects/paths';
import { counted } from '@/shared/lib/numbers';
import { tripPaths } from '../paths';

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  trip: {
    words: ({ title, amount, record_id }) => ({
      title,
      text: `Déplacement · ${counted(amount ?? 0, 'prospect à décider', 'prospects à décider')}`,
      to: prospectPaths.list.href(record_id),
      action: 'Voir les prospects',
    }),
    due: (_item, at) => formatRelativeDay(quebecDay(at)),
  },
  trip_over: {
    words: ({ title, record_id }) => ({
      title,
      text: 'Déplacement passé\u00a0: a-t-il eu lieu?',
      to: tripPaths.one.href(record_id),
      action: 'Clore',
    }),
  },
};
