/** The need that each service answers and the result one gets, by its anchor. */
export const serviceStories: Readonly<Record<string, { need: string; gets: string }>> = {
  infrastructures: {
    need: 'Vos équipements se louent, s’entretiennent et se rénovent, mais peu de gens les ont vus de l’intérieur.',
    gets: 'L’aréna, la bibliothèque ou l’usine de traitement de l’eau se parcourt pièce par pièce\u00a0: pour louer une salle, accueillir une classe ou garder une trace avant des travaux. Nous passons avant l’ouverture, et vous approuvez la visite avant sa mise en ligne.',
  },
  patrimoine: {
    need: 'Une église ferme l’hiver, un musée n’expose pas tout, un vieux village ne se visite que l’été.',
    gets: 'Vos lieux de mémoire restent ouverts à toute heure, avec les textes de vos panneaux placés là où l’on regarde. Les intérieurs sombres sont photographiés à plusieurs expositions.',
  },
  developpement: {
    need: 'Un plan d’aménagement se lit mal, et un chantier change chaque mois.',
    gets: 'Le site vu depuis chacune de ses limites, puis repris des mêmes points à chaque étape\u00a0: citoyens et investisseurs comparent les dates.',
  },
  commerces: {
    need: 'On choisit sa rue principale, son marché ou son parc industriel avant de s’y rendre.',
    gets: 'Une promenade où chaque commerce participant ouvre sa porte, avec ses heures et son site Web. Vous invitez les commerçants; nous prenons rendez-vous avec ceux qui acceptent.',
  },
  'street-view': {
    need: 'Les rues ouvertes depuis le dernier passage de Google n’existent pas pour qui prépare sa route.',
    gets: 'Rues, parcs et pistes cyclables captés au kilomètre et publiés dans Google Maps; Google décide de ce qu’il affiche, et quand. Les images vous sont aussi remises.',
  },
  deneigement: {
    need: 'Au printemps, une bordure est brisée\u00a0: par la charrue, ou déjà avant elle?',
    gets: 'Chaque tronçon photographié, daté et localisé avant la première neige, puis au dégel. On cherche l’adresse et l’on compare les deux dates. À réserver en septembre.',
  },
  nature: {
    need: 'Un belvédère se mérite, et l’heure ou la saison décident de ce que l’on y voit.',
    gets: 'Le lieu à son meilleur moment du jour et de l’année, avec les sentiers, les durées et les services indiqués. La date se choisit avec vous selon les prévisions, et se reporte s’il le faut.',
  },
  evenements: {
    need: 'La fête dure trois jours. Les commanditaires et les visiteurs de l’an prochain, eux, n’y étaient pas.',
    gets: 'Un festival, un marché de Noël ou une inauguration que l’on revisite bien après. Les visages et les plaques d’immatriculation sont floutés dans les images mêmes, avant la livraison.',
  },
};
