/** Failures that are meant: an address that leads nowhere answers 404. */
export const allowed = (problem: string, screen: string): boolean =>
  (screen.includes('nulle-part') && /404/.test(problem)) ||
  // A link of 128 bits that nobody was sent.
  (/^\/(devis|ma-fiche)\/0123/.test(screen) && /404|410|public-quote/.test(problem)) ||
  // Other people's sites, in the frames of tours.
  (/^request:/.test(problem) && !/127\.0\.0\.1|localhost/.test(problem));
