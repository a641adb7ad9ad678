import {
  Accessibility,
  Archive,
  Compass,
  Landmark,
  type LucideIcon,
  MonitorSmartphone,
  Server,
} from 'lucide-react';

/** Words of the public pages that are data rather than layout. A no-break space is written `\u00a0`, to be seen. */

type Advantage = { title: string; text: string; Icon: LucideIcon };

export const advantages: Advantage[] = [
  {
    title: 'Pensé pour le milieu municipal',
    text: 'Une soumission claire, un seul interlocuteur et des livrables qui se présentent tels quels à un conseil.',
    Icon: Landmark,
  },
  {
    title: 'Hébergé chez vous',
    text: 'La visite est livrée sur votre propre serveur. Les images restent sous votre contrôle.',
    Icon: Server,
  },
  {
    title: 'Tout le lieu, dans toutes les directions',
    text: 'Chaque panorama couvre 360°\u00a0: on regarde partout et on comprend un endroit avant de s’y rendre.',
    Icon: Compass,
  },
  {
    title: 'Rien à installer',
    text: 'Ordinateur, tablette ou téléphone\u00a0: la visite s’ouvre dans le navigateur, par un simple lien.',
    Icon: MonitorSmartphone,
  },
  {
    title: 'Ouvert à ceux qui ne peuvent venir',
    text: 'Aînés, familles, personnes à mobilité réduite, visiteurs d’outre-mer\u00a0: chacun découvre le lieu à son rythme.',
    Icon: Accessibility,
  },
  {
    title: 'Une mémoire du territoire',
    text: 'Rues, bâtiments, rives et chantiers\u00a0: des images datées qui documentent l’état des lieux pour longtemps.',
    Icon: Archive,
  },
];

/** One of the eight services; those with a picture are shown larger. */
export type Service = { title: string; text: string; picture?: string };

export const services: Service[] = [
  {
    title: 'Infrastructures municipales',
    text: 'Arénas, bibliothèques, ponts, usines d’eau\u00a0: faites visiter vos équipements et gardez trace de leur état.',
    picture: '/images/tours/pont-rouge-sainte-agathe.jpg',
  },
  {
    title: 'Patrimoine et culture',
    text: 'Églises, musées, places anciennes\u00a0: ouvrez vos lieux de mémoire toute l’année, à toute heure.',
    picture: '/images/tours/vieux-la-prairie.jpg',
  },
  {
    title: 'Projets de développement',
    text: 'Nouveaux quartiers, grands chantiers\u00a0: montrez le site aux citoyens et aux investisseurs, étape par étape.',
  },
  {
    title: 'Zones commerciales',
    text: 'Rues principales, marchés, parcs industriels\u00a0: donnez envie de s’y arrêter, puis de s’y établir.',
  },
  {
    title: 'Captation Street View',
    text: 'Les lignes bleues de la carte tracées dans vos rues, vos parcs et le long de vos pistes cyclables.',
  },
  {
    title: 'Relevés avant déneigement',
    text: 'Bordures, clôtures, aménagements\u00a0: un état des lieux photographique daté, avant que débutent les contrats.',
  },
  {
    title: 'Espaces naturels',
    text: 'Parcs, belvédères, plages et sentiers, captés à la bonne heure et à la bonne saison.',
    picture: '/images/tours/lac-temiscouata.jpg',
  },
  {
    title: 'Événements spéciaux',
    text: 'Festivals, inaugurations, marchés de Noël\u00a0: une ambiance que l’on peut revisiter bien après la fête.',
    picture: '/images/tours/marche-noel-deschambault.jpg',
  },
];

/** The four steps, each at its own bearing of the ring. */
export const processSteps = [
  {
    title: 'Planification',
    text: 'Nous repérons les lieux avec vous et choisissons la saison, l’heure et les accès.',
    bearing: 'N · 0°',
  },
  {
    title: 'Captation',
    text: 'Nous venons sur place et photographions chaque point de vue à 360°, sans déranger vos activités.',
    bearing: 'E · 90°',
  },
  {
    title: 'Traitement',
    text: 'Nous assemblons les panoramas, ajustons les couleurs et montons la visite dans un logiciel spécialisé.',
    bearing: 'S · 180°',
  },
  {
    title: 'Publication',
    text: 'La visite est installée sur votre serveur, reliée à votre site et prête à être partagée.',
    bearing: 'O · 270°',
  },
];
