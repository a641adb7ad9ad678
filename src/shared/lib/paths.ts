/** A route without parameters. */
export const fixed = <P extends string>(path: P) => ({ path, href: () => path });

/** A route with one parameter, `:id` or another; the value is encoded. */
export const withId = <P extends string>(path: P) => ({
  path,
  href: (id: string) => path.replace(/:\w+/, () => encodeURIComponent(id)),
});

/** A route with two parameters, in their order; the values are encoded. */
export const withTwoParameters = <P extends string>(path: P) => ({
  path,
  href: (first: string, second: string) => {
    const values = [first, second];
    return path.replace(/:\w+/g, () => encodeURIComponent(values.shift() ?? ''));
  },
});

/** Addresses of the public site and the ways into the back office: `path` for the router, `href` for links. */
export const paths = {
  home: fixed('/'),
  services: fixed('/services'),
  streetView: fixed('/street-view'),
  /** A street that one drives at two dates. */
  street: withId('/street-view/:slug'),
  /** A place of the street, by the beginning of its pair's id, as in shared links (docs/decisions/0127). */
  streetPlace: withTwoParameters('/street-view/:slug/:place'),
  portfolio: fixed('/realisations'),
  tour: withId('/realisations/:slug'),
  /** A tour alone in its window: with its scenes, the only page that other sites may frame (docs/decisions/0008). */
  visit: withId('/visite/:slug'),
  /** A scene of the tour, by the beginning of its id, as in shared links and QR codes (docs/decisions/0124). */
  visitScene: withTwoParameters('/visite/:slug/:scene'),
  /** The estimate of a project, where the studio makes its prices public. */
  estimate: fixed('/estimer'),
  quoteRequest: fixed('/contact'),
  /** Pages to which the form's edge function redirects a browser that posted without script (docs/decisions/0040). */
  quoteRequestReceived: fixed('/contact/recue'),
  quoteRequestNotSent: fixed('/contact/non-envoyee'),
  /** Information that a public buyer asks of a supplier. */
  municipalities: fixed('/municipalites'),
  about: fixed('/a-propos'),
  privacy: fixed('/confidentialite'),
  accessibility: fixed('/accessibilite'),
  /** Checks a sealed folder on the visitor's own computer. */
  verifier: fixed('/verifier'),
  sitePlan: fixed('/plan-du-site'),
  /** The unsubscribe link of commercial messages leads here with `?jeton=`. */
  unsubscribe: fixed('/desabonnement'),
  /** A quote that the studio sent, by the 128 bits of its link. */
  publicQuote: withId('/devis/:token'),
  /** « Ma fiche »: what is known of a person, by the 128 bits of the link that their mailbox received. */
  personalRecord: withId('/ma-fiche/:token'),
  auth: fixed('/auth'),
  /** The back office; each of its subjects has its own. */
  admin: fixed('/admin'),
} as const;

/** Anchors of the home page's sections. */
export const homeAnchors = {
  portfolio: 'realisations',
  advantages: 'avantages',
  services: 'services',
} as const;

/** The address of a section of the home page. */
export const homeAnchorHref = (anchor: keyof typeof homeAnchors) =>
  `${paths.home.href()}#${homeAnchors[anchor]}`;

/** Tells whether an address belongs to the back office or its sign-in page. */
export function isAdminPath(pathname: string): boolean {
  return /^\/(admin|auth)(\/|$)/.test(pathname);
}
