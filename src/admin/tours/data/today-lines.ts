import type { TodayLines } from '@/admin/kit/lib/today-lines';
import { counted } from '@/shared/lib/numbers';
import { tourLinks, tourPaths } from '../paths';

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  draft: {
    words: ({ title, detail, record_id }) => ({
      title,
      text: ['Visite en brouillon', detail].filter(Boolean).join(' · '),
      to: tourPaths.edit.href(record_id),
      action: 'Relire et publier',
    }),
  },
  drafts: {
    words: ({ amount }) => ({
      title: counted(amount ?? 0, 'visite en brouillon', 'visites en brouillon'),
      text: 'À relire et à publier',
      to: tourLinks.drafts,
      action: 'Voir la liste',
    }),
  },
  dead_link: {
    words: ({ title, detail, record_id }) => ({
      title,
      text: `L’adresse de la visite ne s’ouvre plus · ${detail ?? ''}`,
      to: tourPaths.edit.href(record_id),
      action: 'Ouvrir la visite',
    }),
  },
};
