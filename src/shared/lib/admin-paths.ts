import { fixed, paths as publicPaths, withId, withTwo } from './paths.ts';

/** Fragment of a request's address that focuses the reply field. */
export const REPLY_HASH = '#repondre';

const admin = {
  dashboard: fixed('/admin'),
  quotes: fixed('/admin/soumissions'),
  /** A request, open over the list. */
  quote: {
    path: '/admin/soumissions',
    href: (id: string) => `/admin/soumissions?demande=${encodeURIComponent(id)}`,
  },
  /** A request with its reply field focused. */
  quoteReply: {
    path: '/admin/soumissions',
    href: (id: string) => `/admin/soumissions?demande=${encodeURIComponent(id)}${REPLY_HASH}`,
  },
  /** The quotes that the studio sends; `quotes` above are the requests. */
  issuedQuotes: fixed('/admin/devis'),
  issuedQuote: withId('/admin/devis/:id'),
  /** A quote, scrolled to its thread. */
  quoteThread: {
    path: '/admin/devis/:id',
    href: (id: string) => `/admin/devis/${encodeURIComponent(id)}#historique`,
  },
  /** Services with their prices, and whole quotes to begin with. */
  quoteCatalogue: fixed('/admin/devis/catalogue'),
  quoteTemplateNew: fixed('/admin/devis/catalogue/modeles/new'),
  quoteTemplate: withId('/admin/devis/catalogue/modeles/:id'),
  invoices: fixed('/admin/factures'),
  invoice: withId('/admin/factures/:id'),
  tours: fixed('/admin/tours'),
  tourNew: fixed('/admin/tours/new'),
  tourEdit: withId('/admin/tours/:id/edit'),
  /** The tour made here, of the studio's own panoramas. */
  panoramaTour: withId('/admin/tours/:id/visite'),
  /** The ZIP of a tour made here, and what was delivered. */
  tourDelivery: withId('/admin/tours/:id/livraison'),
  /** The address of a tour, its QR code, and the line that shows it in another site. */
  tourSharing: withId('/admin/tours/:id/partage'),
  tags: fixed('/admin/tags'),
  tripPlans: fixed('/admin/trip-plans'),
  tripPlanNew: fixed('/admin/trip-plans/new'),
  tripPlan: withId('/admin/trip-plans/:id'),
  prospects: withId('/admin/trip-plans/:id/prospects'),
  /** The stops of a trip, in order, for the road and for paper. */
  tripSheet: withId('/admin/trip-plans/:id/feuille'),
  surveys: fixed('/admin/releves'),
  survey: withId('/admin/releves/:id'),
  /** One of its places at two dates. */
  surveyPair: withTwo('/admin/releves/:id/paires/:pair'),
  /** Public calls for tenders. */
  tenders: fixed('/admin/appels-d-offres'),
  municipalities: fixed('/admin/municipalites'),
  /** A municipality, by the register's code. */
  municipality: withId('/admin/municipalites/:code'),
  contacts: fixed('/admin/contacts'),
  contactNew: fixed('/admin/contacts/new'),
  contactImport: fixed('/admin/contacts/import'),
  /** Contacts who may be the same person. */
  contactDuplicates: fixed('/admin/contacts/doublons'),
  /** Saved conditions, and the contacts that match. */
  segments: fixed('/admin/contacts/segments'),
  segmentNew: fixed('/admin/contacts/segments/new'),
  segment: withId('/admin/contacts/segments/:id'),
  contact: withId('/admin/contacts/:id'),
  organisations: fixed('/admin/organisations'),
  organisation: withId('/admin/organisations/:id'),
  emailTemplates: fixed('/admin/email-templates'),
  emailTemplateNew: fixed('/admin/email-templates/new'),
  emailTemplate: withId('/admin/email-templates/:id'),
  campaigns: fixed('/admin/campaigns'),
  campaignNew: fixed('/admin/campaigns/new'),
  campaign: withId('/admin/campaigns/:id'),
  settings: fixed('/admin/parametres'),
  /** Deleted items, kept for thirty days. */
  trash: fixed('/admin/corbeille'),
  /** Retention of personal data, and the register of exports and deletions. */
  personalData: fixed('/admin/parametres/donnees'),
  /** The state of the register of municipalities, and its import. */
  register: fixed('/admin/parametres/repertoire'),
  /** Messages that may have left since a restored copy of the data was made, to review before anything is sent. */
  restore: fixed('/admin/copie-remise-en-place'),
  /** The remaining steps of the first setup. */
  setup: fixed('/admin/demarrage'),
  team: fixed('/admin/equipe'),
  /** Senders, pace and state of sending. */
  emailSettings: fixed('/admin/parametres/courriels'),
  /** The studio's presentation to buyers, and its named clients. */
  publicProfile: fixed('/admin/parametres/profil'),
  /** Prices that visitors estimate their project from. */
  publicPrices: fixed('/admin/parametres/prix'),
  /** The sites that may show tours in their pages. */
  embedding: fixed('/admin/parametres/partage'),
  /** The authorities that stamp the seals of surveys. */
  evidence: fixed('/admin/parametres/preuve'),
  /** Amounts from which a municipality must invite or call for tenders. */
  /** The second factor of one's own account. */
  security: fixed('/admin/parametres/securite'),
  /** The pages of docs/guide. */
  guide: fixed('/admin/aide'),
  guidePage: { path: '/admin/aide/:page', href: (page: string) => `/admin/aide/${encodeURIComponent(page)}` },
} as const;

/** Every address of the product; apart from the public ones, so that visitors do not load those of the back office. */
export const paths = { ...publicPaths, admin };
