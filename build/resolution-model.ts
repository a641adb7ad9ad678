/**
 * Writes a model of the resolution by which a council accepts a quote; what is between brackets is for the clerk to
 * fill in or to strike out.
 */
export const resolutionModel = (supplier: string): string =>
  [
    'À adapter par votre greffe\u00a0: votre règlement sur la gestion contractuelle et vos usages ont priorité. Les mots entre crochets sont à remplir ou à retirer.',
    'ATTENDU QUE [la municipalité] souhaite [objet du mandat, par exemple\u00a0: faire réaliser la visite virtuelle d’un parc];',
    `ATTENDU QUE ${supplier} a déposé la soumission no\u00a0[numéro], datée du [date], au montant de [montant]\u00a0$ avant taxes;`,
    'ATTENDU QUE la dépense est inférieure au seuil à partir duquel [des soumissions doivent être demandées], et que l’article [numéro] du Règlement no\u00a0[numéro] sur la gestion contractuelle permet de conclure ce contrat de gré à gré;',
    'ATTENDU QUE [la trésorière ou le trésorier] certifie la disponibilité des crédits au poste budgétaire [numéro];',
    'Il est proposé par [nom], appuyé par [nom], et résolu [à l’unanimité]\u00a0:',
    `D’ACCEPTER la soumission no\u00a0[numéro] de ${supplier}, au montant de [montant]\u00a0$, plus les taxes applicables;`,
    'D’IMPUTER la dépense au poste budgétaire [numéro];',
    'D’AUTORISER [fonction] à signer, pour et au nom de [la municipalité], tout document nécessaire à l’exécution du mandat.',
    'Résolution no\u00a0[numéro], adoptée à la séance du [date].',
  ].join('\n\n');
