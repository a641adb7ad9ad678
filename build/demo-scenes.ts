const SITE = 'public/images/panoramas';
const SEED = 'supabase/seed/elsewhere';
// The demonstration also shows these pictures as a street: no plate can be read in them.
const STREET = 'supabase/seed/survey-public/5a000000-0000-4000-8000-000000000001';

/** The scene of a demo tour: its panorama, and about the direction of the picture of its card, in degrees. */
type DemoScene = {
  slug: string;
  panorama: string;
  yaw: number;
  pitch: number;
  name: string;
  alt: string;
};

/** Scenes of the demo tours that a client would host (supabase/seed.sql), all of the project's own renders. */
export const demoScenes: readonly DemoScene[] = [
  {
    slug: 'fjord-du-saguenay',
    panorama: `${SITE}/fjord-du-saguenay.jpg`,
    ...{ yaw: 16, pitch: -1 },
    name: 'Le fjord à l’heure dorée',
    alt: 'Fjord au soleil bas\u00a0: un voilier passe entre deux îlots boisés, et les falaises se reflètent dans l’eau calme.',
  },
  {
    slug: 'baie-eternite',
    panorama: `${SITE}/fjord-du-saguenay.jpg`,
    ...{ yaw: -165, pitch: 6 },
    name: 'La baie et ses caps',
    alt: 'Baie immobile sous une brume légère\u00a0: un cap rocheux s’y reflète, d’autres se succèdent au loin.',
  },
  {
    slug: 'lac-archambault',
    panorama: `${SITE}/lac-archambault.jpg`,
    ...{ yaw: -34, pitch: -1 },
    name: 'Le lac en automne',
    alt: 'Lac calme entouré d’érables rouges et orangés, avec un chalet au toit rouge et un quai près de la rive.',
  },
  {
    slug: 'saint-elie-de-caxton-hiver',
    panorama: `${SITE}/saint-elie-de-caxton-hiver.jpg`,
    ...{ yaw: 0, pitch: 13 },
    name: 'La rue de l’église',
    alt: 'Rue enneigée d’un village à la tombée du jour\u00a0: maisons aux fenêtres éclairées, église de pierre et aurores boréales.',
  },
  {
    slug: 'marche-noel-deschambault',
    panorama: `${SITE}/saint-elie-de-caxton-hiver.jpg`,
    ...{ yaw: 152, pitch: 5 },
    name: 'Les maisons du vieux village',
    alt: 'Maisons de bois sous la neige, fenêtres éclairées et lampadaire allumé, le long d’une rue de village au crépuscule.',
  },
  {
    slug: 'phare-de-metis',
    panorama: `${SITE}/phare-de-metis.jpg`,
    ...{ yaw: 4, pitch: 2 },
    name: 'Le phare à marée basse',
    alt: 'Phare blanc à lanterne rouge sur un îlot rocheux, près d’une maison au toit rouge, à marée basse.',
  },
  {
    slug: 'pont-rouge-sainte-agathe',
    panorama: `${SEED}/pont-couvert.jpg`,
    ...{ yaw: 5, pitch: -3 },
    name: 'Le pont couvert',
    alt: 'Chemin de gravier qui mène à un pont couvert rouge au-dessus d’une rivière bordée d’arbres, entre les champs.',
  },
  {
    slug: 'plaine-baie-du-febvre',
    panorama: `${SEED}/pont-couvert.jpg`,
    ...{ yaw: 152, pitch: 2 },
    name: 'La ferme et ses champs',
    alt: 'Maison blanche au toit rouge, grange et silo au bord d’un chemin de ferme, parmi des champs verts et dorés.',
  },
  {
    slug: 'parc-obalski',
    panorama: `${SEED}/belvedere.jpg`,
    ...{ yaw: 20, pitch: -3 },
    name: 'Le belvédère au lever du soleil',
    alt: 'Belvédère de bois et son panneau d’interprétation, au-dessus d’une forêt embrumée au lever du soleil.',
  },
  {
    slug: 'lac-temiscouata',
    panorama: `${SEED}/belvedere.jpg`,
    ...{ yaw: -68, pitch: 0 },
    name: 'Le lac vu du belvédère',
    alt: 'Lac entre deux nappes de brume, forêt et montagnes, vus par-dessus le garde-corps d’un belvédère de bois.',
  },
  {
    slug: 'vieux-la-prairie',
    panorama: `${SITE}/vieux-la-prairie.jpg`,
    ...{ yaw: 7, pitch: 12 },
    name: 'La place de l’église',
    alt: 'Place pavée d’un vieux village\u00a0: église à clocher argenté, fontaine et maisons de pierre aux toits colorés.',
  },
  {
    slug: 'vieux-terrebonne',
    panorama: `${SITE}/vieux-la-prairie.jpg`,
    ...{ yaw: 82, pitch: 9 },
    name: 'Les façades de la rue commerçante',
    alt: 'Maisons de pierre aux toits orangés, bleus et rouges, avec des auvents de boutiques, le long d’une place pavée.',
  },
  {
    slug: 'saint-apollinaire-street-view',
    panorama: `${STREET}/5b000000-0000-4000-8000-000000010004-c008d764.jpg`,
    ...{ yaw: -8, pitch: -5 },
    name: 'La rue du nouveau quartier',
    alt: 'Rue résidentielle en automne, vue du milieu de la chaussée\u00a0: maisons, arbres colorés, voitures et lampadaire.',
  },
  {
    slug: 'sainte-brigitte-avant-deneigement',
    panorama: `${STREET}/5b000000-0000-4000-8000-000000010008-a98ef9e6.jpg`,
    ...{ yaw: 34, pitch: -5 },
    name: 'Bordures et gazons avant l’hiver',
    alt: 'Rue résidentielle avant la neige\u00a0: bordure de béton, gazon, entrée d’auto et façades, vus de la chaussée.',
  },
];
