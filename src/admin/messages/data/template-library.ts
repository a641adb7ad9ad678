import type { EmailTemplateValues } from './email-templates.schema';

/** A template to start from; its season is part of its name. */
export type LibraryTemplate = EmailTemplateValues & { id: string };

/**
 * Messages to municipalities throughout the year. They ship with the code, so that a new studio has them too; each is
 * copied into the studio's own templates when it is used.
 */
export const templateLibrary: readonly LibraryTemplate[] = [
  {
    id: 'budget',
    name: 'Automne : avant l’adoption du budget',
    subject: 'Une visite 360° au budget {de ville}?',
    body: `[aperçu: De quoi chiffrer le projet avant l’adoption du budget.]

Bonjour {nom},

Les budgets municipaux se préparent. Si {le entreprise} pense à montrer en ligne son centre communautaire, son parc ou sa bibliothèque, c’est le bon moment pour en connaître le coût.

Pour un lieu de taille moyenne, voici ce que comprend notre prix :

- une demi-journée de captation sur place, à une date choisie avec votre équipe;
- les visages et les plaques floutés dans les images mêmes;
- une visite livrée en fichiers, que vous publiez sur votre propre serveur.

Je peux vous préparer une estimation d’une page, sans engagement, à joindre à vos documents de travail. Dites-moi simplement quels lieux vous intéressent.

Au plaisir,`,
    tone: 'professionnel',
    sector: 'municipalité',
  },
  {
    id: 'deneigement',
    name: 'Automne : relevé avant déneigement',
    subject: 'Vos bordures, datées avant la première neige',
    body: `[aperçu: Un état des lieux en images, avant le début des contrats.]

Bonjour {nom},

Chaque printemps, la même question revient : la bordure était-elle déjà abîmée? Un relevé en images, fait avant le début des contrats de déneigement, y répond.

Nous parcourons les rues {de ville} et nous photographions les bordures, les trottoirs et les aménagements. Chaque image porte sa date et son lieu. En cas de réclamation, la preuve est déjà au dossier.

1. Vous nous donnez la liste des rues, ou celle des secteurs.
2. Nous les parcourons avant la première neige.
3. Vous recevez les images classées par rue, avec un index.

Souhaitez-vous une estimation pour vos rues? Indiquez-moi le nombre de kilomètres et je vous réponds d’ici deux jours ouvrables.

Salutations distinguées,`,
    tone: 'professionnel',
    sector: 'municipalité',
  },
  {
    id: 'rues-nouvelles',
    name: 'Printemps : rues nouvelles',
    subject: 'Les rues nouvelles {de ville} sur les cartes',
    body: `[aperçu: Livreurs, ambulances et nouveaux résidents les cherchent déjà.]

Bonjour {nom},

Une rue ouverte l’an dernier n’a souvent encore aucune image dans Google Maps. Les livreurs, les services d’urgence et les nouveaux résidents s’en aperçoivent les premiers.

Nous captons les rues nouvelles {de ville} et nous publions les images dans Google Maps. Quelques rues tiennent dans une seule journée, et plusieurs municipalités voisines peuvent partager le déplacement.

Combien de rues ont été ouvertes chez vous depuis deux ans? Répondez à ce courriel et je vous dirai ce que leur captation demande.

Bonne journée,`,
    tone: 'amical',
    sector: 'municipalité',
  },
  {
    id: 'saison-touristique',
    name: 'Printemps : avant la saison touristique',
    subject: 'Faire visiter {ville} avant l’été',
    body: `[aperçu: Les vacances se choisissent maintenant.]

Bonjour {nom},

Les vacances se choisissent au printemps, à l’écran. Une visite 360° montre la plage, le sentier ou le vieux quai tels qu’ils sont, et laisse chacun s’y promener avant de prendre la route.

La lumière de mai et de juin convient bien à la captation, et la visite peut être en ligne avant les vacances de la construction. Elle reste à vous : fichiers livrés, publiés sur votre propre serveur.

Quel lieu {de ville} voudriez-vous montrer en premier?

À bientôt,`,
    tone: 'amical',
    sector: 'tourisme',
  },
  {
    id: 'parcs',
    name: 'Été : parcs, sentiers et accessibilité',
    subject: 'Savoir avant de venir si le sentier convient',
    body: `[aperçu: Une visite 360° dit ce qu’un pictogramme ne dit pas.]

Bonjour {nom},

Une pente, une marche, un revêtement : pour une personne en fauteuil roulant ou avec une poussette, tout se joue sur des détails qu’aucun dépliant ne montre.

Une visite 360° des parcs et des sentiers {de ville} laisse chacun juger par lui-même avant de partir. Nous captons le stationnement, l’entrée, les aires de repos et les belvédères; vous publiez la visite à côté de l’information que vous offrez déjà.

Puis-je vous montrer un exemple?

Cordialement,`,
    tone: 'professionnel',
    sector: 'municipalité',
  },
  {
    id: 'evenement',
    name: 'Été : fêtes et événements',
    subject: 'Garder une trace de votre fête de l’été',
    body: `[aperçu: Une image 360° de l’édition de cette année fait venir à la prochaine.]

Bonjour {nom},

Une fête se prépare pendant des mois et ne dure qu’une fin de semaine. Quelques images 360°, prises au bon moment, en gardent l’ambiance : la foule, la scène, le site vu du centre.

Elles servent ensuite à inviter à la prochaine édition, à remercier les partenaires et à montrer le site aux exposants.

Nos fins de semaine d’été se réservent tôt. Quelles sont les dates de votre événement?

À bientôt,`,
    tone: 'amical',
    sector: '',
  },
  {
    id: 'inauguration',
    name: 'Toute l’année : nouvelle infrastructure',
    subject: 'Ouvrir les portes de votre nouveau bâtiment en ligne',
    body: `[aperçu: Une caserne ou une usine se visite rarement; sa visite virtuelle, toujours.]

Bonjour {nom},

Une caserne, une usine de traitement de l’eau, une bibliothèque rénovée : la population les a payées et n’en voit souvent que la façade.

Une visite 360° en ouvre les portes sans déranger le service. Elle accompagne l’inauguration, sert à la formation du personnel et reste une trace de l’état des lieux à la livraison.

Si {le entreprise} termine un chantier cette année, nous pouvons le capter juste avant la mise en service. Avez-vous une date en vue?

Salutations distinguées,`,
    tone: 'professionnel',
    sector: 'municipalité',
  },
  {
    id: 'mrc',
    name: 'Toute l’année : projet commun d’une MRC',
    subject: 'Un seul déplacement pour plusieurs municipalités',
    body: `[aperçu: Regroupées, les captations coûtent moins à chacune.]

Bonjour {nom},

Quand plusieurs municipalités voisines font capter un lieu la même semaine, le déplacement est partagé et le prix baisse pour chacune.

Nous pouvons préparer une proposition commune pour les municipalités {de entreprise} : un lieu par municipalité, une même présentation, et une carte qui les réunit. Chacune reste propriétaire de ses fichiers.

Voulez-vous que je vous envoie une ébauche, avec deux ou trois formules?

Au plaisir,`,
    tone: 'professionnel',
    sector: 'mrc',
  },
  {
    id: 'relance',
    name: 'Relance : une dernière question',
    subject: 'Toujours utile pour {ville}?',
    body: `Bonjour {nom},

Je vous ai écrit récemment au sujet d’une visite 360°. Les semaines sont chargées : je ne voudrais pas en ajouter.

Si le projet vous intéresse, un simple « oui » suffit et je vous propose deux dates. Sinon, dites-le-moi sans gêne et je n’insisterai pas.

Bonne journée,`,
    tone: 'décontracté',
    sector: '',
  },
];
