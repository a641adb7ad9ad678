import { lastDay } from '@/admin/kit/lib/coming-days';
import type { TodayLines } from '@/admin/kit/lib/today-lines';
import { formatCents } from '@/shared/lib/money';
import { counted } from '@/shared/lib/numbers';
import { quotePaths } from '../paths';

/** Lines of « Aujourd'hui ». */
export const todayLines: TodayLines = {
  quote: {
    words: ({ title, detail, urgency, record_id }) => ({
      title,
      text: `Devis ${detail ?? ''} sans réponse`,
      to: quotePaths.one.href(record_id),
      action: urgency === 0 ? 'Voir le devis' : 'Relancer',
    }),
    due: ({ urgency }, at) => `${urgency === 0 ? 'expiré' : 'expire'} ${lastDay(at)}`,
  },
  quote_question: {
    words: ({ title, detail, record_id }) => ({
      title,
      text: `Devis ${detail ?? ''} · question du client`,
      to: quotePaths.thread.href(record_id),
      action: 'Lire la question',
    }),
  },
  quote_emails: {
    words: ({ title, detail, amount, record_id }) => ({
      title,
      text: `Devis ${detail ?? ''} · ${counted(amount ?? 0, 'courriel en échec ou incertain', 'courriels en échec ou incertains')}`,
      to: quotePaths.thread.href(record_id),
      action: 'Vérifier',
    }),
  },
  invoice: {
    words: ({ title, detail, amount, urgency, record_id }) => ({
      title,
      text: `Facture ${detail ?? ''} · ${formatCents(amount ?? 0)} à encaisser`,
      to: `${quotePaths.invoice.href(record_id)}${urgency === 0 ? '?relancer=oui' : ''}`,
      action: urgency === 0 ? 'Relancer' : 'Voir la facture',
    }),
    due: ({ urgency }, at) => `${urgency === 0 ? 'en retard\u00a0: échue' : 'échéance'} ${lastDay(at)}`,
  },
  invoice_emails: {
    words: ({ title, detail, amount, record_id }) => ({
      title,
      text: `Facture ${detail ?? ''} · ${counted(amount ?? 0, 'courriel en échec ou incertain', 'courriels en échec ou incertains')}`,
      to: quotePaths.invoice.href(record_id),
      action: 'Vérifier',
    }),
  },
  quote_to_invoice: {
    words: ({ title, detail, amount, record_id }) => ({
      title,
      text: `Devis ${detail ?? ''} accepté, sans facture · ${formatCents(amount ?? 0)}`,
      to: `${quotePaths.one.href(record_id)}?facturer=oui`,
      action: 'Facturer',
    }),
  },
  quote_balance: {
    words: ({ title, detail, amount, record_id }) => ({
      title,
      text: `Devis ${detail ?? ''} · reste ${formatCents(amount ?? 0)} à facturer`,
      to: `${quotePaths.one.href(record_id)}?facturer=oui`,
      action: 'Facturer',
    }),
  },
};
