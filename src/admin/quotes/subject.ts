import { viewsOf } from '@/admin/kit/lib/list-address';
import { page, part, subject, widePage } from '@/admin/kit/lib/subject';
import { requestPaths, requestSlots } from '@/admin/requests/paths';
import { settingsPaths } from '@/admin/settings/paths';
import { tripSlots } from '@/admin/trips/paths';
import { quotePaths } from './paths';

/** Quotes in cents, sent and accepted, and their invoices. */
export const quotes = subject({
  paths: quotePaths,
  screens: {
    list: widePage(() => import('./screens/issued-quotes-page'), 'IssuedQuotesPage'),
    one: widePage(() => import('./screens/issued-quote-page'), 'IssuedQuotePage'),
    catalogue: page(() => import('./screens/catalogue-page'), 'CataloguePage'),
    newTemplate: page(() => import('./screens/quote-template-page'), 'NewQuoteTemplatePage'),
    template: page(() => import('./screens/quote-template-page'), 'EditQuoteTemplatePage'),
    invoices: widePage(() => import('./screens/invoices-page'), 'InvoicesPage'),
    invoice: widePage(() => import('./screens/invoice-page'), 'InvoicePage'),
  },
  under: { menu: requestPaths.list.href(), also: [quotePaths.list.href(), quotePaths.invoices.href()] },
  palette: {
    screens: [
      { title: 'Devis', to: quotePaths.list.href() },
      { title: 'Factures', to: quotePaths.invoices.href() },
    ],
  },
  parts: [
    part(requestSlots.detail, () => import('./parts/related-quotes'), 'QuotesOfRequest'),
    part(tripSlots.page, () => import('./parts/related-quotes'), 'QuotesOfTrip'),
  ],
  search: {
    quote: { label: 'Devis', href: quotePaths.one.href },
    quote_note: { label: 'Notes de devis' },
    invoice: { label: 'Factures', href: quotePaths.invoice.href },
  },
  records: {
    ...{ view_quotes: viewsOf(quotePaths.list), view_invoices: viewsOf(quotePaths.invoices) },
    ...{ quote_emails: quotePaths.one.href, quote_question: quotePaths.one.href },
    ...{ quote_to_invoice: quotePaths.one.href, quote_balance: quotePaths.one.href },
    invoice_emails: quotePaths.invoice.href,
  },
  guide: [
    { page: 'faire-un-devis', title: 'Faire un devis', screens: [quotePaths.list.path] },
    { page: 'facturer', title: 'Facturer un devis', screens: [quotePaths.invoices.path] },
    {
      page: 'afficher-des-prix',
      title: 'Afficher des prix et estimer',
      screens: [settingsPaths.publicPrices.path],
    },
  ],
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
