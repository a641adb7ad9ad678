import { contactPaths } from '@/admin/contacts/paths';
import { lastDay } from '@/admin/kit/lib/coming-days';
import type { TodayLines } from '@/admin/kit/lib/today-lines';
import { privacyPaths } from '../paths';

/** The address of a person's requests: on the contact's page, or in the list of all where nobody is a contact. */
const personHref = (id: string | null) =>
  id ? `${contactPaths.one.href(id)}#donnees` : `${privacyPaths.personalData.href()}#demandes`;

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  erasure_request: {
    words: ({ title, target_id }) => ({
      title,
      text: 'Effacement demandé par la personne',
      to: personHref(target_id),
      action: 'Traiter',
    }),
    due: ({ urgency }, at) => {
      const day = lastDay(at);
      // « le dimanche 27 décembre », but « demain ».
      const until = /\d/.test(day) ? `le ${day}` : day;
      return `${urgency === 0 ? 'en retard\u00a0: ' : ''}à répondre au plus tard ${until}`;
    },
  },
  correction: {
    words: ({ title, target_id }) => ({
      title,
      text: 'Coordonnées corrigées par la personne',
      to: personHref(target_id),
      action: 'Voir',
    }),
  },
};
