import type { Candidate, Sector } from './candidate.ts';
import { atPlace, capitalise, ofPlace } from './french.ts';

interface Offer {
  words: string;
  isPlural: boolean;
}

const anyOffer: Offer = { words: 'des images à 360°', isPlural: true };
const offersByKind: Record<string, Offer> = {
  visite_virtuelle: { words: 'une visite virtuelle à 360°', isPlural: false },
  street_view: { words: 'une captation Street View', isPlural: false },
  photo: { words: 'des photographies à 360°', isPlural: true },
};

/** Sights of each kind of place. */
const sightsByKind: Record<string, string> = {
  hôtel: 'les chambres et les salles',
  motel: 'les chambres',
  gîte: 'les chambres et la table',
  auberge: 'les chambres et les espaces communs',
  chalet: 'les pièces et les abords du chalet',
  camping: 'les emplacements et les services',
  musée: 'les salles d’exposition',
  "galerie d'art": 'les salles et les œuvres',
  phare: 'l’intérieur et les abords du phare',
  chute: 'la chute et ses abords',
  parc: 'le parc et ses accès',
  'site historique': 'le site historique',
  'attraction touristique': 'le site',
  "parc d'attractions": 'les manèges',
  'jardin zoologique': 'les allées et les enclos',
  restaurant: 'la salle à manger',
  café: 'le café',
  bar: 'le bar',
  pub: 'le pub',
  commerce: 'l’intérieur du commerce',
  'agence immobilière': 'les propriétés à vendre',
};

/** Audience and season of each sector. */
const purposes: Record<Exclude<Sector, 'municipalité' | 'mrc'>, string> = {
  tourisme: 'à qui prépare sa visite',
  hôtellerie: 'avant la réservation',
  immobilier: 'aux acheteurs éloignés',
  restaurant: 'à qui choisit où manger',
  commerce: 'à qui cherche où magasiner',
};

/** Lists wordings of the trip's benefit to an organisation, each of which names it. */
export function offerSentences(candidate: Candidate, jobType: string): string[] {
  const offer = offersByKind[jobType] ?? anyOffer;
  if (candidate.sector === 'municipalité') return townSentences(candidate.company, jobType, offer);
  if (candidate.sector === 'mrc') return mrcSentences(candidate.company, jobType, offer);
  const { words, isPlural } = offer;
  const would = isPlural ? 'raient' : 'rait';
  const name = `«\u00a0${candidate.company}\u00a0»`;
  const isStreet = jobType === 'street_view';
  const sight = isStreet ? 'l’accès et la façade' : (sightsByKind[candidate.kind] ?? 'les lieux');
  const purpose = isStreet ? 'dans Google Maps' : purposes[candidate.sector];
  return [
    `Pour ${name}, ${words} montre${would} ${sight} ${purpose}.`,
    `${name} pourrait faire voir ${sight} ${purpose}, grâce à ${words}.`,
    `Avec ${words}, ${name} ferait découvrir ${sight} ${purpose}.`,
    `${name}\u00a0: ${words} donne${would} à voir ${sight} ${purpose}.`,
  ];
}

function townSentences(name: string, jobType: string, { words, isPlural }: Offer): string[] {
  const [of, at] = [ofPlace(name), atPlace(name)];
  const would = isPlural ? 'raient' : 'rait';
  if (jobType === 'street_view') {
    return [
      `Une captation Street View donnerait aux rues ${of} leurs lignes bleues dans Google Maps.`,
      `${capitalise(at)}, une captation Street View mettrait à jour ce que Google Maps montre des rues et des parcs.`,
      `Les rues, les parcs et les stationnements ${of} deviendraient visibles dans Google Street View.`,
      `Une captation Street View ${at} servirait aux résidents comme au service des travaux publics.`,
    ];
  }
  return [
    `${capitalise(words)} ferai${isPlural ? 'en' : ''}t découvrir les parcs et les bâtiments publics ${of} aux futurs résidents.`,
    `${capitalise(at)}, ${words} montre${would} les équipements municipaux aux familles et aux visiteurs.`,
    `Les attraits ${of} se visiteraient à distance, grâce à ${words}.`,
    `${capitalise(words)} présente${would} ${name} à qui cherche où s’établir.`,
  ];
}

function mrcSentences(company: string, jobType: string, { words, isPlural }: Offer): string[] {
  if (jobType === 'street_view') {
    return [
      `Une captation Street View couvrirait d’un même passage plusieurs municipalités de la ${company}.`,
      `La ${company} pourrait réunir ses municipalités autour d’une même captation Street View.`,
    ];
  }
  const would = isPlural ? 'raient' : 'rait';
  return [
    `${capitalise(words)} réuni${would} les attraits des municipalités de la ${company} dans une même présentation.`,
    `La ${company} pourrait présenter tout son territoire grâce à ${words}.`,
  ];
}
