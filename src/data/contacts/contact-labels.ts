/** Apart from contacts.schema.ts, which brings zod: lists and filters name these too. */

/** What a contact or a prospect does: stored value → French label. */
export const sectors = {
  hôtellerie: 'Hôtellerie',
  immobilier: 'Immobilier',
  tourisme: 'Tourisme',
  commerce: 'Commerce',
  restaurant: 'Restaurant',
  municipalité: 'Municipalité',
  mrc: 'MRC',
  'organisme-public': 'Organisme public',
  autre: 'Autre',
} as const;

/** Where the relation with a contact stands: stored value → French label. */
export const contactStatuses = {
  nouveau: 'Nouveau',
  contacté: 'Contacté',
  intéressé: 'Intéressé',
  refusé: 'Refusé',
  partenaire: 'Partenaire',
} as const;

/** Why a commercial message may be sent (Canada's anti-spam law): stored value → French label. */
export const consentBases = {
  express: 'Consentement exprès',
  inquiry: 'Demande de renseignements (6 mois)',
  purchase: 'Achat (2 ans)',
  contract: 'Contrat écrit (2 ans)',
  published: 'Adresse publiée bien en vue',
  disclosed: 'Adresse remise en personne',
} as const;

/** What else the ledger may hold: stored value → French label. */
export const otherConsentBases = {
  referral: 'Recommandation',
  none: 'Aucun fondement',
  withdrawn: 'Consentement retiré',
} as const;

/** Why an address is never written to again: stored value → French label. */
export const suppressionReasons = {
  unsubscribed: 'Désabonnement',
  bounced: 'Adresse qui ne reçoit plus',
  complained: 'Plainte pour pourriel',
  manual: 'Retrait par un administrateur',
} as const;

/** The French label of a stored value; the value itself where a newer version stored one we do not know. */
export function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return labels[value] ?? value;
}
