/** Notes that no script can make: why a limit is missed, how the peer differs, and tasks done by a person. */
export const notes: { bars: Readonly<Record<string, string>>; peer: string; byHand: string } = {
  bars: {
    '6 téléphone': 'le menu est derrière un bouton : une pression de plus qu’au bureau.',
    '7 téléphone': '« Nouveau » s’ouvre d’abord : une pression de plus qu’au bureau.',
    '7 bureau': 'la première question du formulaire n’a pas encore le focus : elle coûte une pression.',
    '10 téléphone': 'le menu est derrière un bouton : une pression de plus qu’au bureau.',
  },
  peer: [
    'Sa démonstration garde ses données dans le navigateur : ses attentes ne se comparent pas aux nôtres. La tâche 6 y part de la même liste,',
    'mise dans ses colonnes à lui, qu’il ne devine pas. La tâche 10 y finit après l’annulation : rien n’y revient d’une corbeille, et les cases',
    'de ses lignes n’ont pas de nom. La tâche 11 y compte moins de champs : ni organisation, ni ville, ni région n’y sont demandées, et la note',
    's’écrit dans la page, sans dialogue.',
  ].join('\n'),
  byHand: '',
};
