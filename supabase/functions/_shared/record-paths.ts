/** Addresses of records in the back office, by kind, written by `npm run renew -- record-paths`. */
const paths = new Map(
  Object.entries({
    request: '/admin/soumissions?demande=:id',
    quote_request: '/admin/soumissions?demande=:id',
    view_quote_requests: '/admin/soumissions?:id',
    quote: '/admin/devis/:id',
    invoice: '/admin/factures/:id',
    view_quotes: '/admin/devis?:id',
    view_invoices: '/admin/factures?:id',
    tour: '/admin/tours/:id/edit',
    draft: '/admin/tours/:id/edit',
    view_tours: '/admin/tours?:id',
    trip_prospects: '/admin/trip-plans/:id/prospects',
    trip: '/admin/trip-plans/:id',
    trip_plan: '/admin/trip-plans/:id',
    view_trip_plans: '/admin/trip-plans?:id',
    municipality: '/admin/municipalites/:id',
    view_municipalities: '/admin/municipalites?:id',
    tender: '/admin/appels-d-offres#:id',
    survey: '/admin/releves/:id',
    organisation: '/admin/organisations/:id',
    contact: '/admin/contacts/:id',
    view_contacts: '/admin/contacts?:id',
    message: '/admin/soumissions#:id',
    template: '/admin/email-templates/:id',
    view_email_templates: '/admin/email-templates?:id',
    campaign: '/admin/campaigns/:id',
    view_campaigns: '/admin/campaigns?:id',
    assistant_draft: '/admin/parametres/assistant/brouillons/:id',
  }),
);

/** Returns the address of a record in the back office; undefined for a kind that has none. */
export const recordPath = (kind: string, id: string): string | undefined =>
  paths.get(kind)?.replace(':id', () => id);
