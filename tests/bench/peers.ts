/**
 * Figures of other sites, measured once under the same conditions on a two-core machine. Only their ratio to the static
 * page of the same run can be compared.
 */

/** When and where they were measured, in French, for the page. */
export const PEERS_MEASURED = 'le 2026-11-22, sur une machine à deux cœurs';

/** A site, and its figures by the name of our measure: ms, brotli kB, a ratio or nothing. */
export type Peer = { name: string } & Record<string, number | string>;

const home = (
  name: string,
  [js, total, fcp, lcp, heading, hydrated, blocking]: readonly (number | string)[],
): Peer => ({
  name,
  'JS, ko': js ?? '–',
  'total, ko': total ?? '–',
  FCP: fcp ?? '–',
  LCP: lcp ?? '–',
  'titre visible': heading ?? '–',
  hydratée: hydrated ?? '–',
  blocage: blocking ?? '–',
});

/** Public home pages; the first one is the static page, the lower limit. */
export const homePeers: readonly Peer[] = [
  home('page statique, mêmes mots', [0, 2, 312, 312, 254, '–', 0]),
  home('référence : prérendue, React 19', [72, 201, 340, 340, 256, 838, 10]),
  home('référence : rendue par le navigateur', [72, 200, 908, 908, 856, 856, 0]),
  home('AstroWind', [5, 143, 692, 772, 544, '–', 21]),
  home('bulletproof-react, accueil', [138, 150, 1236, 1676, 1652, 1652, 0]),
  home('site React + Supabase généré', [227, 2313, 2052, 2052, 2014, 2014, 304]),
  home('atomic-crm, connexion', [540, 629, 4576, 4576, 4525, 4525, 394]),
];

const portfolio = (
  name: string,
  [fcp, cards, lcp, blocking, keystroke, clear]: readonly (number | string)[],
): Peer => ({
  name,
  FCP: fcp ?? '–',
  'premières cartes': cards ?? '–',
  LCP: lcp ?? '–',
  blocage: blocking ?? '–',
  touche: keystroke ?? '–',
  effacer: clear ?? '–',
});

/** Lists of 500 tours with pictures. */
export const portfolioPeers: readonly Peer[] = [
  portfolio('référence : pages de 24', [290, 1035, 1985, 15, 24, 16]),
  portfolio('référence : toutes les cartes', [890, 1430, 2680, 400, 80, 320]),
  portfolio('site React + Supabase généré', [2220, 2490, 3770, 545, 144, 48]),
];
