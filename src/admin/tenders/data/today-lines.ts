import { formatDateTime, formatLongDay } from '@/admin/kit/lib/dates';
import { runMutation, type TodayLines } from '@/admin/kit/lib/today-lines';
import { tenderPaths } from '../paths';
import { tenders } from './tenders';

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  tender: {
    words: ({ title, detail, due_at }) => ({
      title,
      text: `Appel d’offres de ${detail ?? ''}${due_at ? ` · ferme le ${formatDateTime(due_at)}` : ''}`,
      to: tenderPaths.list.href(),
      action: 'Voir l’avis',
    }),
    dismiss: {
      label: 'Pas pertinent',
      run: async (client, { record_id: id }) => {
        await runMutation(client, tenders.dismiss(), { id });
        return undefined;
      },
    },
  },
  tender_week: {
    words: ({ detail, amount }) => ({
      title: 'Appels d’offres du SEAO',
      text:
        amount === 1
          ? `La semaine du ${detail ? formatLongDay(detail) : ''} n’a pas été lue`
          : `${amount} semaines n’ont pas été lues, depuis celle du ${detail ? formatLongDay(detail) : ''}`,
      to: tenderPaths.list.href(),
      action: 'Lire le fichier',
    }),
  },
};
