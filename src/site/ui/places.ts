/** A place in Québec whose name and coordinates are shown above a title. */
export type Place = { name: string; position: string };

export const places = {
  quebec: { name: 'Québec', position: '46°\u00a048′\u00a0N · 71°\u00a013′\u00a0O' },
  saguenay: { name: 'Fjord du Saguenay', position: '48°\u00a014′\u00a0N · 70°\u00a012′\u00a0O' },
  metis: { name: 'Métis-sur-Mer', position: '48°\u00a040′\u00a0N · 68°\u00a002′\u00a0O' },
  chibougamau: { name: 'Chibougamau', position: '49°\u00a055′\u00a0N · 74°\u00a022′\u00a0O' },
  perce: { name: 'Percé', position: '48°\u00a031′\u00a0N · 64°\u00a013′\u00a0O' },
  saintDonat: { name: 'Saint-Donat', position: '46°\u00a019′\u00a0N · 74°\u00a013′\u00a0O' },
} satisfies Record<string, Place>;
