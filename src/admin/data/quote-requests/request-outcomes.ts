/** How a request ended: stored value → French label. */
export const requestOutcomes = {
  gagnée: 'Gagnée',
  perdue: 'Perdue',
} as const;

/** Why a request was lost: stored value → French label. */
export const lossReasons = {
  prix: 'Prix',
  delai: 'Délai',
  concurrent: 'Autre fournisseur',
  budget: 'Budget non accordé',
  sans_suite: 'Sans suite',
  autre: 'Autre raison',
} as const;
