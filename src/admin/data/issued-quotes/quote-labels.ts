/** The states of a quote, in the order of its life: stored value → French label. */
export const issuedQuoteStatuses = {
  brouillon: 'Brouillon',
  envoyé: 'Envoyé',
  accepté: 'Accepté',
  refusé: 'Refusé',
  expiré: 'Expiré',
  remplacé: 'Remplacé',
  annulé: 'Annulé',
} as const;

/** What is taken off before taxes: stored value → French label. */
export const discountKinds = {
  aucun: 'Aucun',
  montant: 'Montant ($)',
  pourcentage: 'Pourcentage (%)',
} as const;

/** What happened to a quote: stored kind → French label. */
export const quoteEventKinds: Readonly<Record<string, string>> = {
  created: 'Créé',
  revised: 'Révision ouverte',
  sent: 'Marqué comme envoyé',
  opened: 'Ouvert',
  question: 'Question',
  accepted: 'Accepté',
  refused: 'Refusé',
  reopened: 'Réponse annulée',
  expired: 'Expiré',
  replaced: 'Remplacé par une révision',
  cancelled: 'Annulé',
  note: 'Note',
};
