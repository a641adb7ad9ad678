import { formatLongDay } from '@/admin/kit/lib/dates';
import type { TodayLines } from '@/admin/kit/lib/today-lines';
import { municipalityPaths } from '../paths';

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  register: {
    words: ({ detail }) => ({
      title: 'Répertoire des municipalités',
      text: `Non vérifié depuis le ${detail ? formatLongDay(detail) : ''}`,
      to: municipalityPaths.register.href(),
      action: 'Mettre à jour',
    }),
  },
};
