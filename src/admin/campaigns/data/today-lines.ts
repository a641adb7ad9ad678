import type { TodayLines } from '@/admin/kit/lib/today-lines';
import { counted } from '@/shared/lib/numbers';
import { campaignPaths } from '../paths';

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  campaign_emails: {
    words: ({ title, amount, record_id }) => ({
      title,
      text: `Campagne · ${counted(amount ?? 0, 'courriel en échec ou incertain', 'courriels en échec ou incertains')}`,
      to: campaignPaths.one.href(record_id),
      action: 'Vérifier',
    }),
  },
  campaign: {
    words: ({ title, detail, record_id }) => ({
      title,
      text: `Campagne en attente · ${detail ?? ''}`,
      to: campaignPaths.one.href(record_id),
      action: 'Voir la campagne',
    }),
  },
};
