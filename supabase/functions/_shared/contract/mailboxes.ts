/** Public mailbox providers, whatever the country suffix; « mail.ville.qc.ca » still belongs to a town. */
const worldwideProviders =
  /^(?:gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|mail|zoho|proton|protonmail|pm)\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

/** Providers of Québec and of Canada. */
const canadianProviders =
  /(?:^|\.)(?:videotron|bell|sympatico|cgocable|cogeco|globetrotter|telus|telusquebec|xplornet|rogers|shaw|eastlink|distributel|ebox|electronicbox|oricom|derytele|sogetel|maskatel|axion|b2b2c|cooptel|tlb|lino|citenet|vl)\.(?:ca|com|net|qc\.ca)$/;

/**
 * Returns the domain of an address when it identifies an organisation; none for public mailboxes. The database
 * answers the same (`private.organisation_domain`; tests/database/constraints/shared-rules.ts compares them).
 */
export function organisationDomain(email: string | null): string | undefined {
  const domain = email?.toLowerCase().split('@')[1];
  return domain && !worldwideProviders.test(domain) && !canadianProviders.test(domain) ? domain : undefined;
}

const sharedMailbox =
  /^(?:infos?|information|mairie|municipalite|muni|ville|village|mrc|contact|accueil|reception|bureau|admin|administration|secretariat|general|courrier|courriel|direction|dg|greffe|communications?|loisirs?|urbanisme|tourisme|reservations?)(?:[._-][a-z._-]+)?@/i;

/**
 * Tells whether the people of an organisation share an address by its name, such as info@ or mairie@. The database
 * answers the same (`private.is_shared_mailbox`).
 */
export const isSharedMailbox = (email: string): boolean => sharedMailbox.test(email);
