/** A route without parameters. */
const fixed = <P extends string>(path: P) => ({ path, href: () => path });

/** A route with one `:id`; the value is encoded. */
const withId = <P extends string>(path: P) => ({
  path,
  href: (id: string) => path.replace(':id', encodeURIComponent(id)),
});

/** A route with one `:slug`; the value is encoded. */
const withSlug = <P extends string>(path: P) => ({
  path,
  href: (slug: string) => path.replace(':slug', encodeURIComponent(slug)),
});

/** Every address of the product: `path` for the router, `href` for links. */
export const paths = {
  home: fixed('/'),
  services: fixed('/services'),
  streetView: fixed('/street-view'),
  portfolio: fixed('/realisations'),
  tour: withSlug('/realisations/:slug'),
  quoteRequest: fixed('/contact'),
  privacy: fixed('/confidentialite'),
  /** The unsubscribe link of commercial messages leads here with `?jeton=`. */
  unsubscribe: fixed('/desabonnement'),
  auth: fixed('/auth'),
  admin: {
    dashboard: fixed('/admin'),
    quotes: fixed('/admin/soumissions'),
    /** One request, open over the list. */
    quote: {
      path: '/admin/soumissions',
      href: (id: string) => `/admin/soumissions?demande=${encodeURIComponent(id)}`,
    },
    tours: fixed('/admin/tours'),
    tourNew: fixed('/admin/tours/new'),
    tourEdit: withId('/admin/tours/:id/edit'),
    tags: fixed('/admin/tags'),
    tripPlans: fixed('/admin/trip-plans'),
    tripPlanNew: fixed('/admin/trip-plans/new'),
    tripPlan: withId('/admin/trip-plans/:id'),
    prospects: withId('/admin/trip-plans/:id/prospects'),
    municipalities: fixed('/admin/municipalites'),
    contacts: fixed('/admin/contacts'),
    contactNew: fixed('/admin/contacts/new'),
    contactImport: fixed('/admin/contacts/import'),
    contact: withId('/admin/contacts/:id'),
    emailTemplates: fixed('/admin/email-templates'),
    emailTemplateNew: fixed('/admin/email-templates/new'),
    emailTemplate: withId('/admin/email-templates/:id'),
    campaigns: fixed('/admin/campaigns'),
    campaignNew: fixed('/admin/campaigns/new'),
    campaign: withId('/admin/campaigns/:id'),
    settings: fixed('/admin/parametres'),
    /** Retention of personal data, and the register of exports and deletions. */
    personalData: fixed('/admin/parametres/donnees'),
  },
} as const;

/** Ids of the sections of the home page that links lead to. */
export const homeAnchors = {
  portfolio: 'realisations',
  advantages: 'avantages',
  services: 'services',
} as const;

/** The address of a section of the home page. */
export const homeAnchorHref = (anchor: keyof typeof homeAnchors) =>
  `${paths.home.href()}#${homeAnchors[anchor]}`;

/** Whether an address belongs to the back office or its sign-in page. */
export function isAdminPath(pathname: string): boolean {
  return /^\/(admin|auth)(\/|$)/.test(pathname);
}
