import { segmentCampaigns } from '@/admin/campaigns/data/segment-campaigns';
import { campaignPaths } from '@/admin/campaigns/paths';
import { formatRelativeDay } from '@/admin/kit/lib/coming-days';
import { quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { runMutation, type TodayLines } from '@/admin/kit/lib/today-lines';
import { segmentPaths } from '../paths';
import { segmentRhythms } from './segment-labels';

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  segment: {
    words: ({ title, detail, record_id }) => ({
      title,
      text: `Campagne due au segment · ${labelOf(segmentRhythms, detail ?? '').toLowerCase()}`,
      to: segmentPaths.one.href(record_id),
    }),
    due: (_item, at) => formatRelativeDay(quebecDay(at)),
    press: {
      label: 'Préparer la campagne',
      run: async (client, { record_id }) => {
        const draft = await runMutation(client, segmentCampaigns.prepare(), record_id);
        return `${campaignPaths.new.href()}?brouillon=${draft}`;
      },
    },
  },
};
