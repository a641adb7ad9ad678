import { splitDetails } from '@contract/technical-details.ts';
import { contactPaths } from '@/admin/contacts/paths';
import { formatRelativeDay } from '@/admin/kit/lib/coming-days';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { quebecDayAndTime } from '@/admin/kit/lib/quebec-clock';
import { runMutation, type TodayLines } from '@/admin/kit/lib/today-lines';
import { requestPaths } from '@/admin/requests/paths';
import { publications } from '@/admin/tours/data/publications';
import { tripPaths } from '@/admin/trips/paths';
import { SITE_ANCHOR, todayPaths } from '../paths';

const recordHref = {
  contact: contactPaths.one.href,
  quote_request: requestPaths.one.href,
  trip_plan: tripPaths.one.href,
};

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  action: {
    words: ({ title, detail, target, target_id }) => ({
      title,
      text: detail ?? '',
      to: recordHref[target ?? 'contact'](target_id ?? ''),
    }),
    due: ({ due_at, urgency }, at) => {
      const { day, time } = quebecDayAndTime(at);
      const hour = time === '23:59' ? '' : ` à ${formatDateTime(due_at ?? '').split(' à ')[1]}`;
      return `${urgency === 0 ? 'en retard\u00a0: ' : ''}${formatRelativeDay(day)}${hour}`;
    },
  },
  publication: {
    words: ({ detail }) => ({
      title: 'Site public',
      text: detail ? splitDetails(detail).sentence : 'Des changements attendent d’être publiés',
      to: `${todayPaths.dashboard.href()}#${SITE_ANCHOR}`,
    }),
    press: {
      label: 'Publier le site',
      isOnly: true,
      run: async (client) => {
        await runMutation(client, publications.publish(), undefined);
        return undefined;
      },
    },
  },
};
