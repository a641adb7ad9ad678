const contact = (id: string) => `/admin/contacts/${id}`;
const request = (id: string) => `/admin/soumissions?demande=${id}`;
const quote = (id: string) => `/admin/devis/${id}`;
const invoice = (id: string) => `/admin/factures/${id}`;
const tour = (id: string) => `/admin/tours/${id}/edit`;
const trip = (id: string) => `/admin/trip-plans/${id}`;
const campaign = (id: string) => `/admin/campaigns/${id}`;
const tender = (id: string) => `/admin/appels-d-offres#${id}`;
const survey = (id: string) => `/admin/releves/${id}`;
const organisation = (id: string) => `/admin/organisations/${id}`;

/** Lists that have saved views: list → its address. */
const lists = {
  ...{ tours: '/admin/tours', contacts: '/admin/contacts', quote_requests: '/admin/soumissions' },
  ...{ trip_plans: '/admin/trip-plans', campaigns: '/admin/campaigns', quotes: '/admin/devis' },
  ...{ email_templates: '/admin/email-templates', municipalities: '/admin/municipalites' },
  invoices: '/admin/factures',
};

/**
 * Addresses of records in the back office, by the kind that the search, « Aujourd'hui » or a tool of the assistant gives a
 * record, or by the name of the list that it stands in.
 */
export const recordPaths: Readonly<Partial<Record<string, (id: string) => string>>> = {
  ...{ contact, contacts: contact, stops: contact, organisation },
  ...{ request, demande: request, requests: request, quote_request: request },
  ...{ quote, devis: quote, quotes: quote, invoice, facture: invoice, invoices: invoice },
  ...{ tour, visite: tour, tours: tour, trip, deplacements: trip, trips: trip, trip_plan: trip },
  ...{ campaign, campaigns: campaign, tender, tenders: tender, appel_d_offres: tender },
  ...{ surveys: survey, releve: survey },
  // A prospect has no page of its own.
  trip_prospects: (id) => `/admin/trip-plans/${id}/prospects`,
  draft: (id) => `/admin/parametres/assistant/brouillons/${id}`,
  // A view's identifier is the end of its list's address.
  ...Object.fromEntries(
    Object.entries(lists).map(([list, path]) => [
      `view_${list}`,
      (parameters: string) => `${path}?${parameters}`,
    ]),
  ),
  template: (id) => `/admin/email-templates/${id}`,
  message: (id) => `/admin/soumissions#${id}`,
  municipality: (id) => `/admin/municipalites/${id}`,
};
