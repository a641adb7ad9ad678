/** The services page's texts about each service besides its tile, by its anchor. */
export const serviceDetails: Readonly<
  Record<
    string,
    { examples: readonly string[]; questions: readonly (readonly [question: string, answer: string])[] }
  >
> = {
  infrastructures: {
    examples: [
      'L’aréna et le centre communautaire, pour la location de salles',
      'L’usine de traitement de l’eau, ouverte aux écoles sans visiteurs sur place',
      'Un pont ou un barrage, photographié avant et après des travaux',
    ],
    questions: [
      [
        'Faut-il fermer le bâtiment?',
        'Non. Nous passons avant l’ouverture ou entre deux groupes, une pièce à la fois.',
      ],
      [
        'Peut-on garder une partie hors de la visite?',
        'Oui. Vous nous remettez la liste des lieux à ne pas montrer, et vous approuvez la visite avant sa mise en ligne.',
      ],
    ],
  },
  patrimoine: {
    examples: [
      'L’église et son presbytère, hiver comme été',
      'Un circuit de maisons anciennes, avec les textes des panneaux',
      'Une collection de musée, salle par salle',
    ],
    questions: [
      [
        'Les intérieurs sombres passent-ils bien?',
        'Oui. Chaque point de vue est photographié à plusieurs expositions, puis assemblé.',
      ],
      [
        'Peut-on ajouter nos textes?',
        'Oui. Un texte, une image ou un lien se place là où le visiteur regarde.',
      ],
    ],
  },
  developpement: {
    examples: [
      'Un nouveau quartier, de la première rue au parc',
      'Un chantier suivi du même point, mois après mois',
      'Un terrain à vendre, vu depuis chaque limite',
    ],
    questions: [
      [
        'Combien de passages faut-il?',
        'Un seul pour montrer un site, un par étape pour suivre un chantier. La soumission donne le prix de chaque passage.',
      ],
      [
        'Les points de vue sont-ils les mêmes d’une fois à l’autre?',
        'Oui, nous notons leur position pour que les images se comparent d’une date à l’autre.',
      ],
    ],
  },
  commerces: {
    examples: [
      'La rue principale, avec la porte de chaque commerce participant',
      'Le marché public, un samedi d’été',
      'Le parc industriel, pour les entreprises qui cherchent un terrain',
    ],
    questions: [
      [
        'Qui obtient l’accord des commerçants?',
        'La municipalité ou l’association les invite; nous prenons rendez-vous avec ceux qui acceptent.',
      ],
      ['Et si un commerce ferme?', 'Son lien se retire de la visite sans reprendre les images.'],
    ],
  },
  'street-view': {
    examples: [
      'Les rues ouvertes depuis le dernier passage de Google',
      'Une piste cyclable de plusieurs kilomètres',
      'Les allées d’un parc ou d’un cimetière',
    ],
    questions: [
      [
        'Google publie-t-il tout?',
        'Google décide de ce qu’il affiche, et quand. Demandez que les images d’origine vous soient aussi livrées\u00a0: nous l’inscrivons à la soumission.',
      ],
      [
        'Comment se calcule le prix?',
        'Au kilomètre capté. Une liste de rues ou une simple carte suffit pour une soumission.',
      ],
    ],
  },
  deneigement: {
    examples: [
      'Les bordures et les trottoirs de chaque tronçon confié',
      'Les stationnements municipaux',
      'Les entrées, clôtures et aménagements le long des rues',
    ],
    questions: [
      [
        'Quand faut-il passer?',
        'Après la chute des feuilles et avant la première neige. Réservez en septembre.',
      ],
      [
        'Comment s’en sert-on au printemps?',
        'On cherche l’adresse, on regarde l’image datée et on la compare à ce qui est sur place.',
      ],
    ],
  },
  nature: {
    examples: [
      'Un belvédère au lever du soleil',
      'Un réseau de sentiers, d’un carrefour à l’autre',
      'La plage et le quai, avec les services indiqués',
    ],
    questions: [
      [
        'Et s’il fait mauvais?',
        'La date se choisit avec vous quelques jours d’avance, selon les prévisions, et se reporte s’il le faut.',
      ],
      [
        'Allez-vous loin des routes?',
        'Oui, là où l’équipement se porte à pied. Le déplacement est décrit dans la soumission.',
      ],
    ],
  },
  evenements: {
    examples: [
      'Le marché de Noël, à la tombée du jour',
      'Une inauguration, avec ceux qui n’ont pas pu venir',
      'Un festival, pour les commanditaires de l’an prochain',
    ],
    questions: [
      [
        'Les visages des visiteurs sont-ils visibles?',
        'Non\u00a0: les visages et les plaques d’immatriculation sont floutés dans les images mêmes, avant la livraison.',
      ],
      [
        'En combien de temps la visite est-elle prête?',
        'La soumission fixe la date. Dites-nous celle dont vous avez besoin.',
      ],
    ],
  },
};
