import type { Enums } from '@/shared/database.types';

/** The states of a quote, in the order of its life: stored value → French label. */
export const issuedQuoteStatuses = {
  brouillon: 'Brouillon',
  envoyé: 'Envoyé',
  accepté: 'Accepté',
  refusé: 'Refusé',
  expiré: 'Expiré',
  remplacé: 'Remplacé',
  annulé: 'Annulé',
} as const satisfies Record<Enums<'quote_status'>, string>;

/** Kind of discount before taxes: stored value → French label. */
export const discountKinds = {
  aucun: 'Aucun',
  montant: 'Montant ($)',
  pourcentage: 'Pourcentage (%)',
} as const satisfies Record<Enums<'discount_kind'>, string>;

/** Event of a quote: stored kind → French label. */
export const quoteEventKinds = {
  created: 'Créé',
  revised: 'Révision ouverte',
  sent: 'Préparé pour l’envoi',
  opened: 'Ouvert (estimation)',
  question: 'Question',
  accepted: 'Accepté',
  refused: 'Refusé',
  reopened: 'Réponse annulée',
  expired: 'Expiré',
  replaced: 'Remplacé par une révision',
  cancelled: 'Annulé',
  note: 'Note',
} as const satisfies Record<Enums<'quote_event_kind'>, string>;

/** Purpose of an e-mail about a quote: stored kind → French label. */
export const quoteEmailKinds: Readonly<Record<string, string>> = {
  quote: 'Courriel du devis',
  quote_code: 'Code d’acceptation, au client',
  quote_question: 'Question, à l’équipe',
  quote_refused: 'Refus, à l’équipe',
  quote_accepted: 'Copie signée, à l’équipe',
  quote_signed: 'Copie signée, au client',
};

/** Form of a client's acceptance: stored value → French label. */
export const acceptsByChoices = {
  council: 'Résolution ou bon de commande',
  person: 'Une personne autorisée',
} as const satisfies Record<Enums<'quote_decider'>, string>;
