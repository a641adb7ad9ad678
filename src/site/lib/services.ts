import { paths } from '@/shared/lib/paths';

/** The choice of the quote request form that a service corresponds to. */
type ServiceType = 'visite-virtuelle' | 'street-view' | 'pre-deneigement' | 'infrastructure' | 'evenement';

/** One of the eight services; those with a picture are shown larger. */
export type Service = {
  /** Its anchor on the services page; the database names the same (quote_services.site_service). */
  id: string;
  title: string;
  text: string;
  type: ServiceType;
  /** The tag of its tours, one of which is its example. */
  tag: string;
  picture?: string;
};

export const services: Service[] = [
  {
    id: 'infrastructures',
    type: 'infrastructure',
    tag: 'infrastructures-municipales',
    title: 'Infrastructures municipales',
    text: 'Arénas, bibliothèques, ponts, usines de traitement de l’eau\u00a0: faites visiter vos équipements et gardez une trace de leur état.',
    picture: '/images/tours/pont-rouge-sainte-agathe.jpg',
  },
  {
    id: 'patrimoine',
    type: 'visite-virtuelle',
    tag: 'patrimoine-et-culture',
    title: 'Patrimoine et culture',
    text: 'Églises, musées, places anciennes\u00a0: ouvrez vos lieux de mémoire toute l’année, à toute heure.',
    picture: '/images/tours/vieux-la-prairie.jpg',
  },
  {
    id: 'developpement',
    type: 'visite-virtuelle',
    tag: 'projets-de-developpement',
    title: 'Projets de développement',
    text: 'Nouveaux quartiers, grands chantiers\u00a0: montrez le site aux citoyens et aux investisseurs, étape par étape.',
  },
  {
    id: 'commerces',
    type: 'visite-virtuelle',
    tag: 'zones-commerciales',
    title: 'Zones commerciales',
    text: 'Rues principales, marchés, parcs industriels\u00a0: donnez envie de s’y arrêter, puis de s’y établir.',
  },
  {
    id: 'street-view',
    type: 'street-view',
    tag: 'captation-street-view',
    title: 'Captation Street View',
    text: 'Les lignes bleues de Google Maps tracées dans vos rues, vos parcs et le long de vos pistes cyclables.',
  },
  {
    id: 'deneigement',
    type: 'pre-deneigement',
    tag: 'releve-avant-deneigement',
    title: 'Relevé avant déneigement',
    text: 'Bordures, clôtures, aménagements\u00a0: un état des lieux photographique daté, avant le début des contrats.',
  },
  {
    id: 'nature',
    type: 'visite-virtuelle',
    tag: 'espaces-naturels',
    title: 'Espaces naturels',
    text: 'Parcs, belvédères, plages et sentiers, captés au bon moment du jour et de l’année.',
    picture: '/images/tours/lac-temiscouata.jpg',
  },
  {
    id: 'evenements',
    type: 'evenement',
    tag: 'evenements',
    title: 'Événements',
    text: 'Festivals, inaugurations, marchés de Noël\u00a0: une ambiance que l’on peut revisiter bien après la fête.',
    picture: '/images/tours/marche-noel-deschambault.jpg',
  },
];

/** The address of a service on the services page. */
export const serviceHref = (id: string) => `${paths.services.href()}#${id}`;
