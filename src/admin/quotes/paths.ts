import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the quotes and their invoices. */
export const quotePaths = {
  list: fixed('/admin/devis'),
  one: withId('/admin/devis/:id'),
  /** A quote, scrolled to its thread. */
  thread: {
    path: '/admin/devis/:id',
    href: (id: string) => `/admin/devis/${encodeURIComponent(id)}#historique`,
  },
  /** Services with their prices, and templates of whole quotes. */
  catalogue: fixed('/admin/devis/catalogue'),
  newTemplate: fixed('/admin/devis/catalogue/modeles/new'),
  template: withId('/admin/devis/catalogue/modeles/:id'),
  invoices: fixed('/admin/factures'),
  invoice: withId('/admin/factures/:id'),
} as const;
