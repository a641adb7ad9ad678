import type { Enums } from '@/shared/database.types';

/** Apart from the schema, which imports zod: lists, badges and filters need these labels too. */

/** Function of a person in an organisation: stored value → French label. */
export const functionKinds = {
  'direction-générale': 'Direction générale',
  greffe: 'Greffe',
  communications: 'Communications',
  loisirs: 'Loisirs',
  urbanisme: 'Urbanisme',
  mairie: 'Mairie',
  autre: 'Autre fonction',
} as const satisfies Record<Enums<'contact_function'>, string>;

/**
 * Answers on public office, stored as true, false or null for « according to the sector »: value of the form → French
 * label.
 */
export const publicOfficeChoices = { yes: 'Oui', no: 'Non' } as const;

/** Kind of an exchange with a contact: stored value → French label. */
export const activityKinds = {
  appel: 'Appel',
  rencontre: 'Rencontre',
  note: 'Note',
} as const satisfies Record<Enums<'contact_activity_kind'>, string>;

/** Sector of an organisation: stored value → French label. Specification, section 3, and decisions (public bodies). */
export const sectors = {
  municipalité: 'Municipalité',
  mrc: 'MRC',
  'organisme-public': 'Organisme public',
  hôtellerie: 'Hôtellerie',
  immobilier: 'Immobilier',
  tourisme: 'Tourisme',
  commerce: 'Commerce',
  restaurant: 'Restaurant',
  autre: 'Autre',
} as const satisfies Record<Enums<'sector'>, string>;

export type Sector = keyof typeof sectors;

/** Status of a contact: stored value → French label. */
export const contactStatuses = {
  nouveau: 'Nouveau',
  contacté: 'Contacté',
  intéressé: 'Intéressé',
  refusé: 'Refusé',
  partenaire: 'Partenaire',
} as const satisfies Record<Enums<'contact_status'>, string>;

/** Basis for sending a commercial message (Canada's anti-spam law): stored value → French label. */
export const consentBases = {
  express: 'Consentement exprès',
  inquiry: 'Demande de renseignements (6 mois)',
  purchase: 'Achat (2 ans)',
  contract: 'Contrat écrit (2 ans)',
  published: 'Adresse publiée bien en vue',
  disclosed: 'Adresse remise en personne',
} as const satisfies Partial<Record<Enums<'consent_basis'>, string>>;

/** Every basis in the ledger of consents: stored value → French label. */
export const ledgerBases = {
  ...consentBases,
  referral: 'Recommandation',
  none: 'Aucun fondement',
  withdrawn: 'Consentement retiré',
  unverified: 'Adresse à vérifier',
  no_solicitation: 'Page qui refuse la sollicitation',
} as const satisfies Record<Enums<'consent_basis'>, string>;

/** Reason of a suppression: stored value → French label. */
export const suppressionReasons = {
  unsubscribed: 'Désabonnement',
  bounced: 'Adresse qui ne reçoit plus',
  complained: 'Plainte pour pourriel',
  manual: 'Retrait par un administrateur',
  erased: 'Renseignements effacés à sa demande',
} as const satisfies Record<Enums<'suppression_reason'>, string>;

/** Filter by presence of an address: value in the address → French label. */
export const emailChoices = { avec: 'Avec courriel', sans: 'Sans courriel' } as const;

/** Filter by permission to write, with its term: value in the address → French label. */
export const consentChoices = {
  permis: 'Envoi permis',
  bientot: 'Permis, mais expire d’ici 30 jours',
  'a-verifier': 'À vérifier',
  desabonne: 'Désabonné',
  interdit: 'Envoi interdit',
  'sur-demande': 'Permis\u00a0: demande reçue',
  expres: 'Permis\u00a0: consentement exprès',
  client: 'Permis\u00a0: achat ou contrat',
  publiee: 'Permis\u00a0: adresse publiée ou remise',
  expire: 'Expiré',
} as const;

/** Filter by last campaign: number of days without one → French label; a contact never e-mailed matches all of them. */
export const lastContacts = {
  jamais: 'Jamais contacté par campagne',
  30: 'Pas depuis 30 jours',
  90: 'Pas depuis 90 jours',
  180: 'Pas depuis 180 jours',
} as const;
