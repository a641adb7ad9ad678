/** Notes that no script can make: why a limit is missed, how the peer differs, and tasks done by a person. */
export const notes: { bars: Readonly<Record<string, string>>; peer: string; byHand: string } = {
  bars: {},
  peer: [
    'Sa démonstration garde ses données dans le navigateur : ses attentes ne se comparent pas aux nôtres. La tâche 6 y part de la même liste,',
    'mise dans ses colonnes à lui, qu’il ne devine pas; il ne demande ni provenance ni essai avant l’importation, d’où ses pressions de moins.',
    'La tâche 10 y finit après l’annulation : rien n’y revient d’une corbeille, et les cases de ses lignes n’ont pas de nom. Sur un téléphone',
    'il n’a ni importation ni sélection. La tâche 11 y compte moins de champs : ni courriel, ni organisation, ni ville, ni région n’y sont',
    'demandés, et la note s’écrit dans la page, sans dialogue.',
  ].join('\n'),
  byHand:
    'Les tâches 2, 3, 7 et 9 par une personne sans le code, au téléphone, dans Firefox : [tasks-by-hand.md](tasks-by-hand.md).',
};
