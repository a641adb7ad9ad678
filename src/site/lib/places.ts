/** Words that every page may need at once, apart from those of the sections. A no-break space is written `\u00a0`. */

/** A place in Québec whose coordinates open a section. */
export type Place = { name: string; position: string };

export const places = {
  quebec: { name: 'Québec', position: '46°\u00a048′\u00a0N · 71°\u00a013′\u00a0O' },
  saguenay: { name: 'Fjord du Saguenay', position: '48°\u00a014′\u00a0N · 70°\u00a012′\u00a0O' },
  metis: { name: 'Métis-sur-Mer', position: '48°\u00a040′\u00a0N · 68°\u00a002′\u00a0O' },
  chibougamau: { name: 'Chibougamau', position: '49°\u00a055′\u00a0N · 74°\u00a022′\u00a0O' },
  perce: { name: 'Percé', position: '48°\u00a031′\u00a0N · 64°\u00a013′\u00a0O' },
  saintDonat: { name: 'Saint-Donat', position: '46°\u00a019′\u00a0N · 74°\u00a013′\u00a0O' },
} satisfies Record<string, Place>;

/** The three claims of the home page, as the specification prints them. */
export const claims = [
  { value: '15+', label: 'municipalités partenaires' },
  { value: '50+', label: 'visites virtuelles créées' },
  { value: '100\u00a0%', label: 'satisfaction client' },
];
