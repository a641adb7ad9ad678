import { Camera, Route } from 'lucide-react';

/** The two services of the Street View page. */
export const streetViewServices = [
  {
    title: 'Captation des lignes bleues',
    text: 'Une rue sans ligne bleue n’existe pas pour qui prépare sa visite. Nous parcourons votre réseau, vos parcs et vos sentiers, puis publions les images sur la carte que tout le monde consulte.',
    picture: '/images/tours/saint-apollinaire-street-view.jpg',
    benefits: [
      'Des rues récentes et des secteurs oubliés enfin visibles',
      'Pistes cyclables, parcs et sentiers que les voitures n’atteignent pas',
      'Des commerces et des attraits plus faciles à trouver',
      'Une mise à jour possible quand vos rues changent',
    ],
    Icon: Route,
  },
  {
    title: 'Relevés avant déneigement',
    text: 'Avant la première neige, nous photographions chaque tronçon confié à un entrepreneur. Au printemps, l’état d’origine des lieux n’est plus une question d’opinion.',
    picture: '/images/tours/sainte-brigitte-avant-deneigement.jpg',
    benefits: [
      'Une preuve datée et localisée avant le début des contrats',
      'Bordures, gazons, clôtures et mobilier documentés',
      'Des réclamations réglées plus vite, pour la ville et pour l’entrepreneur',
      'Un dossier que vos équipes consultent rue par rue, adresse par adresse',
    ],
    Icon: Camera,
  },
];
